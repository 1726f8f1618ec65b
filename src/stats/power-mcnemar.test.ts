import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mcnemar } from './mcnemar.ts'
import { mcnemarSampleSize, powerMcnemar } from './power-mcnemar.ts'

/** Sums the chance of every (b, c) whose exact p is small. */
function bruteForce(onlyA: number, onlyB: number, n: number): number {
  const logFactorials = [0]
  for (let i = 1; i <= n; i++) logFactorials.push((logFactorials[i - 1] ?? 0) + Math.log(i))
  const log = (i: number) => logFactorials[i] ?? 0
  let power = 0
  for (let b = 0; b <= n; b++) {
    for (let c = 0; b + c <= n; c++) {
      if (mcnemar(b, c).pExact > 0.05) continue
      const ways = Math.exp(log(n) - log(b) - log(c) - log(n - b - c))
      power += ways * onlyA ** b * onlyB ** c * (1 - onlyA - onlyB) ** (n - b - c)
    }
  }
  return power
}

describe('powerMcnemar', () => {
  it('equals the table of exact McNemar power (section 1.2)', () => {
    const shares = [
      [0.1, 0.05],
      [0.15, 0.05],
      [0.2, 0.1],
      [0.12, 0.02],
      [0.25, 0.05],
    ] as const
    const table = [
      [48, 0.065, 0.228, 0.17, 0.294, 0.675],
      [100, 0.178, 0.544, 0.373, 0.734, 0.961],
      [200, 0.373, 0.875, 0.703, 0.974, 1],
      [300, 0.564, 0.974, 0.874, 0.998, 1],
    ] as const
    for (const [n, ...powers] of table) {
      for (const [place, [onlyA, onlyB]] of shares.entries()) {
        expect(powerMcnemar({ onlyA, onlyB }, n).toFixed(3)).toBe(powers[place]?.toFixed(3))
      }
    }
  })

  it('equals the sum over every pair of counts', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 0, max: 30 }),
        (a, b, n) => {
          const [onlyA, onlyB] = [a / 20, b / 20]
          expect(powerMcnemar({ onlyA, onlyB }, n)).toBeCloseTo(bruteForce(onlyA, onlyB, n), 11)
        },
      ),
    )
  })

  it('does not change when the two are exchanged, and never rejects more often than alpha without a difference', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 200 }),
        (a, b, n) => {
          const power = powerMcnemar({ onlyA: a / 100, onlyB: b / 100 }, n)
          expect(powerMcnemar({ onlyA: b / 100, onlyB: a / 100 }, n)).toBeCloseTo(power, 12)
          expect(powerMcnemar({ onlyA: a / 100, onlyB: a / 100 }, n)).toBeLessThanOrEqual(0.05)
        },
      ),
    )
  })

  it('takes ten thousand questions in well under a second', () => {
    const times = [1, 2, 3].map(() => {
      const started = performance.now()
      expect(powerMcnemar({ onlyA: 0.11, onlyB: 0.1 }, 10_000)).toBeGreaterThan(0.5)
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(500)
  })

  it('is 0 where nothing can be found, and refuses shares that cannot be', () => {
    expect(powerMcnemar({ onlyA: 0, onlyB: 0 }, 100)).toBe(0)
    expect(powerMcnemar({ onlyA: 1, onlyB: 0 }, 5)).toBe(0)
    expect(powerMcnemar({ onlyA: 1, onlyB: 0 }, 6)).toBe(1)
    expect(() => powerMcnemar({ onlyA: 0.8, onlyB: 0.4 }, 5)).toThrow(RangeError)
    expect(() => powerMcnemar({ onlyA: Number.NaN, onlyB: 0.4 }, 5)).toThrow(RangeError)
    expect(() => powerMcnemar({ onlyA: 0.1, onlyB: 0.4 }, 5.5)).toThrow(RangeError)
  })
})

describe('mcnemarSampleSize', () => {
  it('finds the number of questions at which the power is reached', () => {
    for (const [onlyA, onlyB] of [
      [0.15, 0.05],
      [0.25, 0.05],
      [0.5, 0],
    ] as const) {
      const { value } = mcnemarSampleSize({ onlyA, onlyB })
      expect(powerMcnemar({ onlyA, onlyB }, value ?? 0)).toBeGreaterThanOrEqual(0.8)
      expect(powerMcnemar({ onlyA, onlyB }, (value ?? 0) - 1)).toBeLessThan(0.8)
    }
  })

  it('says that equal shares give nothing to find', () => {
    expect(mcnemarSampleSize({ onlyA: 0.1, onlyB: 0.1 })).toEqual({ value: null, reason: 'no difference to find' })
    expect(() => mcnemarSampleSize({ onlyA: 0.1, onlyB: 0 }, { power: 1 })).toThrow(RangeError)
  })
})
