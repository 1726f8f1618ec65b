import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bonettPrice } from './bonett-price.ts'

const counts = fc
  .integer({ min: 1, max: 400 })
  .chain((n) =>
    fc
      .integer({ min: 0, max: n })
      .chain((b) => fc.tuple(fc.constant(b), fc.integer({ min: 0, max: n - b }), fc.constant(n))),
  )

describe('bonettPrice', () => {
  it('equals reference row 25: 12 against 3 of 100 pairs', () => {
    const result = bonettPrice(12, 3, 100)
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.09, 12)
    expect(result.centre).toBeCloseTo(0.0882352941, 9)
    expect(result.low).toBeCloseTo(0.0108810298, 9)
    expect(result.high).toBeCloseTo(0.1655895584, 9)
  })

  it('covers the true difference close to 95 % of the time, by summing over every outcome of 30 pairs', () => {
    const logFactorial = (n: number) => Array.from({ length: n }, (_, i) => Math.log(i + 1)).reduce((a, x) => a + x, 0)
    for (const [p10, p01] of [
      [0.1, 0.1],
      [0.3, 0.1],
      [0.5, 0.2],
    ] as const) {
      let covered = 0
      for (let b = 0; b <= 30; b++) {
        for (let c = 0; b + c <= 30; c++) {
          const { low, high } = bonettPrice(b, c, 30)
          if (low === null || low > p10 - p01 || high < p10 - p01) continue
          const ways = logFactorial(30) - logFactorial(b) - logFactorial(c) - logFactorial(30 - b - c)
          covered += Math.exp(ways + b * Math.log(p10) + c * Math.log(p01) + (30 - b - c) * Math.log(1 - p10 - p01))
        }
      }
      expect(covered).toBeGreaterThan(0.94)
      expect(covered).toBeLessThan(0.98)
    }
  })

  it('holds the observed difference, stays within -1 .. 1, and mirrors when the two are exchanged', () => {
    fc.assert(
      fc.property(counts, ([b, c, n]) => {
        const result = bonettPrice(b, c, n)
        const mirrored = bonettPrice(c, b, n)
        if (result.low === null || mirrored.low === null) throw new Error('no interval')
        expect(result.low >= -1 && result.low < result.high && result.high <= 1).toBe(true)
        expect(result.low <= result.value && result.value <= result.high).toBe(true)
        expect(mirrored.low).toBeCloseTo(-result.high, 12)
      }),
    )
  })

  it('is undefined without pairs, and refuses impossible counts', () => {
    expect(bonettPrice(0, 0, 0)).toEqual({ value: null, low: null, high: null, reason: 'no pairs' })
    expect(() => bonettPrice(3, 3, 5)).toThrow(RangeError)
    expect(() => bonettPrice(-1, 0, 5)).toThrow(RangeError)
    expect(() => bonettPrice(0.5, 0, 5)).toThrow(RangeError)
  })
})
