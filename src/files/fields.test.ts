import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { canonicalRows } from './fields.ts'
import { contexts, fault, known, read } from './test-support/read-fields.ts'
import { collect, refusal, tempFile } from './test-support/temp-file.ts'

const shared = join(import.meta.dirname, '../../../shared')

describe('unknown columns', () => {
  it('are refused in a test set with the nearest name and the way to keep them', async () => {
    const error = await fault({ question: 'q', refrence: 'r' }, 'test_case')
    expect([error.code, error.message]).toEqual(['unknown_field', 'cases.csv:7: unknown field "refrence"'])
    expect(error.hint).toContain('did you mean "reference"?')
    expect((await fault({ question: 'q', department: 'HR' }, 'test_case')).hint).toContain('"tags.department"')
    expect((await fault({ q: 'why?' }, 'test_case')).hint).toMatch(/^accepted: id, user_input, reference, .*"tags\.q"/)
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
    expect(unknown.message).toBe('--field: there is no field "user_inptu"')
    const inTestSet = await fault({ q: 1 }, 'test_case', { user_inptu: 'q' })
    expect(inTestSet.message).toBe('test_set_fields: there is no field "user_inptu"')
    expect((await fault({ q: 1 }, 'both', { user_input: 'a[' })).code).toBe('bad_field_path')
  })

  it('refuses two columns that disagree, with the way to choose one of them in that kind of file', async () => {
    const row = { id: '1', question: 'a', query: 'b' }
    const error = await fault(row, 'test_case')
    expect([error.code, error.hint]).toEqual([
      'conflicting_fields',
      'keep one, or choose with test_set_fields: {user_input: question}',
    ])
    expect((await fault(row, 'both')).hint).toBe(
      'keep one, or choose with --field user_input=question (evaluate, import)',
    )
    expect((await fault(row, 'response')).hint).toBe('keep one, or choose with fields: {user_input: question}')
    expect((await fault({ id: '1', note: 'a', comment: 'b' }, 'grade')).hint).toBe('keep one')
  })

  it('refuses a list where one text is needed, with the way to choose an item in that kind of file', async () => {
    const row = { id: '1', question: 'q', ground_truths: '["a", "b"]' }
    const hints = await Promise.all(
      (['both', 'test_case'] as const).map(async (expects) => (await fault(row, expects)).hint ?? ''),
    )
    expect(hints[0]).toContain('--field "reference=ground_truths[0]"')
    expect(hints[1]).toContain('test_set_fields: {reference: "ground_truths[0]"}')
    const response = await fault({ id: '1', answer: ['a', 'b'] }, 'response')
    expect(response.hint).toContain('fields: {response: "answer[0]"}')
    const spaced = await fault({ question: 'q', 'Ground Truths': ['a', 'b'] }, 'both')
    expect(spaced.hint).toContain(`--field 'reference="Ground Truths"[0]'`)
    expect(known({ question: 'q', 'Ground Truths': ['a', 'b'] }, 'both', { reference: '"Ground Truths"[0]' })).toEqual({
      user_input: 'q',
      reference: 'a',
    })
    const mapped = await fault({ q: 'q', hits: [{ text: 'a' }, { text: 'b' }] }, 'both', {
      user_input: 'q',
      reference: 'hits[*].text',
    })
    expect(mapped.hint).toContain('--field "reference=hits[*].text | [0]"')
    expect((await fault({ test_case_id: 'a', verdict: 'right', note: ['a', 'b'] }, 'grade')).hint).toBe(
      'accepted: one text',
    )
  })

  it('opens lists and objects that a CSV file holds as texts for a path', async () => {
    const csv = `q,ground_truths,out\na,"[""r1"", ""r2""]","{""text"": ""o1""}"\nb,"['r3', ""r4""]","{""text"": ""o2""}"\nc,[],{}\n`
    const fields = { user_input: 'q', reference: 'ground_truths[0]', response: 'out.text' }
    const rows = await collect(canonicalRows(tempFile('t.csv', csv), { fields, expects: 'both' }))
    expect(rows.map(({ reference, response }) => [reference, response])).toEqual([
      ['r1', 'o1'],
      ['r3', 'o2'],
      [undefined, undefined],
    ])
    expect(known({ q: 'q', a: 'plain [0]' }, 'both', { user_input: 'q', response: 'a' }).response).toBe('plain [0]')
  })

  it('reads of a grade what it needs and passes over all else', () => {
    const row = { test_case_id: 'c1', verdict: 'right', user_input: { a: 1 }, reference: 'r', response: 7, kind: 'x' }
    expect(known(row, 'grade')).toEqual({ id: 'c1', verdict: 'right' })
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
