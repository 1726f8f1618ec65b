import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parquetBytes } from '../files/parquet-write.ts'
import { refusal, tempFile, tempFolder } from '../files/test-support/temp-file.ts'
import { addCase, type NewCase } from './add-case.ts'
import { loadTestSet } from './load.ts'

const CASE: NewCase = {
  id: 'taxi',
  user_input: '搭計程車可以報帳嗎？',
  reference: '只限晚上十點後下班: 或需要攜帶大型器材時。',
  expected_sources: ['expense.md'],
  tags: { type: 'boundary' },
}

/** The file after a case was added. */
async function added(
  name: string,
  content: string,
  newCase: NewCase = CASE,
  fields?: Record<string, string>,
): Promise<string> {
  const file = tempFile(name, content)
  const { testCase: written } = await addCase(file, newCase, fields === undefined ? {} : { fields })
  const set = await loadTestSet(file, fields === undefined ? {} : { fields })
  expect(set.cases.at(-1)).toEqual(written)
  expect(readdirSync(dirname(file))).toEqual([name])
  return readFileSync(file, 'utf8')
}

describe('addCase to yaml', () => {
  const head =
    '# yaml-language-server: $schema=x\n\n# Leave\n-   id: "a"   # first\n    user_input: >-\n      Why\n      not?\n    tags: { type: factual }\n'

  it('keeps every byte before and after, and follows the indentation', async () => {
    const tail = '\n# the end\n'
    expect(await added('t.yaml', head + tail)).toBe(
      `${head}- id: taxi
  user_input: 搭計程車可以報帳嗎？
  reference: "只限晚上十點後下班: 或需要攜帶大型器材時。"
  expected_sources: [expense.md]
  tags: {type: boundary}
${tail}`,
    )
  })

  it('works below a key, with Windows line ends, blank lines between cases and no line end at the end', async () => {
    const text = 'version: 1\r\ncases:\r\n  - question: a\r\n    id: a\r\n\r\n  - question: b # last\r\n    id: b'
    expect(await added('t.yml', text, { user_input: 'c: "d"', id: 'c', answerable: false })).toBe(
      `${text}\r\n\r\n  - id: c\r\n    question: 'c: "d"'\r\n    answerable: false\r\n`,
    )
  })

  it('goes behind a block text, before keys that follow the list, and into empty lists', async () => {
    const block = 'cases:\n- id: a\n  user_input: |\n    x\n\n    y\nnotes: kept\n'
    expect(await added('t.yaml', block, { id: 'b', user_input: 'z' })).toBe(
      'cases:\n- id: a\n  user_input: |\n    x\n\n    y\n- id: b\n  user_input: z\nnotes: kept\n',
    )
    expect(await added('t.yaml', '# cases to come\n', { id: 'b', user_input: 'z' })).toBe(
      '# cases to come\n- id: b\n  user_input: z\n',
    )
    expect(await added('t.yaml', '# c\ncases: []\nx: 1\n', { id: 'b', user_input: 'z' })).toBe(
      '# c\ncases:\n  - id: b\n    user_input: z\nx: 1\n',
    )
    expect(await added('t.yaml', '[{id: a, user_input: "x"}] # all\n', { id: 'b', user_input: 'z' })).toMatch(
      /^\[.*id: b, user_input: z.*# all\n$/s,
    )
  })

  it('writes any text so that it reads back', async () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((one) => one.trim() !== '' && one.isWellFormed())
    const file = tempFile('t.yaml', 'cases:\n    - id: a\n      user_input: x\n')
    let count = 0
    await fc.assert(
      fc.asyncProperty(text, text, async (user_input, reference) => {
        count += 1
        const id = `n${count}`
        const newCase = { id, user_input, reference, tags: { t: reference.trim() } }
        expect((await addCase(file, newCase, { force: true })).testCase).toMatchObject({
          user_input,
          reference,
        })
      }),
      { numRuns: 60 },
    )
    expect(readFileSync(file, 'utf8').startsWith('cases:\n    - id: a\n      user_input: x\n    - id: n1\n')).toBe(true)
  })
})

