import { describe, expect, it } from 'vitest'
import { outcomeOf } from './test-support/score.ts'

const of = (response: string, reference: string, options = {}) =>
  outcomeOf({ rouge_1: options }, { response, reference })

describe('rouge_1', () => {
  it('is the F1 of the shared words, order ignored, each occurrence counted', () => {
    expect(of('seven at leaves', 'leaves at seven')).toBe(1)
    expect(of('the the', 'the the the the')).toBeCloseTo(4 / 6, 12)
    expect(of('the the', 'the the the the', { mode: 'recall' })).toBe(0.5)
  })

  it('is exactly 1 for identical Chinese and exactly 0 for nothing in common', () => {
    expect(of('这家面馆每逢星期三休息。', '这家面馆每逢星期三休息。')).toBe(1)
    expect(of('艇', '船')).toBe(0)
  })

  it('stems English only when RAGAS is asked for', () => {
    expect(of('cats', 'cat')).toBe(0)
    expect(of('cats', 'cat', { compat: 'ragas' })).toBe(1)
  })
})
