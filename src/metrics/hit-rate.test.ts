import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const chunks = ['x.md', 'y.md', 'leave.md'].map((source) => ({ text: 't', source }))

describe('hit_rate', () => {
  it('is 1 when any expected source is among the first k', () => {
    const sample = { retrieved_contexts: chunks, expected_sources: ['pay.md', 'leave.md'] }
    expect(outcomeOf('hit_rate@2', sample)).toBe(0)
    expect(outcomeOf('hit_rate@3', sample)).toBe(1)
    expect(outcomeOf('hit_rate@100', sample)).toBe(1)
    expect(outcomeOf('hit_rate', sample)).toBe(1)
  })

  it('takes ids as well as sources', () => {
    const sample = { retrieved_contexts: [{ text: 't', id: '7' }], reference_context_ids: ['7'] }
    expect(outcomeOf('hit_rate@1', sample)).toBe(1)
  })

  it('is unknown, not missed, when the system failed', () => {
    const error = { code: 'timeout', message: 'no answer' } as const
    expect(outcomeOf('hit_rate', { error, expected_sources: ['a'] })).toBe('NA:system_error')
  })
})