describe('addCase to json and jsonl', () => {
  const small: NewCase = { id: 'b', user_input: 'z', tags: { t: 'x' } }

  it('follows the indentation of a document, in one line or many', async () => {
    expect(
      await added(
        't.json',
        '{\n\t"cases": [\n\t\t{\n\t\t\t"id": "a",\n\t\t\t"question": "]"\n\t\t}\n\t],\n\t"n": 1\n}\n',
        small,
      ),
    ).toBe(
      '{\n\t"cases": [\n\t\t{\n\t\t\t"id": "a",\n\t\t\t"question": "]"\n\t\t},\n\t\t{\n\t\t\t"id": "b",\n\t\t\t"question": "z",\n\t\t\t"tags": {\n\t\t\t\t"t": "x"\n\t\t\t}\n\t\t}\n\t],\n\t"n": 1\n}\n',
    )
    expect(await added('t.json', '[\r\n  {"id": "a", "query": "x"}\r\n]', small)).toBe(
      '[\r\n  {"id": "a", "query": "x"},\r\n  {"id": "b", "query": "z", "tags": {"t": "x"}}\r\n]',
    )
    expect(await added('t.json', '[{"id":"a","query":"x"}]', small)).toBe(
      '[{"id":"a","query":"x"}, {"id": "b", "query": "z", "tags": {"t": "x"}}]',
    )
    expect(JSON.parse(await added('t.json', '{"cases": []}\n', small))).toEqual({
      cases: [{ id: 'b', user_input: 'z', tags: { t: 'x' } }],
    })
    expect(JSON.parse(await added('t.json', '', small))).toHaveLength(1)
  })

  it('adds one line, also where the last has no end, and keeps mark and line ends', async () => {
    const line = '{"id":"a","query":"x"}'
    expect(await added('t.jsonl', `${line}\n`, small)).toBe(`${line}\n{"id":"b","query":"z","tags":{"t":"x"}}\n`)
    expect(await added('t.jsonl', `\ufeff${line}\r\n${line.replace('"a"', '"c"')}`, small)).toBe(
      `\ufeff${line}\r\n${line.replace('"a"', '"c"')}\r\n{"id":"b","query":"z","tags":{"t":"x"}}\r\n`,
    )
    expect(await added('t.ndjson', '{"id": "a", "query": "x"}\n', small)).toContain(
      '\n{"id": "b", "query": "z", "tags": {"t": "x"}}\n',
    )
    expect(await added('t.jsonl', '', small)).toBe('{"id":"b","user_input":"z","tags":{"t":"x"}}\n')
  })

  it('refuses cases that are held as columns', async () => {
    const file = tempFile('t.json', '{"question": ["a"], "reference": ["b"]}')
    expect((await refusal(() => addCase(file, small))).code).toBe('not_appendable')
  })
})

describe('addCase to csv', () => {
  it('fills the columns under their own names and keeps what is there', async () => {
    const text =
      '\ufeffquestion,ID,expected_source,Ground Truth,tags.type,n/a\r\n"a ""b""",a,x.md,"r\ns",factual,\r\n'.replace(
        ',n/a',
        ',tags.phrasing',
      )
    expect(await added('t.csv', text)).toBe(
      `${text}搭計程車可以報帳嗎？,taxi,expense.md,只限晚上十點後下班: 或需要攜帶大型器材時。,boundary,\r\n`,
    )
    expect(
      await added('t.csv', 'id;question;expected_sources\na;x;y.md', {
        id: 'b',
        user_input: '=1;"2"',
        answerable: false,
      }),
    ).toBe('id;question;expected_sources\na;x;y.md\nb;"\'=1;""2""";\n')
    expect(await added('t.tsv', 'question\n', { user_input: 'a,b' })).toBe('question\na,b\n')
    expect(
      await added('t.csv', 'id,question,tags,expected_sources\na,x,,y\n', {
        id: 'b',
        user_input: 'z',
        tags: { k: 'v' },
        expected_sources: ['[a].md', 'c'],
      }),
    ).toBe('id,question,tags,expected_sources\na,x,,y\nb,z,"{""k"":""v""}","[""[a].md"",""c""]"\n')
  })

  it('refuses a case that has no column for something, and changes nothing', async () => {
    const text = 'id,question,expected_source\na,x,y.md\n'
    const file = tempFile('t.csv', text)
    const error = await refusal(() => addCase(file, CASE))
    expect([error.code, error.message]).toEqual([
      'missing_column',
      `${file}: there is no column for reference, tags.type`,
    ])
    const answerable = await refusal(() => addCase(file, { id: 'b', user_input: 'z' }))
    expect(answerable.message).toContain('no column for answerable')
    const plain = tempFile('p.csv', 'id,question\na,x\n')
    expect((await refusal(() => addCase(plain, { id: 'b', user_input: 'z', answerable: false }))).message).toContain(
      'answerable',
    )
    expect(readFileSync(file, 'utf8')).toBe(text)
  })
})

