import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Chunk, readChunks } from '../../core/chunk.ts'
import { outcomeOf, score } from '../test-support/score.ts'

const ALL = [
  'hit_rate',
  'hit_rate@3',
  'recall',
  'recall@3',
  'precision',
  'precision@3',
  'ndcg',
  'ndcg@3',
  'mrr',
  'mrr@3',
  'map',
  'map@3',
]
const from = (...sources: string[]): Chunk[] => sources.map((source, index) => ({ text: `text ${index}`, source }))

describe.each(ALL)('%s', (metric) => {
  it('is not applicable where the documents hold no answer, whatever else is missing', () => {
    expect(outcomeOf(metric, { answerable: false })).toBe('NA:not_applicable')
    expect(outcomeOf(metric, { answerable: false, retrieved_contexts: [], expected_sources: ['a'] })).toBe(
      'NA:not_applicable',
    )
  })

  it('is NA when the case does not say what is relevant', () => {
    expect(outcomeOf(metric, { retrieved_contexts: from('a') })).toBe('NA:missing_field')
    expect(outcomeOf(metric, { retrieved_contexts: from('a'), expected_sources: [] })).toBe('NA:missing_field')
    expect(outcomeOf(metric, { retrieved_contexts: from('a'), relevance: { a: 0 } })).toBe('NA:missing_field')
  })

  it('is NA when the system does not tell what it retrieved', () => {
    expect(outcomeOf(metric, { expected_sources: ['a'] })).toBe('NA:missing_field')
  })

  it('is NA, not 0, when the retrieved texts have no identity', () => {
    expect(outcomeOf(metric, { retrieved_contexts: [{ text: 'alpha' }], expected_sources: ['a'] })).toBe(
      'NA:missing_field',
    )
  })

  it.each([
    ['an empty list', []],
    ['a list of blank texts', [{ text: '' }, { text: ' \u3000\n\u200b' }]],
  ])('is 0 by rule for %s', (_name, chunks) => {
    const { outcome, steps } = score(metric, { retrieved_contexts: chunks, expected_sources: ['a'] })
    expect(outcome).toMatchObject({ status: 'scored', value: 0 })
    expect(steps).toEqual([{ kind: 'rule', step: 'no_context' }])
  })

  it('is exactly 1 for a perfect list and exactly 0 for a hopeless one', () => {
    const three = ['a.md', 'b.md', 'c.md']
    expect(outcomeOf(metric, { retrieved_contexts: from(...three), expected_sources: three })).toBe(1)
    expect(outcomeOf(metric, { retrieved_contexts: from('x', 'y', 'z'), expected_sources: three })).toBe(0)
  })

  it('does not mind blank texts that have an identity', () => {
    expect(
      outcomeOf(metric, { retrieved_contexts: [{ text: '', source: 'a' }], expected_sources: ['a'] }),
    ).toBeGreaterThan(0)
  })

  it('stays within 0 and 1 for any list, with repeats, grades and both kinds of names', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'd/a', 'd/b', 'e')
    const chunk = fc.record({ text: fc.constantFrom('', 't', 'u'), source: name, id: name }, { requiredKeys: ['text'] })
    fc.assert(
      fc.property(
        fc.array(chunk, { maxLength: 8 }),
        fc.array(name, { maxLength: 4 }),
        fc.array(name, { maxLength: 4 }),
        fc.dictionary(name, fc.integer({ min: -1, max: 3 })),
        (chunks, sources, ids, relevance) => {
          const { outcome } = score(metric, {
            retrieved_contexts: chunks,
            expected_sources: sources,
            reference_context_ids: ids,
            relevance,
          })
          if (outcome.status === 'scored') {
            expect(outcome.value).toBeGreaterThanOrEqual(0)
            expect(outcome.value).toBeLessThanOrEqual(1)
            const isRatio = metric.startsWith('recall') || metric.startsWith('precision')
            expect(outcome.k !== undefined && outcome.n !== undefined).toBe(isRatio)
          }
        },
      ),
    )
  })
})

describe('what counts as found', () => {
  const rank = (chunks: Chunk[], fields: object): unknown =>
    score('mrr', { retrieved_contexts: chunks, ...fields }).outcome

  it('is compared by source or id, never by position or text', () => {
    const chunks: Chunk[] = [
      { text: 'expected.md', id: '1' },
      { text: 'x', id: '2', source: 'expected.md' },
    ]
    expect(rank(chunks, { expected_sources: ['expected.md'] })).toMatchObject({ value: 0.5 })
    expect(rank(chunks, { reference_context_ids: ['2'] })).toMatchObject({ value: 0.5 })
    expect(rank(chunks, { expected_sources: ['2'] })).toMatchObject({ value: 0.5 })
    expect(rank(chunks, { reference_context_ids: ['expected.md'] })).toMatchObject({ value: 0.5 })
  })

  it('may be a file in any folder when the expected source names no folder', () => {
    for (const source of ['docs/leave.md', 'C:\\docs\\leave.md', 'https://example.com/docs/leave.md', 'leave.md']) {
      expect(rank(from(source), { expected_sources: ['leave.md'] })).toMatchObject({ value: 1 })
    }
    expect(rank(from('docs/sick-leave.md'), { expected_sources: ['leave.md'] })).toMatchObject({ value: 0 })
    expect(rank(from('old/leave.md'), { expected_sources: ['docs/leave.md'] })).toMatchObject({ value: 0 })
    expect(rank(from('docs/7'), { reference_context_ids: ['7'] })).toMatchObject({ value: 0 })
  })

  it('does not depend on how a file system composes accents', () => {
    expect(rank(from('カ\u3099イド.md'), { expected_sources: ['ガイド.md'] })).toMatchObject({ value: 1 })
    expect(rank(from('特休.md'), { expected_sources: ['特休.md'] })).toMatchObject({ value: 1 })
  })

  it('keeps the ranks of the list as the system returned it, also where entries could not be read', () => {
    const { chunks } = readChunks([null, { foo: 1 }, { text: 'x', source: 'a' }])
    expect(rank(chunks, { expected_sources: ['a'] })).toMatchObject({ value: 1 / 3 })
    expect(outcomeOf('precision', { retrieved_contexts: chunks, expected_sources: ['a'] })).toBe(1 / 3)
  })

  it('counts an item once, whether named by its source, its id or both', () => {
    const chunks: Chunk[] = [
      { text: 'x', id: 'leave.md#2', source: 'leave.md' },
      { text: 'y', id: 'other', source: 'other.md' },
    ]
    const both = { retrieved_contexts: chunks, expected_sources: ['leave.md'], reference_context_ids: ['leave.md#2'] }
    expect(score('recall', both).outcome).toEqual({ status: 'scored', value: 1, k: 1, n: 1 })
    expect(outcomeOf('ndcg', both)).toBe(1)
    expect(outcomeOf('map', both)).toBe(1)
  })

  it('names the ranks in a step', () => {
    const { steps } = score('recall', { retrieved_contexts: from('x', 'a', 'b'), expected_sources: ['b', 'a', 'c'] })
    expect(steps).toEqual([{ kind: 'rule', step: 'relevant_ranks', ranks: [2, 3], relevant: 3 }])
  })
})
