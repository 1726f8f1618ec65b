import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardCell, unguardCell } from '../core/cell-guard.ts'
import { csvRows } from './csv-write.ts'
import { readRows } from './rows.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

const rowsOf = async (name: string, text: string) =>
  (await collect(readRows(tempFile(name, text)))).map((row) => row.value)
const fault = async (text: string) => await refusal(() => collect(readRows(tempFile('t.csv', text))))

describe('csv', () => {
  it('keeps line breaks, quotes and separators inside quotes', async () => {
    expect(await rowsOf('t.csv', 'a,b\r\n"x, ""y""","1\r\n2\n3"\r\n')).toEqual([{ a: 'x, "y"', b: '1\r\n2\n3' }])
    expect(await rowsOf('t.tsv', 'a\tb\n1,5\t2\n')).toEqual([{ a: '1,5', b: '2' }])
  })

  it('understands semicolons and tabs where the first line has no comma outside quotes', async () => {
    expect(await rowsOf('t.csv', '"a, b";c\nx;y,z\n')).toEqual([{ 'a, b': 'x', c: 'y,z' }])
    expect(await rowsOf('t.csv', 'a\tc\nx\ty,z\n')).toEqual([{ a: 'x', c: 'y,z' }])
    expect(await rowsOf('t.csv', '\r\n\r\na;c\r\nx;y\r\n')).toEqual([{ a: 'x', c: 'y' }])
    expect(await rowsOf('t.csv', 'a\nx;y\n')).toEqual([{ a: 'x;y' }])
  })

  it('passes over empty lines and lines of separators alone, as spreadsheets leave them', async () => {
    expect(await rowsOf('t.csv', '\na,b\n1,2\n,\n , \n\n3,4\n\n')).toEqual([
      { a: '1', b: '2' },
      { a: '3', b: '4' },
    ])
  })

  it('refuses rows with more or fewer cells, by line', async () => {
    const long = await fault('a,b\n"1\n2",x\n1,2,3\n')
    expect([long.code, long.message]).toEqual(['ragged_row', expect.stringMatching(/t\.csv:4: 3 cells for 2 columns$/)])
    expect((await fault('a,b\n1\n')).message).toContain(':2: 1 cell for 2 columns')
  })

  it('refuses columns without a name and two of one name', async () => {
    expect((await fault(',question\nx,why?\n')).hint).toContain('to_csv(index=False)')
    expect((await fault('question,\nwhy?,1\n')).message).toContain(':1: column 2 has no name')
    expect((await fault('a,b, a \n1,2,3\n')).message).toContain('column 3: there is another column "a"')
  })

  it('passes over the numbers of rows that pandas writes into a first column without a name', async () => {
    expect(await rowsOf('t.csv', ',question\n0,why?\n1,who?\n')).toEqual([{ question: 'why?' }, { question: 'who?' }])
  })

  it('refuses quotes that are not closed or stand in the wrong place, by line', async () => {
    const open = await fault(`a,b\n${'1,"2\n"\n'.repeat(500)}3,"4\n5,6\n`)
    expect([open.code, open.message]).toEqual([
      'invalid_csv',
      expect.stringContaining('t.csv:1002: a double quote is opened'),
    ])
    expect((await fault('a,b\n1,2\n"3"x,4\n')).message).toContain('t.csv:3: text follows')
    expect((await fault('a,b\n1,2\n3"x,4\n')).message).toContain('t.csv:3: a double quote stands inside')
  })

  it('reads a cell of 100 MB and refuses one without end', async () => {
    const rows = await rowsOf('t.csv', `a,b\n1,"${'x, '.repeat(34_000_000)}"\n2,y\n`)
    expect([String(rows[0]?.b).length, rows[1]?.b]).toEqual([102_000_000, 'y'])
    const bytes = Buffer.concat([Buffer.from('a,b\n1,"'), Buffer.alloc(130 * 1024 * 1024, 0x78)])
    const error = await refusal(() => collect(readRows(tempFile('t.csv', bytes))))
    expect([error.code, error.message]).toEqual(['row_too_large', expect.stringContaining('t.csv:2')])
  }, 60_000)

  it('stops reading when it is no longer asked', async () => {
    const file = tempFile('t.csv', `a,b\n${'1,2\n'.repeat(500_000)}`)
    let rows = 0
    for await (const _row of readRows(file)) {
      rows += 1
      if (rows === 3) break
    }
    expect(rows).toBe(3)
  })
})

const corpus = join(import.meta.dirname, '../../../shared/cases/reported-faults.jsonl')

describe('csvRows', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }).map((one) => one.toWellFormed()),
    fc.string({
      unit: fc.constantFrom(
        '=',
        "'",
        '+',
        '-',
        '@',
        '\t',
        '\r',
        '\n',
        '\u200b',
        '\ufeff',
        '"',
        ',',
        ';',
        ' ',
        'a',
        '字',
      ),
    }),
  )

  it('writes texts that are read back equal', async () => {
    const row = fc.record({
      id: fc.string({ minLength: 1 }).map((one) => `r${one.toWellFormed()}`),
      b: text,
      'c, "d"': text,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 4 }), async (rows) => {
        const file = tempFile('t.csv', [...csvRows(['id', 'b', 'c, "d"'], rows)].join(''))
        expect((await collect(readRows(file))).map((one) => ({ ...one.value }))).toEqual(rows)
      }),
      { numRuns: 200 },
    )
  })

  it('makes every text inert that a spreadsheet would run', () => {
    const dangers = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', '\u200b=1', '\ufeff\u200f@x', '＝1', '\u2060-1']
    for (const danger of dangers) {
      const [, line] = [...csvRows(['a'], [{ a: danger }])].join('').split('a\n')
      expect(line?.replace(/^"/, '').startsWith(`'${danger.slice(0, 1)}`)).toBe(true)
      expect(unguardCell(guardCell(danger))).toBe(danger)
      expect(unguardCell(guardCell(`'${danger}`))).toBe(`'${danger}`)
    }
    expect([...csvRows(['=a'], [])].join('')).toBe("'=a\n")
  })

  it('leaves other texts and numbers as they are, and writes lists as JSON', () => {
    const row = { a: "it's - fine", b: -0.5, c: ['=x', 1], d: { e: null }, f: null, g: true, h: 'a "b"' }
    expect([...csvRows([...'abcdefghi'], [row])].join('')).toBe(
      'a,b,c,d,e,f,g,h,i\nit\'s - fine,-0.5,"[""=x"",1]","{""e"":null}",,,true,"a ""b""",\n',
    )
  })

  it.skipIf(!hasCorpus())(
    'reads the reported file with mark, CRLF, quoted break and list in a cell (bl-17)',
    async () => {
      const lines = readFileSync(corpus, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      const found = lines.find((one) => one.id === 'bl-17')
      const rows = await rowsOf(found.input.file, found.input.bytes_as_text)
      expect(rows).toHaveLength(found.expected.rows)
      expect(Object.keys(rows[0] ?? {})).toEqual(found.expected.columns)
      expect(rows[0]?.response).toBe(found.expected['q1.response'])
    },
  )
})

function hasCorpus(): boolean {
  try {
    return readFileSync(corpus).length > 0
  } catch {
    return false
  }
}
