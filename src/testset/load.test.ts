import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import type { TestCase } from '../core/test-case.ts'
import { parquetBytes } from '../files/parquet-write.ts'
import { collect, refusal, tempFile, tempFolder } from '../files/test-support/temp-file.ts'
import { loadTestSet, streamTestSet } from './load.ts'
import { plainCase, testSetCsv, testSetJsonl } from './write.ts'

const CASES: TestCase[] = [
  {
    id: 'leave-01',
    user_input: '新人第一年有幾天特休？',
    reference: '滿六個月有 3 天，\n滿一年有 7 天。',
    expected_sources: ['leave.md'],
    answerable: true,
    tags: { type: 'factual', phrasing: 'colloquial' },
  },
  {
    id: '007',
    user_input: 'Can I expense a "taxi", please?',
    reference: '=Only after 10 pm',
    answerable: true,
    tags: {},
  },
  { id: 'none', user_input: '公司尾牙在哪裡辦？', answerable: false, tags: { type: 'boundary' } },
  {
    id: 'rich',
    user_input: 'How does "a" differ from ["b"]?',
    reference: '[not a list]',
    reference_contexts: ['[1] first', 'second, with comma'],
    reference_context_ids: ['leave.md#1', '2'],
    expected_sources: ['a.md', 'b.md'],
    relevance: { 'a.md': 2, 'b.md': 0.5 },
    answerable: true,
    tags: { type: 'comparison' },
    rubrics: { score1: 'wrong', score5: 'right' },
    review: 'checked by L.',
  },
  { id: ' spaced '.trim(), user_input: '-- what now', expected_sources: ['it\'s "c".md'], answerable: true, tags: {} },
]

const plain = CASES.map(plainCase)
const FILES: Record<string, string | Uint8Array> = {
  'set.yaml': `# by hand\n${stringify(plain)}`,
  'nested.yml': stringify({ version: 1, cases: plain }),
  'set.json': JSON.stringify({ test_cases: plain }, null, 2),
  'set.jsonl': [...testSetJsonl(CASES)].join(''),
  'windows.jsonl': `\ufeff${[...testSetJsonl(CASES)].join('').replaceAll('}\n', '}\r\n')}`,
  'set.csv': [...testSetCsv(CASES)].join(''),
  'marked.csv': `\ufeff${[...testSetCsv(CASES)].join('')}`,
  'set.parquet': parquetBytes(CASES.map((one) => ({ ...one }))),
}

