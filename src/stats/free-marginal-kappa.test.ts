import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { freeMarginalKappa } from './free-marginal-kappa.ts'
import { pabak } from './pabak.ts'
import { ratingCounts } from './rating-counts.ts'
import { FOUR_RATERS } from './test-support/four-raters.ts'

describe('freeMarginalKappa', () => {
  it('equals the printed value (reference row 17)', () => {
    const counts = [
      [7, 1],
      [3, 5],
    ]
    expect(freeMarginalKappa(counts).value).toBeCloseTo(0.214286, 6)
  })

  it('equals the kappa of Brennan and Prediger in irrCAC 0.4.4 on four raters with gaps, with its error', () => {
    const result = freeMarginalKappa(ratingCounts(FOUR_RATERS).counts)
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.772727272727, 11)
    expect(result.se).toBeCloseTo(0.144716619899, 11)
    expect(result.low).toBeCloseTo(0.45420813991, 11)
  })

  it('is pabak for two raters', () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 30 }), (items) => {
        const { counts } = ratingCounts(items, { categories: [0, 1, 2] })
        const table = [0, 1, 2].map((i) => [0, 1, 2].map((j) => items.filter(([a, b]) => a === i && b === j).length))
        expect(freeMarginalKappa(counts).value).toBeCloseTo(pabak(table).value ?? Number.NaN, 12)
      }),
    )
  })

  it('is 1 without an interval when all ratings are the same, and undefined without two categories', () => {
    const same = [
      [2, 0],
      [3, 0],
    ]
    expect(freeMarginalKappa(same)).toMatchObject({ value: 1, low: null, pe: 0.5 })
    expect(freeMarginalKappa([[2]])).toMatchObject({ value: null })
    expect(freeMarginalKappa([])).toMatchObject({ value: null, reason: 'no items' })
  })
})
