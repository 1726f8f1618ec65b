import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

describe('latency', () => {
  it('is the measured time, also of a response with an error', () => {
    expect(outcomeOf('latency', { latency_ms: 12.5 })).toBe(12.5)
    expect(outcomeOf('latency', { latency_ms: 60_000, error: { code: 'timeout', message: 'no answer' } })).toBe(60_000)
  })

  it('is NA when it was not measured', () => {
    expect(outcomeOf('latency', {})).toBe('NA:missing_field')
  })
})
