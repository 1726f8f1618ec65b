import { describe, expect, it } from 'vitest'
import { progressLine } from './output.ts'

const evaluating = { phase: 'evaluate', done: 3, total: 9, errors: 0, na: 1 } as const

describe('the line of progress', () => {
  it('says how many requests were made and what they cost', () => {
    const line = (cost_usd: number | null) => progressLine({ ...evaluating, spent: { calls: 12, cost_usd } }, 20, false)
    expect(line(0.0123)).toBe('evaluate  3/9  NA 1  errors 0  calls 12  US$ 0.0123  about 20 s left')
    expect(line(4.567)).toContain('US$ 4.57')
    expect(line(null)).toContain('calls 12  US$ unknown')
  })

  it('says nothing of money where nothing is paid, and nothing of requests where no model is asked', () => {
    expect(progressLine({ ...evaluating, spent: { calls: 12, cost_usd: 0 } }, null, false)).toBe(
      'evaluate  3/9  NA 1  errors 0  calls 12',
    )
    expect(progressLine(evaluating, null, false)).toBe('evaluate  3/9  NA 1  errors 0')
  })
})
