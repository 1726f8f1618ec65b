import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readRows } from './rows.ts'
import { collect, refusal, tempFile, tempFolder } from './test-support/temp-file.ts'

const rowsOf = (file: string) => collect(readRows(file))

describe('readRows', () => {
  it.skipIf(process.platform === 'win32')('refuses a pipe in place of waiting for its writer', async () => {
    const pipe = join(tempFolder(), 'scores.csv')
    execFileSync('mkfifo', [pipe])
    const error = await refusal(() => rowsOf(pipe))
    expect(error.code).toBe('not_a_file')
    expect(error.message).toContain('is a pipe')
  })

  it('chooses the reader by the ending of the name, whatever its capitals', async () => {
    const json = '[{"id":"a"}]'
    const inputs: [string, string][] = [
      ['t.JSON', json],
      ['t.yaml', '- id: a\n'],
      ['t.yml', '- id: a\n'],
      ['t.jsonl', '{"id":"a"}\n'],
      ['t.ndjson', '{"id":"a"}\n'],
      ['t.csv', 'id\na\n'],
      ['t.tsv', 'id\na\n'],
    ]
    for (const [name, content] of inputs) {
      const rows = await rowsOf(tempFile(name, content))
      expect(rows.map((row) => row.value)).toEqual([{ id: 'a' }])
    }
  })

  it('names the line of every row', async () => {
    const lines = async (name: string, content: string) =>
      (await rowsOf(tempFile(name, content))).map((row) => row.place.line)
    expect(await lines('t.jsonl', '{"a":1}\n\n  \r\n{"a":2}\n')).toEqual([1, 4])
    expect(await lines('t.csv', 'a,b\r\n1,"x\r\ny"\r\n\r\n2,z\r\n')).toEqual([2, 5])
    expect(await lines('t.json', '[\n {"a": "]\\"}"},\n\n {"a": [1]}, {"a": 3}\n]')).toEqual([2, 4, 4])
    expect(await lines('t.json', '{"meta": {"x": [1]},\n "rows": [\n  {"a": 1},\n  {"a": 2}]}')).toEqual([3, 4])
    expect(await lines('t.yaml', '# a comment\ncases:\n  - a: 1\n    b: |\n      x\n  - a: 2\n')).toEqual([3, 6])
  })

  it('names near files when there is none of that name', async () => {
    const file = tempFile('test_set.yaml', '- id: a\n')
    const error = await refusal(() => rowsOf(join(dirname(file), 'testset.yaml')))
    expect([error.code, error.hint]).toEqual(['file_not_found', 'did you mean "test_set.yaml"?'])
    const other = await refusal(() => rowsOf(join(dirname(file), 'quite-different-name.csv')))
    expect(other.hint).toContain('test_set.yaml')
    const nowhere = await refusal(() => rowsOf(join(dirname(file), 'no', 'folder.csv')))
    expect(nowhere.code).toBe('file_not_found')
  })

  it('refuses a folder, an ending it does not know, and a file without rows', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'cases.csv'))
    writeFileSync(join(folder, 'cases.txt'), 'a')
    expect((await refusal(() => rowsOf(folder))).code).toBe('not_a_file')
    expect((await refusal(() => rowsOf(join(folder, 'cases.csv')))).code).toBe('not_a_file')
    const unknown = await refusal(() => rowsOf(join(folder, 'cases.txt')))
    expect([unknown.code, unknown.hint]).toEqual([
      'unknown_format',
      'accepted: .yaml .yml .json .jsonl .ndjson .csv .tsv .parquet',
    ])
    const empty: [string, string][] = [
      ['t.csv', ''],
      ['t.csv', 'id,question\n'],
      ['t.csv', '\ufeff\n\n'],
      ['t.jsonl', '\n\n'],
      ['t.json', ' '],
      ['t.json', '[]'],
      ['t.yaml', '# nothing yet\n'],
      ['t.parquet', ''],
    ]
    for (const [name, content] of empty)
      expect((await refusal(() => rowsOf(tempFile(name, content)))).code).toBe('empty_file')
  })

  it('takes a byte order mark away and refuses other encodings with the cure', async () => {
    const marked = await rowsOf(tempFile('t.csv', '\ufeffid,question\nq1,Why?\n'))
    expect(marked[0]?.value).toEqual({ id: 'q1', question: 'Why?' })
    for (const name of ['t.csv', 't.jsonl', 't.json', 't.yaml']) {
      const text = name === 't.csv' ? 'id,question\nq1,Why is it so?\n' : '{"id": "q1", "question": "Why is it so?"}'
      const little = Buffer.from(text, 'utf16le')
      const big = Buffer.from(little).swap16()
      for (const bytes of [little, big, Buffer.concat([Buffer.from([0xff, 0xfe]), little])]) {
        const error = await refusal(() => rowsOf(tempFile(name, bytes)))
        expect([error.code, error.hint]).toEqual(['not_utf8', 'save it as UTF-8 (in Excel: "CSV UTF-8")'])
      }
      const latin = Buffer.concat([Buffer.from('{}\n{"a": "caf'), Buffer.from([0xe9]), Buffer.from('"}\n')])
      const error = await refusal(() => rowsOf(tempFile(name, latin)))
      expect(error.message).toMatch(/:2: not valid UTF-8 at byte 13 of the file$/)
    }
  })

  it('finds bytes that are not UTF-8 far into a file, and a character cut off at its end', async () => {
    const line = `{"a": "${'字'.repeat(1000)}"}\n`
    const bytes = Buffer.from(line.repeat(1000))
    bytes[3_000_010] = 0xff
    const error = await refusal(() => rowsOf(tempFile('t.jsonl', bytes)))
    expect(error.message).toContain(`:${Math.floor(3_000_010 / Buffer.byteLength(line)) + 1}: not valid UTF-8`)
    const cut = await refusal(() => rowsOf(tempFile('t.csv', Buffer.from('a,b\n1,字').subarray(0, -1))))
    expect(cut.message).toMatch(/:2: not valid UTF-8 at byte 6/)
  })

  it('refuses rows that are no objects and rows that are nested without end', async () => {
    expect((await refusal(() => rowsOf(tempFile('t.jsonl', '{"a":1}\n[1,2]\n')))).message).toContain(
      't.jsonl:2: expected an object',
    )
    expect((await refusal(() => rowsOf(tempFile('t.json', '["why?"]')))).message).toContain('found a text')
    expect((await refusal(() => rowsOf(tempFile('t.yaml', '- why?\n')))).message).toContain('found a text')
    const deep = `{"a": ${'['.repeat(200_000)}${']'.repeat(200_000)}}`
    for (const name of ['t.jsonl', 't.json']) {
      const error = await refusal(() => rowsOf(tempFile(name, name === 't.json' ? `[${deep}]` : deep)))
      expect(error.code).toBe('too_deep')
    }
  })

  it('replaces lone surrogates and says how many texts had them', async () => {
    const json = '{"a": "x\\ud83dy", "b": ["\\uDE00"], "c": "\\ud83d\\ude00", "\\ud800": 1}'
    for (const [name, content] of [
      ['t.jsonl', json],
      ['t.json', `[${json}]`],
      ['t.yaml', `- ${json}`],
    ] as const) {
      const [row] = await rowsOf(tempFile(name, content))
      expect(row?.value).toEqual({ a: 'x\ufffdy', b: ['\ufffd'], c: '😀', '\ufffd': 1 })
      expect(row?.replaced).toBe(3)
    }
    const [sound] = await rowsOf(tempFile('t.jsonl', '{"a": "\\ud83d\\ude00"}'))
    expect(sound?.replaced).toBeUndefined()
  })

  it('keeps names that mean something to JavaScript as plain data', async () => {
    const [row] = await rowsOf(tempFile('t.jsonl', '{"__proto__": {"polluted": 1}, "constructor": "x"}'))
    expect(Object.keys(row?.value ?? {})).toEqual(['__proto__', 'constructor'])
    expect(Reflect.get({}, 'polluted')).toBeUndefined()
    expect((await refusal(() => rowsOf(tempFile('t.csv', 'id,__proto__\na,b\n')))).code).toBe('bad_column_name')
  })
})

