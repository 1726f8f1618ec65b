import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const from = (...sources: string[]) => sources.map((source, index) => ({ text: `t${index}`, source }))

describe('ndcg', () => {
  it('takes all relevant items for the ideal list: one of two at rank 1 is 0.613, not 1', () => {
    const value = outcomeOf('ndcg@10', { retrieved_contexts: from('a', 'x'), expected_sources: ['a', 'b'] })
    expect(Number(value).toFixed(3)).toBe('0.613')
  })

  it('is the worked example of graded relevance', () => {
    // Grades 3 2 3 0 1 2 in rank order; DCG with linear gain 6.861, ideal 3 3 2 2 1 0: 7.141 (Wikipedia, "Discounted cumulative gain").
    const relevance = { d1: 3, d2: 2, d3: 3, d4: 0, d5: 1, d6: 2 }
    const value = outcomeOf('ndcg@6', { retrieved_contexts: from('d1', 'd2', 'd3', 'd4', 'd5', 'd6'), relevance })
    expect(Number(value).toFixed(3)).toBe((6.861 / 7.141).toFixed(3))
  })

  it('never goes above 1 through repeated chunks', () => {
    expect(outcomeOf('ndcg@3', { retrieved_contexts: from('a', 'a', 'a'), expected_sources: ['a'] })).toBe(1)
    expect(outcomeOf('ndcg@3', { retrieved_contexts: from('x', 'a', 'a'), expected_sources: ['a'] })).toBeCloseTo(
      1 / Math.log2(3),
      12,
    )
  })

  it('lets grades speak before the plain list of sources', () => {
    const sample = { retrieved_contexts: from('a', 'b'), expected_sources: ['a', 'b'], relevance: { a: 1, b: 3 } }
    expect(outcomeOf('ndcg', sample)).toBeCloseTo((1 + 3 / Math.log2(3)) / (3 + 1 / Math.log2(3)), 12)
  })
})