describe('loadTestSet', () => {
  it('gives the same cases and the same hash from every format', async () => {
    const hashes = new Set<string>()
    for (const [name, content] of Object.entries(FILES)) {
      const set = await loadTestSet(tempFile(name, content))
      expect(set.cases, name).toEqual(CASES)
      expect([...set.places.keys()]).toEqual(CASES.map((one) => one.id))
      hashes.add(set.hash)
    }
    expect(hashes.size).toBe(1)
  })

  it('makes an id of the question, so that moving rows changes no id', async () => {
    const ids = async (text: string) => (await loadTestSet(tempFile('t.csv', text))).cases.map((one) => one.id)
    const [first, second] = await ids('question,reference\nWhy?,a\nHow?,b\n')
    expect(await ids('question,reference,id\nHow?,c,\nWhy?,a,\nWho?,d,x\n')).toEqual([second, first, 'x'])
    expect(first).toMatch(/^case-[0-9a-f]{10}$/)
  })

  it('changes its hash with the content and with the order', async () => {
    const hash = async (text: string) => (await loadTestSet(tempFile('t.csv', text))).hash
    const all = await Promise.all(
      ['id,question\na,x\nb,y\n', 'id,question\nb,y\na,x\n', 'id,question\na,x\nb,z\n'].map(hash),
    )
    expect(new Set(all).size).toBe(3)
    expect(await hash('question,id\nx,a\ny,b\n')).toBe(all[0])
  })

  it('refuses a doubled id and a doubled question without id, naming both places', async () => {
    const file = tempFile('t.csv', 'id,question\na,x\nb,"y\n"\na,z\n')
    const error = await refusal(() => loadTestSet(file))
    expect([error.code, error.message]).toEqual(['duplicate_id', `${file}:5: the id "a" is already used at ${file}:2`])
    expect(error.details).toEqual([])
    const twice = tempFile('t.yaml', '- user_input: x\n\n- user_input: y\n- user_input: x\n')
    expect((await refusal(() => loadTestSet(twice))).message).toBe(
      `${twice}:4: the same question, also without an id, is at ${twice}:1`,
    )
    const parquet = tempFile(
      't.parquet',
      parquetBytes([
        { id: 'a', question: 'x' },
        { id: 'a', question: 'y' },
      ]),
    )
    expect((await refusal(() => loadTestSet(parquet))).message).toBe(
      `${parquet}, row 2: the id "a" is already used at ${parquet}, row 1`,
    )
  })

  it('refuses a row without a question, by line, with the names for it', async () => {
    for (const text of [
      '{"id":"a","user_input":"x"}\n{"id":"b"}\n',
      '{"id":"a","query":"x"}\n{"id":"b","query":" \\n"}\n',
    ]) {
      const file = tempFile('t.jsonl', text)
      const error = await refusal(() => loadTestSet(file))
      expect([error.code, error.message]).toEqual(['missing_user_input', `${file}:2: there is no question`])
      expect(error.hint).toContain('question')
    }
  })

  it('says that the path given for the question found nothing, with the columns that exist', async () => {
    const file = tempFile('t.csv', 'id,q,gold\na,why?,so\nb,who?,me\n')
    const error = await refusal(() => loadTestSet(file, { fields: { user_input: 'qq' } }))
    expect([error.code, error.message]).toEqual([
      'field_path_unmatched',
      `${file}:2: there is nothing at "qq", which was given for user_input`,
    ])
    expect(error.hint).toBe('columns of the first row: id, q, gold')
    const near = await refusal(() => loadTestSet(file, { fields: { user_input: 'golf' } }))
    expect(near.hint).toBe('did you mean "gold"? columns of the first row: id, q, gold')
  })

  it('calls a question missing where the path for it found one before, or its column is empty', async () => {
    for (const text of ['{"turns": ["a"]}\n{"turns": []}\n', '{"turns[0]": "a"}\n{"turns[0]": null}\n']) {
      const file = tempFile('t.jsonl', text)
      const error = await refusal(() => loadTestSet(file, { fields: { user_input: 'turns[0]' } }))
      expect([error.code, error.message]).toEqual(['missing_user_input', `${file}:2: there is no question`])
    }
    const empty = tempFile('t.csv', 'q,gold\n,so\n')
    expect((await refusal(() => loadTestSet(empty, { fields: { user_input: 'q' } }))).code).toBe('missing_user_input')
  })

  it('reads a set under a mapping and refuses a path that matches nothing', async () => {
    const file = tempFile(
      't.json',
      '[{"n": 1, "turns": [{"text": "hi"}, {"text": "why?"}], "gold": {"text": "so"}, "topic": "x"}]',
    )
    const fields = { id: 'n', user_input: 'turns[-1].text', reference: 'gold.text', 'tags.topic': 'topic' }
    expect((await loadTestSet(file, { fields })).cases).toEqual([
      { id: '1', user_input: 'why?', reference: 'so', answerable: true, tags: { topic: 'x' } },
    ])
    const error = await refusal(() => loadTestSet(file, { fields: { ...fields, reference: 'gold.txt' } }))
    expect(error.code).toBe('field_path_unmatched')
  })

  it('reads what the courses wrote down: lists of dicts, and columns side by side', async () => {
    const course = [
      { question: '病假請了四天要附什麼？', expected_source: 'leave.md', reference: '需要證明。' },
      { question: '公司尾牙在哪裡辦？', expected_source: null, reference: null },
    ]
    const set = await loadTestSet(tempFile('t.json', JSON.stringify(course)))
    expect(set.cases.map(({ answerable, expected_sources }) => [answerable, expected_sources])).toEqual([
      [true, ['leave.md']],
      [false, undefined],
    ])
    const columns = { question: ['a', 'b'], answer: ['x', 'y'], contexts: [['c'], []], ground_truth: ['r', 's'] }
    const other = await loadTestSet(tempFile('t.json', JSON.stringify(columns)))
    expect(other.cases.map(({ user_input, reference }) => [user_input, reference])).toEqual([
      ['a', 'r'],
      ['b', 's'],
    ])
  })
})

describe('streamTestSet', () => {
  it('gives cases one by one and stops when it is no longer asked', async () => {
    const file = tempFile('t.jsonl', `${'{"id":"a","user_input":"x"}\n'.repeat(2)}`)
    const seen: string[] = []
    for await (const { testCase, place } of streamTestSet(file)) {
      seen.push(`${testCase.id}:${place.line}`)
      break
    }
    expect(seen).toEqual(['a:1'])
  })

  it('reads a million lines as a stream', async () => {
    const file = join(tempFolder(), 'large.jsonl')
    const lines = Array.from(
      { length: 1000 },
      (_, index) => `{"id":"N-${index}","user_input":"What is the number ${index}?"}\n`,
    ).join('')
    for (let part = 0; part < 1000; part += 1) writeFileSync(file, lines.replaceAll('N-', `${part}-`), { flag: 'a' })
    const before = process.memoryUsage().heapUsed
    let rows = 0
    for await (const { testCase } of streamTestSet(file)) if (testCase.answerable) rows += 1
    expect(rows).toBe(1_000_000)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(300_000_000)
  }, 60_000)

  it('is equal to loading', async () => {
    const file = tempFile('set.csv', [...testSetCsv(CASES)].join(''))
    expect((await collect(streamTestSet(file))).map((one) => one.testCase)).toEqual(CASES)
  })
})
