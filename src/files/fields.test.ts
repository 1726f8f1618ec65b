import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CanonicalRow, canonicalRow, canonicalRows, type Expects, type FieldOptions } from './fields.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

const shared = join(import.meta.dirname, '../../../shared')

const read = (
  value: Record<string, unknown>,
  expects: Expects = 'both',
  fields?: Record<string, string>,
): CanonicalRow => {
  const options: FieldOptions = fields === undefined ? { expects } : { expects, fields }
  return canonicalRow({ value, place: { file: 'cases.csv', line: 7, row: 6 } }, options)
}
const known = (value: Record<string, unknown>, expects?: Expects, fields?: Record<string, string>) => {
  const { place: _place, unknown: _unknown, ...rest } = read(value, expects, fields)
  return rest
}
const fault = (value: Record<string, unknown>, expects?: Expects, fields?: Record<string, string>) =>
  refusal(() => read(value, expects, fields))
const contexts = (...texts: string[]) => ({ chunks: texts.map((text) => ({ text })), problems: [] })

describe('names of other tools', () => {
  it('understands RAGAS, old and new', () => {
    const expected = { user_input: 'q', reference: 'r', response: 'a', retrieved_contexts: contexts('c') }
    expect(known({ question: 'q', answer: 'a', contexts: ['c'], ground_truth: 'r' })).toEqual(expected)
    expect(known({ question: 'q', answer: 'a', contexts: ['c'], ground_truths: ['r'] })).toEqual(expected)
    expect(known({ user_input: 'q', response: 'a', retrieved_contexts: ['c'], reference: 'r' })).toEqual(expected)
    const generated = {
      question: 'q',
      contexts: ['c'],
      ground_truth: 'r',
      evolution_type: 'simple',
      metadata: [{ a: 'b' }],
      episode_done: true,
    }
    expect(known(generated, 'test_case').tags).toEqual({ evolution_type: 'simple' })
    expect(known({ ...generated, metadata: { lang: 'en', pages: [1] } }, 'test_case')).toEqual({
      user_input: 'q',
      reference: 'r',
      reference_contexts: ['c'],
      tags: { evolution_type: 'simple', lang: 'en' },
    })
    const synthesized = { user_input: 'q', reference: 'r', reference_contexts: ['c'], synthesizer_name: 'single_hop' }
    expect(known(synthesized, 'test_case').tags).toEqual({ synthesizer_name: 'single_hop' })
  })

  it('understands DeepEval, where `context` is what the answer should come from', () => {
    const row = {
      input: 'q',
      actual_output: 'a',
      expected_output: 'r',
      retrieval_context: ['c'],
      context: ['g'],
      tools_called: null,
    }
    const testCase = { user_input: 'q', reference: 'r', reference_contexts: ['g'] }
    expect(known(row)).toEqual({ ...testCase, response: 'a', retrieved_contexts: contexts('c') })
    expect(known(row, 'test_case')).toEqual(testCase)
  })

  it('understands autoevals, where `context` is what was retrieved', () => {
    const row = {
      input: 'q',
      output: 'a',
      expected: 'r',
      context: 'c',
      metadata: { topic: 'leave' },
      tags: ['new', 'lang:en'],
    }
    expect(known(row)).toEqual({
      user_input: 'q',
      response: 'a',
      reference: 'r',
      retrieved_contexts: contexts('c'),
      tags: { topic: 'leave', new: 'yes', lang: 'en' },
    })
  })

  it('understands RAGChecker', () => {
    const row = {
      query_id: '41',
      query: 'q',
      gt_answer: 'r',
      response: 'a',
      retrieved_context: [{ doc_id: 'd1', text: 'c' }],
    }
    expect(known(row)).toEqual({
      id: '41',
      user_input: 'q',
      reference: 'r',
      response: 'a',
      retrieved_contexts: { chunks: [{ id: 'd1', text: 'c' }], problems: [] },
    })
  })

  it('understands LangChain, LlamaIndex and Haystack', () => {
    const document = { page_content: 'c', metadata: { source: 'a.md' } }
    expect(known({ query: 'q', result: 'a', source_documents: [document] })).toEqual({
      user_input: 'q',
      response: 'a',
      retrieved_contexts: { chunks: [{ text: 'c', source: 'a.md', metadata: { source: 'a.md' } }], problems: [] },
    })
    const labelled = {
      query: 'q',
      reference_answer: 'r',
      reference_contexts: ['g'],
      query_by: { type: 'ai' },
      reference_answer_by: null,
    }
    expect(known(labelled, 'test_case')).toEqual({ user_input: 'q', reference: 'r', reference_contexts: ['g'] })
    expect(
      known({ question: 'q', ground_truth_answers: ['r'], predicted_answer: 'a', documents: [{ content: 'c' }] }),
    ).toEqual({
      user_input: 'q',
      reference: 'r',
      response: 'a',
      retrieved_contexts: contexts('c'),
    })
  })

  it('understands promptfoo, as YAML and as CSV', () => {
    const asserts = [
      { type: 'contains', value: '7' },
      { type: 'similar', value: 'r', threshold: 0.8 },
      { type: 'latency', threshold: 1 },
    ]
    expect(
      known({ description: 'd', vars: { question: 'q', 'tags.type': 'x' }, assert: asserts }, 'test_case'),
    ).toEqual({
      user_input: 'q',
      reference: 'r',
      tags: { type: 'x' },
    })
    expect(known({ vars: { topic: 'q' }, assert: [{ type: 'is-json' }] }, 'test_case')).toEqual({ user_input: 'q' })
    const csv = {
      query: 'q',
      __expected1: 'similar(0.8): r',
      __expected2: 'contains: 7',
      '__metadata:lang': 'en',
      __description: 'd',
    }
    expect(known(csv, 'test_case')).toEqual({ user_input: 'q', reference: 'r', tags: { lang: 'en' } })
    expect(known({ query: 'q', __expected: 'r' }, 'test_case').reference).toBe('r')
  })

  it('refuses two different right answers in promptfoo expectations', async () => {
    const asserts = [
      { type: 'equals', value: 'a' },
      { type: 'similar', value: 'b' },
    ]
    const error = await fault({ vars: { q: 'x' }, assert: asserts }, 'test_case')
    expect(error.code).toBe('bad_value')
    expect(error.hint).toContain('reference')
  })

  it("understands the handbook course's own spelling, where no expected source means no answer in the documents", () => {
    expect(known({ question: 'q', expected_source: 'leave.md', reference: 'r' }, 'test_case')).toEqual({
      user_input: 'q',
      reference: 'r',
      expected_sources: ['leave.md'],
    })
    for (const nothing of [null, '', []]) {
      expect(known({ question: 'q', expected_source: nothing, reference: null }, 'test_case')).toEqual({
        user_input: 'q',
        answerable: false,
      })
    }
    expect(known({ question: 'q', expected_source: '', answerable: 'yes' }, 'test_case').answerable).toBe(true)
  })

  it('does not mind capitals, spaces and hyphens', () => {
    const row = { 'User Input': 'q', 'Ground-Truth': 'r', expectedSources: 'a.md', 問題: 'q' }
    expect(known(row, 'test_case')).toEqual({ user_input: 'q', reference: 'r', expected_sources: ['a.md'] })
  })

  it('reads the fields of answers and of grades on them', () => {
    const row = {
      test_case_id: 7,
      id: 'answer-1',
      configuration: { name: 'base', settings: {} },
      repeat: '2',
      latency_ms: '12.5',
      usage: '{"prompt_tokens": 3, "cost_usd": null}',
      error: { code: 'timeout', message: 'too slow' },
      verdict: '正確',
      grader: 'Lin',
      note: 'n',
    }
    expect(read(row, 'response')).toMatchObject({ unknown: ['id'] })
    expect(known(row, 'response')).toEqual({
      id: '7',
      configuration: 'base',
      repeat: 2,
      latency_ms: 12.5,
      usage: { prompt_tokens: 3 },
      error: 'too slow',
      verdict: 'right',
      grader: 'Lin',
      note: 'n',
    })
  })

  it('joins ids that stand in a list of their own with the contexts', async () => {
    const row = { question: 'q', retrieved_contexts: ['a', null, 'b'], retrieved_context_ids: [1, 2, 3] }
    expect(known(row).retrieved_contexts?.chunks).toEqual([
      { text: 'a', id: '1' },
      { text: 'b', id: '3', rank: 3 },
    ])
    expect(known({ question: 'q', retrieved_context_ids: ['x'] }).retrieved_contexts?.chunks).toEqual([
      { id: 'x', text: '' },
    ])
    expect((await fault({ ...row, retrieved_context_ids: [1] })).message).toContain('1 ids for 3 retrieved contexts')
  })
})

