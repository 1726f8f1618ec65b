import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chiSquareCdf, chiSquareSf } from './chi-square.ts'
import { normalSf } from './normal-cdf.ts'

describe('chi-square', () => {
  it('equals the corrected and plain p values that R prints for McNemar (reference row 24)', () => {
    expect(chiSquareSf(20.672222222222224, 1)).toBeCloseTo(5.450095e-6, 12)
    expect(chiSquareSf(2.8, 2)).toBeCloseTo(0.2465969639, 10)
  })

  it('equals scipy over small and large x and df', () => {
    const rows = [
      [0.02, 1, 0.11246291601828491, 0.887537083981715],
      [3.84, 1, 0.9499564787512949, 0.05004352124870519],
      [60, 1, 0.9999999999999906, 9.485737571073857e-15],
      [7.5, 4, 0.8882907071839568, 0.11170929281604328],
      [0.4, 9, 1.1612156881894697e-5, 0.999988387843118],
      [40, 30, 0.8951357188920153, 0.10486428110798468],
      [250, 200, 0.9906208683311739, 0.009379131668826098],
      [900, 1000, 0.01071723809128973, 0.9892827619087102],
      [90, 7, 0.9999999999999999, 1.2372404171748514e-16],
    ] as const
    for (const [x, df, cdf, sf] of rows) {
      expect(chiSquareCdf(x, df) / cdf).toBeCloseTo(1, 11)
      expect(chiSquareSf(x, df) / sf).toBeCloseTo(1, 11)
    }
  })

  it('is the tail of a squared normal for one degree of freedom and exp(-x/2) for two', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: 0.001, max: 300 }), (x) => {
        expect(chiSquareSf(x, 1) / (2 * normalSf(Math.sqrt(x)))).toBeCloseTo(1, 11)
        expect(chiSquareSf(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 11)
      }),
    )
  })

  it('rises with x, and its tails add up to 1', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: 0, max: 100 }),
        fc.double({ noNaN: true, min: 0.1, max: 20 }),
        fc.integer({ min: 1, max: 60 }),
        (x, more, df) => {
          expect(chiSquareCdf(x + more, df)).toBeGreaterThanOrEqual(chiSquareCdf(x, df))
          expect(chiSquareCdf(x, df) + chiSquareSf(x, df)).toBeCloseTo(1, 12)
        },
      ),
    )
  })

  it('has all its mass above 0, and refuses what is not a number', () => {
    expect([chiSquareCdf(-1, 3), chiSquareSf(0, 3), chiSquareSf(Number.POSITIVE_INFINITY, 3)]).toEqual([0, 1, 0])
    expect(() => chiSquareSf(1, 0)).toThrow(RangeError)
    expect(() => chiSquareSf(Number.NaN, 1)).toThrow(RangeError)
  })
})
