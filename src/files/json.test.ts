import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findList } from './json-places.ts'
import { readRows } from './rows.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

const fault = async (text: string) => await refusal(() => collect(readRows(tempFile('t.json', text))))

describe('json', () => {
  it('names the line of a mistake whatever way the engine describes it', async () => {
    const faults: [string, number][] = [
      ['[\n{"a": 1},\n{"a": nope}\n]', 3],
      ['[\n{"a": 1},\n{"a": 2,}\n]', 3],
      ['[\n{"a": 1}\n{"a": 2}\n]', 3],
      [`[\n${'{"a": "same text"},\n'.repeat(12)}{"a": x"same text"},\n{"a": "same text"}]`, 14],
      ['[\n{"a": 1},\n{"a": "b\n"}]', 3],
      ['{"rows": [\n{"a": 1}', 2],
      ['[\n{"a": 1},\n', 2],
      ['x', 1],
    ]
    for (const [text, line] of faults) {
      const error = await fault(text)
      expect([error.code, error.message.match(/t\.json:(\d+): not valid JSON/)?.[1]]).toEqual([
        'invalid_json',
        String(line),
      ])
    }
  })

  it('says when a file is cut off or has the wrong name', async () => {
    expect((await fault('[{"a": 1}, {"a": "b')).hint).toContain('ends too early')
    expect((await fault('{"a": 1}\n{"a": 2}\n')).hint).toContain('name it .jsonl')
  })
})

describe('findList', () => {
  it('finds every element of a list in any JSON text', () => {
    const list = fc.array(fc.jsonValue(), { maxLength: 6 })
    const indent = fc.constantFrom(undefined, 1, '\t')
    fc.assert(
      fc.property(list, indent, fc.boolean(), (values, space, wrapped) => {
        const text = JSON.stringify(
          wrapped ? { 'a"]': [1, { rows: 'no' }], rows: values, z: '[' } : values,
          null,
          space,
        )
        const places = findList(text, wrapped ? 'rows' : undefined)
        const ends = [...(places?.starts.slice(1) ?? []), places?.close]
        const parts = places?.starts.map((start, index) => text.slice(start, ends[index]).trim().replace(/,$/, ''))
        expect(parts?.map((part) => JSON.parse(part))).toEqual(JSON.parse(JSON.stringify(values)))
        expect(text[places?.close ?? -1]).toBe(']')
      }),
    )
  })

  it('finds nothing where there is no such list', () => {
    expect(findList('{"rows": {"a": []}}', 'rows')).toBeUndefined()
    expect(findList('{"a": []}', 'rows')).toBeUndefined()
    expect(findList('{"a": []}')).toBeUndefined()
  })
})
