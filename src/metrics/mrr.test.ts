import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

describe('mrr', () => {
  const chunks = ['x', 'y', 'a', 'b'].map((source) => ({ text: 't', source }))

  it('is one over the rank of the first relevant chunk', () => {
    expect(outcomeOf('mrr', { retrieved_contexts: chunks, expected_sources: ['b', 'a'] })).toBe(1 / 3)
    expect(outcomeOf('mrr@3', { retrieved_contexts: chunks, expected_sources: ['b', 'a'] })).toBe(1 / 3)
  })

  it('is 0 when the first relevant chunk comes after k', () => {
    expect(outcomeOf('mrr@2', { retrieved_contexts: chunks, expected_sources: ['a'] })).toBe(0)
  })
})
