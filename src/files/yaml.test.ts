import { describe, expect, it } from 'vitest'
import { readRows } from './rows.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

const rowsOf = async (text: string) => (await collect(readRows(tempFile('t.yaml', text)))).map((row) => row.value)
const fault = async (text: string) => await refusal(() => collect(readRows(tempFile('t.yaml', text))))

describe('yaml', () => {
  it('keeps ids that look like numbers as they are written', async () => {
    const [row] = await rowsOf(
      '- {a: 007, b: 12345678901234567890, c: 7, d: -3, e: 0.5, f: "7", g: 2024-01-02, h: no, i: null}\n',
    )
    expect(row).toEqual({
      a: '007',
      b: '12345678901234567890',
      c: 7,
      d: -3,
      e: 0.5,
      f: '7',
      g: '2024-01-02',
      h: 'no',
      i: null,
    })
  })

  it('names the line of a mistake, a doubled key, a second document and an unknown tag', async () => {
    const faults: [string, string][] = [
      ['- a: 1\n  b: [x\n- c: 2\n', ':3:1: '],
      ['- a: 1\n- b: x: y\n', ':2:'],
      ['- a: 1\n  b: 2\n  a: 3\n', ':3:3: Map keys must be unique'],
      ['- a: 1\n---\n- b: 1\n', ':2:1: Source contains multiple documents'],
      ['- a: 1\n- b: !important\n', ':2:6: Unresolved tag: !important'],
      ['- a: "x\n', 't.yaml:'],
    ]
    for (const [text, expected] of faults) {
      const error = await fault(text)
      expect(error.code).toBe('invalid_yaml')
      expect(error.message).toContain(expected)
      expect(error.message).not.toContain('\n')
      expect(error.hint).not.toBe('')
    }
  })

  it('follows anchors and merges, but not without end', async () => {
    expect(await rowsOf('- &base {type: factual, n: 1}\n- <<: *base\n  n: 2\n')).toEqual([
      { type: 'factual', n: 1 },
      { type: 'factual', n: 2 },
    ])
    const names = [...'abcdefghij']
    const bomb = names.map((name, index) => {
      const inner = index === 0 ? '"lol"' : `*${names[index - 1]}`
      return `- ${name}: &${name} [${Array(9).fill(inner).join(', ')}]`
    })
    const started = performance.now()
    expect((await fault(bomb.join('\n'))).message).toContain('alias')
    expect(performance.now() - started).toBeLessThan(5000)
  })

  it('refuses a list nested without end and a file too large to be held', async () => {
    const deep = [`- a: ${'['.repeat(50_000)}`, `- a: 1\n- ${'- '.repeat(50_000)}x`, `- ${'{a: '.repeat(50_000)}`]
    for (const text of deep) expect((await fault(text)).code).toBe('too_deep')
    const indented = Array.from({ length: 1500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')
    expect((await fault(`rows:\n- ${indented.replace(/\n/g, '\n  ')}`)).code).toBe('too_deep')
    const large = await fault(`- a: ${'x'.repeat(11 * 1024 * 1024)}\n`)
    expect([large.code, large.hint]).toEqual(['file_too_large', expect.stringContaining('.jsonl')])
  })
})