describe('names that could mean two things', () => {
  it('takes `answer` for the response, and refuses it in a test set that has no other reference', async () => {
    expect(known({ question: 'q', answer: 'a' })).toEqual({ user_input: 'q', response: 'a' })
    expect(known({ question: 'q', answer: 'a', ground_truth: 'r' }, 'test_case')).toEqual({
      user_input: 'q',
      reference: 'r',
    })
    const error = await fault({ question: 'q', answer: 'a' }, 'test_case')
    expect([error.code, error.hint]).toEqual(['ambiguous_field', expect.stringContaining('{reference: answer}')])
    expect(known({ question: 'q', answer: 'a' }, 'test_case', { reference: 'answer' }).reference).toBe('a')
  })

  it('refuses two names of one field that say different things, naming both', async () => {
    const error = await fault({ question: 'a', query: 'b' })
    expect(error.code).toBe('conflicting_fields')
    expect(error.message).toBe('cases.csv:7: "question" and "query" both name the user_input and differ ("a", "b")')
    expect(known({ question: 'a', query: 'a', input: null, user_input: '' })).toEqual({ user_input: 'a' })
    expect((await fault({ question: 'q', tags: { type: 'a' }, 'tags.type': 'b' })).code).toBe('conflicting_fields')
  })

  it('reads `unanswerable` and `is_impossible` as the opposite', () => {
    expect(known({ question: 'q', is_impossible: true }, 'test_case').answerable).toBe(false)
    expect(known({ question: 'q', unanswerable: 'no' }, 'test_case').answerable).toBe(true)
  })

  it('takes NOT_ANSWERABLE for no reference, and only where the case says that it has none', async () => {
    expect(known({ question: 'q', reference: 'NOT_ANSWERABLE', answerable: false })).toEqual({
      user_input: 'q',
      answerable: false,
    })
    expect((await fault({ question: 'q', reference: 'NOT_ANSWERABLE' })).hint).toBe('add answerable: false to the case')
  })
})

