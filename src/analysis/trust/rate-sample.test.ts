import { describe, expect, it } from 'vitest'
import { guardVariance, rateSample } from './rate-sample.ts'
import type { RateRow } from './trust-inputs.ts'

const row = (test_case_id: string, right: boolean | null, value: number | null): RateRow => ({
  test_case_id,
  right,
  value,
})

describe('rateSample', () => {
  it('splits graded from ungraded rows and numbers their questions together', () => {
    const sample = rateSample([row('a', true, 1), row('b', null, 0), row('a', null, 1), row('c', false, 0)], false)
    expect(Array.from(sample.grades)).toEqual([1, 0])
    expect(Array.from(sample.scores)).toEqual([1, 0])
    expect(Array.from(sample.scoresOnly)).toEqual([0, 1])
    expect([...sample.clusters.graded]).toEqual([0, 2])
    expect([...sample.clusters.scoresOnly]).toEqual([1, 0])
    expect(sample).toMatchObject({ scoredOnly: 2, noScore: 0, questions: ['a', 'c'], right: [true, false] })
  })

  it('sets missing scores to the mean of those that there are, and turns scores of which less is better', () => {
    const sample = rateSample(
      [row('a', true, 0.2), row('b', null, 0.6), row('c', null, null), row('d', false, null)],
      true,
    )
    expect(Array.from(sample.scores)).toEqual([0.8, expect.closeTo(0.6, 12)])
    expect(Array.from(sample.scoresOnly)).toEqual([0.4, expect.closeTo(0.6, 12)])
    expect(sample).toMatchObject({ scoredOnly: 1, noScore: 2 })
  })
})

describe('guardVariance', () => {
  it('adds a quarter of an error of each kind to the variance of the residuals', () => {
    // Residuals 0, 0, 0, 1: mean .25, squares .75; v = .75 / 3 / 4 = .0625,
    // v' = (.75 + .25 x .75² + .25 x 1.25²) / 3.5 / 4.5 = 1.28125 / 15.75.
    const rows = [row('a', true, 1), row('b', true, 1), row('c', false, 0), row('d', true, 0)]
    expect(guardVariance(rateSample(rows, false), 1)).toBeCloseTo(1.28125 / 15.75 - 0.0625, 14)
  })

  it('is the same for questions of two equal rows as for the questions once', () => {
    const once = [row('a', true, 1), row('b', true, 0), row('c', false, 0)]
    const twice = [...once, ...once]
    expect(guardVariance(rateSample(twice, false), 0.7)).toBeCloseTo(guardVariance(rateSample(once, false), 0.7), 14)
  })

  it('leaves a sample without errors some room, and adds nothing to one grade', () => {
    const rows = Array.from({ length: 40 }, (_, i) => row(`q${i}`, i % 4 > 0, i % 4 > 0 ? 1 : 0))
    expect(guardVariance(rateSample(rows, false), 1)).toBeCloseTo(0.5 / 39.5 / 40.5, 14)
    expect(guardVariance(rateSample([row('a', true, 1)], false), 1)).toBe(0)
  })
})