describe('documents that hold rows', () => {
  it('accepts a list, a list under a known key, and an object of columns', async () => {
    const documents = [
      [{ q: 1 }, { q: 2 }],
      { version: 1, test_cases: [{ q: 1 }, { q: 2 }] },
      ...['rows', 'data', 'cases', 'samples', 'examples', 'tests', 'results'].map((key) => ({
        [key]: [{ q: 1 }, { q: 2 }],
      })),
    ]
    for (const document of documents) {
      for (const name of ['t.json', 't.yaml']) {
        const rows = await rowsOf(tempFile(name, JSON.stringify(document)))
        expect(rows.map((row) => row.value)).toEqual([{ q: 1 }, { q: 2 }])
      }
    }
    const columns = { question: ['a', 'b'], contexts: [['x'], []] }
    const rows = await rowsOf(tempFile('t.json', JSON.stringify(columns)))
    expect(rows.map((row) => row.value)).toEqual([
      { question: 'a', contexts: ['x'] },
      { question: 'b', contexts: [] },
    ])
  })

  it('refuses other documents and says what would be accepted', async () => {
    for (const document of ['{"question": "why?"}', '"text"', '3', '{"rows": [], "cases": []}', 'null']) {
      const error = await refusal(() => rowsOf(tempFile('t.json', document)))
      expect(error.code).toBe('not_a_list')
      expect(error.hint).toContain('test_cases')
    }
  })
})
