import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fault, known, read } from './test-support/read-fields.ts'
import { refusal } from './test-support/temp-file.ts'

const shared = join(import.meta.dirname, '../../../shared')

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
    for (const id of ['a\u0000b', 'a\nb', 'x'.repeat(501), 2 ** 60, { a: 1 }]) {
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

  it('refuses durations, counts and prices that nobody measured: their sums would not be finite', async () => {
    expect(known({ question: 'q', latency_ms: 1e15, usage: { cost_usd: 0 } })).toMatchObject({ latency_ms: 1e15 })
    expect((await fault({ question: 'q', latency_ms: 1.7e308 })).message).toContain('"latency_ms" is 1.7e+308')
    expect((await fault({ question: 'q', usage: { cost_usd: 1e308 } })).code).toBe('bad_value')
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
