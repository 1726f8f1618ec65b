import { describe, expect, it } from 'vitest'
import { contexts, fault, known, read } from './test-support/read-fields.ts'

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
    expect((await fault({ ...row, retrieved_context_ids: [1] })).message).toContain('1 id for 3 retrieved contexts')
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

describe('words of a file of grades', () => {
  it('are a mark on a scale under its usual names, and how the response was come by', () => {
    expect(known({ id: 'c1', 'Human Score': '3.5', sampling: 'Random', drawn: '2' }, 'grade')).toEqual({
      id: 'c1',
      mark: 3.5,
      sampling: 'random',
      drawn: 2,
    })
    expect(known({ id: 'c1', stars: ' ' }, 'grade')).toEqual({ id: 'c1' })
  })

  it('are refused in a test set as other unknown names are, and not read as part of an answer', async () => {
    expect((await fault({ user_input: 'q', rating: 4 }, 'test_case')).message).toContain('unknown field "rating"')
    expect(read({ user_input: 'q', response: 'a', rating: 4 }).unknown).toEqual(['rating'])
  })

  it('are refused where they are no mark or no way of sampling', async () => {
    expect((await fault({ id: 'c1', rating: 'good' }, 'grade')).hint).toBe('accepted: a number')
    expect((await fault({ id: 'c1', sampling: 'some' }, 'grade')).hint).toBe('accepted: random or chosen')
  })
})
