import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

describe('cost', () => {
  it('is what the system reports, 0 included', () => {
    expect(outcomeOf('cost', { usage: { cost_usd: 0.0021 } })).toBe(0.0021)
    expect(outcomeOf('cost', { usage: { cost_usd: 0 } })).toBe(0)
  })

  it('is NA when it is not reported', () => {
    expect(outcomeOf('cost', { usage: { total_tokens: 10 } })).toBe('NA:missing_field')
    expect(outcomeOf('cost', {})).toBe('NA:missing_field')
  })
})
