import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fleissKappa } from './fleiss-kappa.ts'
import { ratingCounts } from './rating-counts.ts'
import { FOUR_RATERS } from './test-support/four-raters.ts'

/** Ten items, fourteen raters, five categories. Source: statsmodels test_inter_rater.py, table0; Wikipedia on Fleiss' kappa. */
const FOURTEEN_RATERS = [
  [0, 0, 0, 0, 14],
  [0, 2, 6, 4, 2],
  [0, 0, 3, 5, 6],
  [0, 3, 9, 2, 0],
  [2, 2, 8, 1, 1],
  [7, 7, 0, 0, 0],
  [3, 2, 6, 3, 0],
  [2, 5, 3, 2, 2],
  [6, 5, 2, 1, 0],
  [0, 2, 2, 3, 7],
]

const item = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 3 })

describe('fleissKappa', () => {
  it('equals the printed values (reference row 17)', () => {
    expect(fleissKappa(FOURTEEN_RATERS).value).toBeCloseTo(0.2099307044, 9)
    expect(
      fleissKappa([
        [7, 1],
        [3, 5],
      ]).value,
    ).toBeCloseTo(0.161905, 6)
  })

  it('equals irrCAC on four raters with gaps, with its error (reference row 16)', () => {
    const result = fleissKappa(ratingCounts(FOUR_RATERS).counts)
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.7611692754, 9)
    expect(result.se).toBeCloseTo(0.153019203469, 11)
    expect(result.low).toBeCloseTo(0.424376279377, 11)
    expect(result.high).toBe(1)
  })

  it('is Scott pi for two raters', () => {
    const items = [
      [0, 0],
      [0, 1],
      [1, 1],
      [1, 1],
      [0, 0],
    ]
    const share = 5 / 10
    const chance = 2 * share ** 2
    expect(fleissKappa(ratingCounts(items).counts).value).toBeCloseTo((0.8 - chance) / (1 - chance), 14)
  })

  it('equals the definition by listing the ratings', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 20 }), (counts) => {
        const listed = counts
          .map((own) => own.flatMap((count, k) => Array.from({ length: count }, () => k)))
          .filter((own) => own.length > 0)
        const pairable = listed.filter((own) => own.length > 1)
        const result = fleissKappa(counts)
        if (pairable.length === 0 || new Set(listed.flat()).size < 2) {
          expect(result).toMatchObject({ value: null, low: null })
          return
        }
        const shares = pairable.map((own) => {
          const pairs = own.flatMap((a, i) => own.slice(i + 1).map((b): number => (a === b ? 1 : 0)))
          return pairs.reduce((sum, same) => sum + same, 0) / pairs.length
        })
        const seen = shares.reduce((sum, share) => sum + share, 0) / shares.length
        const chance = [0, 1, 2].reduce((total, k) => {
          const parts = listed.map((own) => own.filter((rating) => rating === k).length / own.length)
          return total + (parts.reduce((sum, part) => sum + part, 0) / listed.length) ** 2
        }, 0)
        expect(result.value).toBeCloseTo((seen - chance) / (1 - chance), 11)
      }),
    )
  })

  it('is undefined with a reason where there is nothing to compare', () => {
    expect(fleissKappa([])).toMatchObject({ value: null, reason: 'no items' })
    expect(fleissKappa([[1, 0]])).toMatchObject({ value: null, reason: 'no item has two ratings' })
    expect(fleissKappa([[2], [2]])).toMatchObject({ value: null, reason: expect.stringContaining('two categories') })
    const same = fleissKappa([
      [2, 0],
      [3, 0],
    ])
    expect(same).toMatchObject({
      value: null,
      po: 1,
      pe: 1,
      reason: expect.stringContaining('all ratings are the same'),
    })
  })

  it('is undefined for any number of items and raters that are all the same, and never 1 by rounding', () => {
    for (let n = 1; n <= 60; n++) {
      for (const raters of [2, 3, 7]) {
        expect(fleissKappa(Array.from({ length: n }, () => [0, raters, 0]))).toMatchObject({ value: null, pe: 1 })
      }
    }
  })

  it('refuses rows of different lengths and impossible counts', () => {
    expect(() => fleissKappa([[1, 1], [2]])).toThrow(RangeError)
    expect(() => fleissKappa([[1, Number.NaN]])).toThrow(RangeError)
    expect(() => fleissKappa([[1, -1]])).toThrow(RangeError)
  })
})
