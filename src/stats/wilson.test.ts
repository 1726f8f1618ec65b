import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilson } from './wilson.ts'

const Z = 1.959963984540054

const proportion = fc
  .integer({ min: 1, max: 5000 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))

function limits(k: number, n: number): [number, number] {
  const { low, high } = wilson(k, n)
  if (low === null) throw new Error('no interval')
  return [low, high]
}

describe('wilson', () => {
  it('equals the published intervals (reference rows 19 and 20)', () => {
    const rows = [
      [3, 10, 0.1077912674, 0.6032218525],
      [81, 263, 0.2552885199, 0.366209577],
      [15, 148, 0.0623863995, 0.1604872417],
      [0, 20, 0, 0.1611251581],
      [1, 29, 0.0061132143, 0.1717552188],
      [19, 38, 0.348499283643951, 0.651500716356049],
    ] as const
    for (const [k, n, low, high] of rows) {
      expect(limits(k, n)[0]).toBeCloseTo(low, 9)
      expect(limits(k, n)[1]).toBeCloseTo(high, 9)
    }
  })

  it('equals the bands of small k of n (reference row 21)', () => {
    const rows = [
      [1, 3, 0.0614919447, 0.7923403992],
      [2, 3, 0.2076596008, 0.9385080553],
      [3, 3, 0.4385029682, 1],
      [4, 5, 0.3755346298, 0.9637758914],
      [5, 5, 0.5655175352, 1],
      [7, 8, 0.5291118178, 0.9775825085],
      [12, 12, 0.7575059933, 1],
    ] as const
    for (const [k, n, low, high] of rows) {
      expect(limits(k, n)[0]).toBeCloseTo(low, 9)
      expect(limits(k, n)[1]).toBeCloseTo(high, 9)
    }
  })

  it('inverts the score test: at each limit |k/n - p| is z standard errors of p', () => {
    for (let n = 1; n <= 12; n++) {
      for (let k = 0; k <= n; k++) {
        for (const p of limits(k, n)) {
          if (p === 0 || p === 1) continue
          expect(Math.abs(k / n - p) / Math.sqrt((p * (1 - p)) / n)).toBeCloseTo(Z, 8)
        }
      }
    }
  })

  it('stays within 0 .. 1, holds k / n, and is exactly 0 and 1 at the ends', () => {
    fc.assert(
      fc.property(proportion, ([k, n]) => {
        const [low, high] = limits(k, n)
        expect(low >= 0 && low <= k / n && k / n <= high && high <= 1).toBe(true)
        if (k === 0) expect(low).toBe(0)
        if (k === n) expect(high).toBe(1)
      }),
    )
  })

  it('rises with k, mirrors when k becomes n - k, and widens with the level', () => {
    fc.assert(
      fc.property(proportion, ([k, n]) => {
        const [low, high] = limits(k, n)
        const mirrored = limits(n - k, n)
        expect(mirrored[0]).toBeCloseTo(1 - high, 12)
        if (k < n) expect(limits(k + 1, n)[0]).toBeGreaterThan(low)
        expect(wilson(k, n, { level: 0.99 }).low ?? 1).toBeLessThanOrEqual(low)
      }),
    )
  })

  it('is undefined with a reason for n = 0', () => {
    expect(wilson(0, 0)).toEqual({ value: null, low: null, high: null, reason: 'no trials' })
  })

  it('refuses counts that no experiment can give', () => {
    for (const [k, n] of [
      [2, 1],
      [-1, 3],
      [0.5, 1],
      [Number.NaN, 2],
    ] as const) {
      expect(() => wilson(k, n)).toThrow(RangeError)
    }
    expect(() => wilson(1, 2, { level: 1 })).toThrow(RangeError)
  })
})