describe('values', () => {
  it('reads lists out of cells: JSON, Python, and one plain text', () => {
    const list = (text: string) => known({ question: 'q', reference_contexts: text }).reference_contexts
    expect(list('["a", "b"]')).toEqual(['a', 'b'])
    expect(list(`['it\\'s', "b\\n\\u5b57\\\\", 'say "x"',]`)).toEqual(["it's", 'b\n字\\', 'say "x"'])
    expect(list(' [ ] ')).toEqual([])
    expect(list('one text, with a comma')).toEqual(['one text, with a comma'])
    expect(list('[1] see page 3')).toEqual(['[1] see page 3'])
    expect(list('')).toBeUndefined()
  })

  it('refuses texts that look like a list and cannot be read, by file, line and column', async () => {
    for (const text of [
      "['a' 'b']",
      '["a", "b',
      "[Document(page_content='a')]",
      '[a, b]',
      "['a\\q']",
      '[{"text": "a"',
    ]) {
      const error = await fault({ question: 'q', contexts: text })
      expect([error.code, error.hint]).toEqual(['bad_value', expect.stringContaining('["a", "b"]')])
      expect(error.message).toContain('cases.csv:7: "contexts" is ')
    }
  })

  it('answers at once for long texts that only begin like a list', async () => {
    for (const text of [`['${"a', '".repeat(300_000)}`, `['${'\\'.repeat(900_001)}`, `["${'x'.repeat(5_000_000)}`]) {
      const started = performance.now()
      await refusal(() => read({ question: 'q', contexts: text }))
      expect(performance.now() - started).toBeLessThan(3000)
    }
  })

  it('accepts a list of one text for a text, and refuses more', async () => {
    expect(known({ question: ['q'], reference: ['r'] })).toEqual({ user_input: 'q', reference: 'r' })
    expect(known({ question: 'q', ground_truths: '["r"]', response: '["r"]' })).toMatchObject({
      reference: 'r',
      response: '["r"]',
    })
    expect((await fault({ question: 'q', ground_truths: ['r', 's'] })).message).toBe(
      'cases.csv:7: "ground_truths" is a list',
    )
    expect((await fault({ question: [{ role: 'user', content: 'q' }] })).code).toBe('bad_value')
  })

  it('reads yes and no in their usual spellings and refuses others', async () => {
    for (const yes of [true, 'true', 'TRUE', 'Yes', 1, '1', ['ANSWERABLE']]) {
      expect(known({ question: 'q', answerable: yes }).answerable).toBe(true)
    }
    for (const no of [false, 'false', 'No', 0, '0', 'unanswerable']) {
      expect(known({ question: 'q', answerable: no }).answerable).toBe(false)
    }
    const error = await fault({ question: 'q', answerable: 'maybe' })
    expect(error.message).toBe('cases.csv:7: "answerable" is "maybe"')
    expect(error.hint).toBe('accepted: true, false, yes, no, 1, 0')
  })

  it('reads ids as texts and refuses those that are not exact or hold control characters', async () => {
    expect(known({ id: 7, question: 'q' }).id).toBe('7')
    expect(known({ id: ' ../../etc/passwd|x ', question: 'q' }).id).toBe('../../etc/passwd|x')
    expect(known({ id: '', question: 'q' })).toEqual({ user_input: 'q' })
    for (const id of ['a\u0000b', 'a\nb', 'x'.repeat(501), 12345678901234567890, { a: 1 }]) {
      expect((await fault({ id, question: 'q' })).code).toBe('bad_value')
    }
  })

  it('reads relevance, rubrics and tags as objects or as JSON in a cell', async () => {
    const expected = { relevance: { 'a.md': 2 }, rubrics: { score1: 'bad' }, tags: { type: 'x', n: '3' } }
    const row = {
      question: 'q',
      qrels: { 'a.md': 2 },
      rubrics: { score1: 'bad' },
      tags: { type: 'x', n: 3, none: null },
    }
    expect(known(row)).toMatchObject(expected)
    const cells = {
      qrels: '[{"id": "a.md", "grade": "2"}]',
      rubrics: '{"score1": "bad"}',
      tags: '{"type": "x", "n": 3}',
    }
    expect(known({ question: 'q', ...cells })).toMatchObject(expected)
    expect(known({ question: 'q', tags: 'urgent' }).tags).toEqual({ tag: 'urgent' })
    expect(known({ question: 'q', 'tags.type': 'x', 'tag:lang': 'en', 'tags.empty': '' }).tags).toEqual({
      type: 'x',
      lang: 'en',
    })
    for (const bad of [
      { relevance: '2' },
      { relevance: { a: 'high' } },
      { rubrics: 'x' },
      { tags: { a: { b: 1 } } },
      { repeat: 0 },
    ]) {
      expect((await fault({ question: 'q', ...bad })).code).toBe('bad_value')
    }
  })

  it('keeps an empty response, but not beside an error', () => {
    expect(known({ question: 'q', response: '' }).response).toBe('')
    expect(known({ question: 'q', response: '', error: 'down' })).toEqual({ user_input: 'q', error: 'down' })
    expect(known({ question: 'q', response: null, contexts: null, error: '' })).toEqual({ user_input: 'q' })
  })

  it.skipIf(!existsSync(join(shared, 'cases/reported-faults.jsonl')))(
    'unwraps known shapes of contexts and names the others (bl-19)',
    () => {
      const lines = readFileSync(join(shared, 'cases/reported-faults.jsonl'), 'utf8').trim().split('\n')
      const { input, expected } = lines.map((line) => JSON.parse(line)).find((one) => one.id === 'bl-19')
      const found = known(input.rows[0]).retrieved_contexts
      expect(found?.chunks.map((chunk) => chunk.text)).toEqual(expected.contexts)
      expect(found?.chunks.map((chunk, index) => chunk.rank ?? index + 1)).toEqual(expected.ranks)
      expect(found?.chunks.map((chunk) => chunk.source ?? null)).toEqual(expected.sources)
      expect(found?.problems).toEqual(expected.problems)
    },
  )
})

