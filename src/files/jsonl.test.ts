import { open } from 'node:fs/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readRowAt, readRows } from './rows.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

describe('jsonl', () => {
  it('gives every row a span by which it can be read again alone', async () => {
    const text = '\ufeff{"id":"é"}\r\n\r\n{"id":"第二"}\n{"id":"last"}'
    const file = tempFile('t.jsonl', text)
    const rows = await collect(readRows(file))
    expect(rows.map((row) => row.value.id)).toEqual(['é', '第二', 'last'])
    const handle = await open(file)
    for (const row of rows.toReversed())
      expect(await readRowAt(handle, row.span ?? { offset: 0, length: 0 })).toEqual(row.value)
    await handle.close()
  })

  it('reads any rows back, whatever the line ends and wherever pieces of the file end', async () => {
    const rows = fc.array(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), { minLength: 1, maxLength: 5 })
    await fc.assert(
      fc.asyncProperty(rows, fc.constantFrom('\n', '\r\n'), async (values, end) => {
        const padding = { pad: '字'.repeat(349_500) }
        const text = [padding, ...values].map((value) => JSON.stringify(value)).join(end)
        const file = tempFile('t.jsonl', text)
        const read = await collect(readRows(file))
        expect(read.slice(1).map((row) => JSON.stringify(row.value))).toEqual(
          values.map((value) => JSON.stringify(value)),
        )
        const handle = await open(file)
        for (const { value, span } of read.slice(1)) {
          if (span !== undefined) expect(JSON.stringify(await readRowAt(handle, span))).toBe(JSON.stringify(value))
        }
        await handle.close()
      }),
      { numRuns: 25 },
    )
  })

  it('names the line that is not JSON, and says when the file is cut off', async () => {
    const middle = await refusal(() => collect(readRows(tempFile('t.jsonl', '{"a":1}\n\n{"a":,}\n{"a":2}\n'))))
    expect(middle.message).toContain('t.jsonl:3: not valid JSON')
    const cut = await refusal(() => collect(readRows(tempFile('t.jsonl', '{"a":1}\n{"a":"be'))))
    expect(cut.message).toContain('t.jsonl:2: not valid JSON')
    expect(cut.hint).toContain('ends in the middle of this line')
    const document = await refusal(() => collect(readRows(tempFile('t.jsonl', '[\n {"a": 1}\n]\n'))))
    expect(document.hint).toContain('name it .json')
  })

  it('reads a text of 100 MB', async () => {
    const file = tempFile('t.jsonl', `{"id":"a","text":"${'x'.repeat(100_000_000)}"}\n{"id":"b"}\n`)
    const rows = await collect(readRows(file))
    expect([String(rows[0]?.value.text).length, rows[1]?.value.id]).toEqual([100_000_000, 'b'])
  })

  it('refuses a row that does not end', async () => {
    const file = tempFile('t.jsonl', Buffer.alloc(130 * 1024 * 1024, 0x20))
    expect((await refusal(() => collect(readRows(file)))).code).toBe('row_too_large')
  })

  it('keeps no more than a few rows in memory and stops reading when it is no longer asked', async () => {
    const file = tempFile('t.jsonl', `{"id":"a","text":"${'x'.repeat(3000)}"}\n`.repeat(30_000))
    const before = process.memoryUsage().arrayBuffers
    let highest = 0
    let rows = 0
    for await (const _row of readRows(file)) {
      rows += 1
      if (rows % 1000 === 0) highest = Math.max(highest, process.memoryUsage().arrayBuffers - before)
    }
    expect(rows).toBe(30_000)
    expect(highest).toBeLessThan(60_000_000)
    for await (const row of readRows(file)) {
      expect(row.place).toEqual({ file, line: 1, row: 1 })
      break
    }
  })
})
