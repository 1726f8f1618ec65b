import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const from = (...ids: string[]) => ids.map((id) => ({ text: 't', id }))
const relevance = { r1: 1, r2: 1, n1: 0, n2: 0 }

describe('bpref', () => {
  it('takes off a share for every judged document above a relevant one', () => {
    // r1 has none above: 1; r2 has one of min(2, 2) above: 1/2.
    expect(outcomeOf('bpref', { retrieved_contexts: from('r1', 'n1', 'r2', 'n2'), relevance })).toBe(0.75)
  })

  it('passes over documents that nobody judged', () => {
    expect(outcomeOf('bpref', { retrieved_contexts: from('u1', 'r1', 'u2', 'u3', 'r2'), relevance })).toBe(1)
    expect(outcomeOf('bpref', { retrieved_contexts: from('m', 'r1', 'r2'), relevance: { ...relevance, m: -1 } })).toBe(
      1,
    )
  })

  it('is 0 when every rejected document comes first', () => {
    expect(outcomeOf('bpref', { retrieved_contexts: from('n1', 'n2', 'r1', 'r2'), relevance })).toBe(0)
  })

  it('needs graded relevance', () => {
    expect(outcomeOf('bpref', { retrieved_contexts: from('a'), reference_context_ids: ['a'] })).toBe('NA:missing_field')
  })
})