describe('unknown columns', () => {
  it('are refused in a test set with the nearest name and the way to keep them', async () => {
    const error = await fault({ question: 'q', refrence: 'r' }, 'test_case')
    expect([error.code, error.message]).toEqual(['unknown_field', 'cases.csv:7: unknown field "refrence"'])
    expect(error.hint).toContain('did you mean "reference"?')
    expect((await fault({ question: 'q', department: 'HR' }, 'test_case')).hint).toContain('"tags.department"')
  })

  it('are kept aside in answers, and in a test set whose fields are mapped', () => {
    expect(read({ question: 'q', department: 'HR', response: 'a' }).unknown).toEqual(['department'])
    expect(read({ question: 'q', department: 'HR' }, 'test_case', { reference: 'department' }).unknown).toEqual([
      'department',
    ])
    expect(read({ question: 'q', reference: 'r', response: 'a', contexts: ['x'] }, 'test_case').unknown).toEqual([
      'response',
      'contexts',
    ])
  })
})

describe('fields', () => {
  it('reads a field from a column or a path, and from there alone', () => {
    const row = {
      id: 1,
      talk: [{ text: 'first' }, { text: 'last' }],
      out: { text: 'a' },
      question: 'ignored',
      'my tag': 'x',
      kind: ['t'],
    }
    const fields = { user_input: 'talk[-1].text', response: 'out.text', 'tags.mine': 'my tag', 'tags.type': 'kind[0]' }
    expect(known(row, 'both', fields)).toEqual({
      id: '1',
      user_input: 'last',
      response: 'a',
      tags: { mine: 'x', type: 't' },
    })
    expect(known({ 'out.text': 'flat', out: { text: 'a' } }, 'both', { response: 'out.text' }).response).toBe('flat')
    const hits = { q: 'q', hits: [{ content: 'a' }, { content: 'b' }] }
    expect(known(hits, 'both', { user_input: 'q', retrieved_contexts: 'hits[*].content' }).retrieved_contexts).toEqual(
      contexts('a', 'b'),
    )
  })

  it('refuses fields that do not exist and paths that are none', async () => {
    const unknown = await fault({ q: 1 }, 'both', { user_inptu: 'q' })
    expect([unknown.code, unknown.hint]).toEqual(['unknown_field', 'did you mean "user_input"?'])
    expect((await fault({ q: 1 }, 'both', { user_input: 'a[' })).code).toBe('bad_field_path')
  })

  it('refuses a path that matches nothing in any row, naming the columns', async () => {
    const rows = (fields: Record<string, string>) =>
      collect(
        canonicalRows(tempFile('t.jsonl', '{"q":"a","x":{}}\n{"q":"b","x":{"y":"r"},"z":null}\n'), {
          expects: 'both',
          fields,
        }),
      )
    expect((await rows({ user_input: 'q', reference: 'x.y' })).map((row) => row.reference)).toEqual([undefined, 'r'])
    expect(await rows({ user_input: 'q', expected_sources: 'z' })).toHaveLength(2)
    const error = await refusal(() => rows({ user_input: 'q', reference: 'x.yy' }))
    expect(error.code).toBe('field_path_unmatched')
    expect(error.message).toContain('no row has anything at "x.yy", which was given for reference')
    expect(error.hint).toBe('columns of the first row: q, x')
  })

  const mtrag = join(shared, 'data/mtrag-human-eval/responses.jsonl')
  it.skipIf(!existsSync(mtrag))(
    'loads a foreign set of answers through a mapping: 252 answers to 84 questions',
    async () => {
      const fields = {
        id: 'task_id',
        user_input: "conversation[?speaker=='user'] | [-1].text",
        retrieved_contexts: 'contexts',
        configuration: 'config',
      }
      const rows = await collect(canonicalRows(mtrag, { fields, expects: 'both' }))
      expect(rows).toHaveLength(252)
      expect(new Set(rows.map((row) => row.id)).size).toBe(84)
      expect(new Set(rows.map((row) => row.configuration))).toEqual(
        new Set(['reference', 'gpt-4o', 'llama-3.1-405b-instruct']),
      )
      const raw = readFileSync(mtrag, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
      for (const [index, row] of rows.entries()) {
        expect(row.user_input).toBe(raw[index].conversation.at(-1).text)
        expect(row.retrieved_contexts?.problems).toEqual([])
        expect(row.retrieved_contexts?.chunks.map((chunk) => chunk.id)).toEqual(
          raw[index].contexts.map((one: { id: string }) => one.id),
        )
        expect(row.response).toBe(raw[index].response)
      }
    },
  )
})
