import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { jeffreys } from './jeffreys.ts'

const proportion = fc
  .integer({ min: 1, max: 400 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))

function limits(k: number, n: number): [number, number] {
  const { low, high } = jeffreys(k, n)
  if (low === null) throw new Error('no interval')
  return [low, high]
}

/** The share of p^(k-1/2) (1-p)^(n-k-1/2) below x: midpoint rule after p = sin^2(t), which takes away both poles. */
function posteriorBelow(x: number, k: number, n: number): number {
  const steps = 20_000
  const end = Math.asin(Math.sqrt(x))
  let below = 0
  let all = 0
  for (let i = 0; i < steps; i++) {
    const t = ((i + 0.5) / steps) * (Math.PI / 2)
    const weight = Math.sin(t) ** (2 * k) * Math.cos(t) ** (2 * (n - k))
    all += weight
    const inside = ((i + 0.5) / steps) * end
    below += Math.sin(inside) ** (2 * k) * Math.cos(inside) ** (2 * (n - k))
  }
  return (below * end) / (all * (Math.PI / 2))
}

describe('jeffreys', () => {
  it('equals the printed intervals (reference rows 19 and 22)', () => {
    const rows = [
      [3, 10, 0.0926945939, 0.6058183181],
      [4, 5, 0.3713735994, 0.977487234],
      [7, 8, 0.546280679, 0.9861617662],
    ] as const
    for (const [k, n, low, high] of rows) {
      expect(limits(k, n)[0]).toBeCloseTo(low, 9)
      expect(limits(k, n)[1]).toBeCloseTo(high, 9)
    }
  })

  it('leaves 2.5 % of the posterior outside at each end, by numerical integration', () => {
    for (let n = 1; n <= 6; n++) {
      for (let k = 0; k <= n; k++) {
        const [low, high] = limits(k, n)
        if (k > 0) expect(posteriorBelow(low, k, n)).toBeCloseTo(0.025, 6)
        if (k < n) expect(posteriorBelow(high, k, n)).toBeCloseTo(0.975, 6)
      }
    }
  })

  it('holds k / n, is exactly 0 and 1 at the ends, and mirrors when k becomes n - k', () => {
    fc.assert(
      fc.property(proportion, ([k, n]) => {
        const [low, high] = limits(k, n)
        expect(0 <= low && low <= k / n && k / n <= high && high <= 1).toBe(true)
        if (k === 0) expect(low).toBe(0)
        if (k === n) expect(high).toBe(1)
        expect(limits(n - k, n)[0]).toBeCloseTo(1 - high, 12)
      }),
    )
  })

  it('is undefined with a reason for n = 0, and refuses counts that no experiment can give', () => {
    expect(jeffreys(0, 0)).toEqual({ value: null, low: null, high: null, reason: 'no trials' })
    expect(() => jeffreys(2, 1)).toThrow(RangeError)
    expect(() => jeffreys(Number.NaN, 1)).toThrow(RangeError)
    expect(() => jeffreys(1, 2, { level: 0 })).toThrow(RangeError)
  })
})