describe('addCase', () => {
  it('makes an id from the question', async () => {
    expect((await addCase(tempFile('t.jsonl', ''), { user_input: 'Why?' })).testCase.id).toMatch(/^case-[0-9a-f]{10}$/)
  })

  it('refuses an id that is used, a question asked before without id, and a blank question', async () => {
    const file = tempFile('t.yaml', '- id: a\n  user_input: x\n\n- user_input: y\n')
    const error = await refusal(() => addCase(file, { id: 'a', user_input: 'z' }))
    expect([error.code, error.message]).toEqual(['duplicate_id', `the id "a" is already used at ${file}:1`])
    expect((await refusal(() => addCase(file, { user_input: 'y' }))).message).toContain(`${file}:4`)
    expect((await refusal(() => addCase(file, { user_input: ' ' }))).code).toBe('missing_user_input')
    expect((await refusal(() => addCase(file, { id: 'a\nb', user_input: 'z' }))).code).toBe('bad_value')
  })

  it('refuses a question that is in the set already, in whatever spelling, unless forced', async () => {
    const text = '- id: a\n  user_input: 特休有幾天？\n'
    const file = tempFile('t.yaml', text)
    for (const user_input of ['特休有幾天？', '特休有几天', ' 特休有幾天 ?']) {
      const error = await refusal(() => addCase(file, { id: 'b', user_input }))
      expect([error.code, error.message]).toEqual([
        'duplicate_question',
        `the same question is already asked by "a" at ${file}:1`,
      ])
      expect(error.hint).toContain('--force')
    }
    expect(readFileSync(file, 'utf8')).toBe(text)
    const { findings } = await addCase(file, { id: 'b', user_input: '特休有幾天' }, { force: true })
    expect(findings.find((one) => one.code === 'duplicate_question')?.cases).toEqual(['b', 'a'])
    expect((await loadTestSet(file)).cases.map((one) => one.id)).toEqual(['a', 'b'])
  })

  it('tells the pitfalls of the new case alone, and adds it', async () => {
    const file = tempFile('t.yaml', '- id: a\n  user_input: Can I take a taxi home after ten in the evening?\n')
    const found = async (newCase: NewCase) => (await addCase(file, newCase)).findings.map((one) => one.code)
    const sound = { reference: 'Only after ten in the evening.', expected_sources: ['a.md'] }
    expect(await found({ user_input: 'one?', ...sound })).toEqual([])
    expect(await found({ user_input: 'two?', answerable: false })).toEqual([])
    expect(await found({ user_input: 'three?' })).toEqual(['nothing_expected'])
    expect(await found({ user_input: 'four?', expected_sources: ['a.md'] })).toEqual(['missing_reference'])
    expect(await found({ user_input: 'five?', reference: 'Yes.' })).toEqual([
      'missing_expected_source',
      'short_reference',
    ])
    expect(await found({ user_input: 'six?', answerable: false, expected_sources: ['a.md'] })).toEqual([
      'unanswerable_with_source',
    ])
    const near = await addCase(file, { user_input: 'Can I take a taxi home after ten in the evenings?', ...sound })
    expect(near.findings.map((one) => [one.code, one.message])).toEqual([
      ['near_duplicate_question', 'differs in a few letters only from the question of a'],
    ])
    expect((await loadTestSet(file)).cases).toHaveLength(8)
  })

  it('refuses parquet, a missing file and a broken one, and leaves them alone', async () => {
    const parquet = tempFile('t.parquet', parquetBytes([{ id: 'a', user_input: 'x' }]))
    const error = await refusal(() => addCase(parquet, CASE))
    expect([error.code, error.hint]).toEqual(['not_appendable', 'keep the test set as .yaml, .jsonl or .csv'])
    const missing = join(tempFolder(), 't.yaml')
    expect((await refusal(() => addCase(missing, CASE))).code).toBe('file_not_found')
    expect(existsSync(missing)).toBe(false)
    const broken = tempFile('t.yaml', '- id: [\n')
    expect((await refusal(() => addCase(broken, CASE))).code).toBe('invalid_yaml')
    expect(readFileSync(broken, 'utf8')).toBe('- id: [\n')
  })

  it("uses the names that a mapping gives, and refuses places in other people's structures", async () => {
    const text = '{"key":"a","prompt":"x","meta":{"gold":"r"}}\n'
    const fields = { id: 'key', user_input: 'prompt' }
    expect(await added('t.jsonl', text, { id: 'b', user_input: 'z' }, fields)).toBe(`${text}{"key":"b","prompt":"z"}\n`)
    const file = tempFile('t.jsonl', text)
    const deep = await refusal(() =>
      addCase(file, { id: 'b', user_input: 'z', reference: 'r' }, { fields: { ...fields, reference: 'meta.gold' } }),
    )
    expect([deep.code, deep.message]).toEqual(['not_appendable', expect.stringContaining('meta.gold')])
    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(await added('t.csv', 'key,prompt,other\na,x,1\n', { id: 'b', user_input: 'z' }, fields)).toBe(
      'key,prompt,other\na,x,1\nb,z,\n',
    )
  })

  it.skipIf(process.platform === 'win32')('writes through a link', async () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'real'))
    writeFileSync(join(folder, 'real', 't.jsonl'), '')
    symlinkSync(join(folder, 'real', 't.jsonl'), join(folder, 't.jsonl'))
    await addCase(join(folder, 't.jsonl'), { id: 'a', user_input: 'x' })
    expect(lstatSync(join(folder, 't.jsonl')).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(folder, 'real', 't.jsonl'), 'utf8')).toBe('{"id":"a","user_input":"x"}\n')
  })
})
