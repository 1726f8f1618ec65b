import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SHROUT_FLEISS } from './test-support/shrout-fleiss.ts'
import { type TwoWayIcc, twoWayIcc } from './two-way-icc.ts'

const table = fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 3, maxLength: 3 }), {
  minLength: 2,
  maxLength: 12,
})

function iccOf(ratings: readonly (readonly number[])[]): TwoWayIcc {
  const icc = twoWayIcc(ratings)
  if ('reason' in icc) throw new Error(icc.reason)
  return icc
}

function sumOfSquares(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
}

describe('twoWayIcc', () => {
  it('equals Shrout and Fleiss 1979 (reference row 18)', () => {
    const icc = iccOf(SHROUT_FLEISS)
    expect(icc.oneWay.value).toBeCloseTo(0.1657417684, 9)
    expect(icc.twoWayRandom.value).toBeCloseTo(0.2897637795, 9)
    expect(icc.twoWayMixed.value).toBeCloseTo(0.7148407148, 9)
    expect(icc.bms).toBeCloseTo(11.2416667, 7)
    expect(icc.wms).toBeCloseTo(6.2638889, 7)
    expect(icc.jms).toBeCloseTo(32.4861111, 7)
    expect(icc.ems).toBeCloseTo(1.0194444, 7)
  })

  it('splits the sum of squares: total = items + raters + rest', () => {
    fc.assert(
      fc.property(table, (ratings) => {
        const icc = iccOf(ratings)
        const n = ratings.length
        expect((n - 1) * icc.bms + 2 * icc.jms + 2 * (n - 1) * icc.ems).toBeCloseTo(sumOfSquares(ratings.flat()), 8)
        expect(n * 2 * icc.wms).toBeCloseTo(2 * icc.jms + 2 * (n - 1) * icc.ems, 8)
      }),
    )
  })

  it('gives at most 1, and ICC(3,1) does not notice that one rater marks higher', () => {
    fc.assert(
      fc.property(table, (ratings) => {
        const icc = iccOf(ratings)
        const stricter = iccOf(ratings.map(([a = 0, b = 0, c = 0]) => [a + 4, b, c]))
        for (const one of [icc.oneWay, icc.twoWayRandom, icc.twoWayMixed]) {
          if (one.value !== null) expect(one.value).toBeLessThanOrEqual(1 + 1e-12)
        }
        if (icc.twoWayMixed.value !== null) expect(stricter.twoWayMixed.value).toBeCloseTo(icc.twoWayMixed.value, 8)
      }),
    )
  })

  it('is undefined with a reason where items do not differ or too little was rated', () => {
    expect(twoWayIcc([[1, 2]])).toEqual({ value: null, reason: 'it takes two items and two raters' })
    expect(twoWayIcc([])).toMatchObject({ value: null })
    const equal = iccOf([
      [0.3, 0.3],
      [0.3, 0.3],
    ])
    expect(equal.oneWay).toEqual({ value: null, reason: 'all values are equal' })
    const raters = iccOf([
      [0.1, 0.2, 0.7],
      [0.1, 0.2, 0.7],
      [0.1, 0.2, 0.7],
    ])
    expect(raters.twoWayMixed).toEqual({ value: null, reason: 'items do not differ' })
    expect(raters.twoWayRandom.value).toBeCloseTo(0, 12)
    expect(raters.oneWay.value).toBeCloseTo(-0.5, 12)
  })

  it('refuses gaps', () => {
    expect(() => twoWayIcc([[1, 2], [1]])).toThrow(RangeError)
    expect(() => twoWayIcc([[1, Number.NaN]])).toThrow(RangeError)
  })
})
