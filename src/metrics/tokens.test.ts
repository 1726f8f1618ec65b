import { describe, expect, it } from 'vitest'
import { outcomeOf, score } from './test-support/score.ts'

describe('tokens', () => {
  it('is the reported total, else prompt plus completion', () => {
    expect(outcomeOf('tokens', { usage: { total_tokens: 9, prompt_tokens: 1, completion_tokens: 2 } })).toBe(9)
    expect(outcomeOf('tokens', { usage: { prompt_tokens: 812, completion_tokens: 0 } })).toBe(812)
  })

  it('never takes an unreported part as 0', () => {
    expect(score('tokens', { usage: { prompt_tokens: 812 } }).outcome).toMatchObject({
      reason: 'missing_field',
      detail: 'usage.total_tokens is missing, and usage.completion_tokens too',
    })
    expect(outcomeOf('tokens', { usage: {} })).toBe('NA:missing_field')
    expect(outcomeOf('tokens', {})).toBe('NA:missing_field')
  })
})
