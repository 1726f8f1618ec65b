import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialPmf, binomialSf } from './binomial.ts'
import { clopperPearson } from './clopper-pearson.ts'
import { wilson } from './wilson.ts'

const proportion = fc
  .integer({ min: 1, max: 400 })
  .chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))

function limits(k: number, n: number, level = 0.95): [number, number] {
  const { low, high } = clopperPearson(k, n, { level })
  if (low === null) throw new Error('no interval')
  return [low, high]
}

describe('clopperPearson', () => {
  it('equals the printed interval (reference row 19)', () => {
    expect(limits(3, 10)[0]).toBeCloseTo(0.0667395112, 9)
    expect(limits(3, 10)[1]).toBeCloseTo(0.6524528501, 9)
  })

  it('is the closed form 1 - 0.025^(1/n) above at k = 0', () => {
    for (const n of [1, 5, 20, 300]) expect(limits(0, n)[1]).toBeCloseTo(1 - 0.025 ** (1 / n), 12)
  })

  it('leaves the observed count a tail of exactly 2.5 % at each limit', () => {
    for (let n = 1; n <= 12; n++) {
      for (let k = 0; k <= n; k++) {
        const [low, high] = limits(k, n)
        if (k > 0) expect(binomialSf(k - 1, n, low)).toBeCloseTo(0.025, 11)
        let atMost = 0
        for (let i = 0; i <= k; i++) atMost += binomialPmf(i, n, high)
        if (k < n) expect(atMost).toBeCloseTo(0.025, 11)
      }
    }
  })

  it('covers every proportion at least as often as it promises, for ten trials', () => {
    const all = Array.from({ length: 11 }, (_, k) => limits(k, 10))
    for (let p = 0.01; p < 1; p += 0.01) {
      let covered = 0
      all.forEach(([low, high], k) => {
        if (low <= p && p <= high) covered += binomialPmf(k, 10, p)
      })
      expect(covered).toBeGreaterThanOrEqual(0.95)
    }
  })

  it('holds k / n, mirrors when k becomes n - k, and is wider than the interval of Wilson', () => {
    fc.assert(
      fc.property(proportion, ([k, n]) => {
        const [low, high] = limits(k, n)
        expect(0 <= low && low <= k / n && k / n <= high && high <= 1).toBe(true)
        expect(limits(n - k, n)[0]).toBeCloseTo(1 - high, 12)
        const score = wilson(k, n)
        if (score.low !== null && k > 0 && k < n) expect(high - low).toBeGreaterThan(score.high - score.low)
      }),
    )
  })

  it('is undefined with a reason for n = 0, and refuses counts that no experiment can give', () => {
    expect(clopperPearson(0, 0)).toEqual({ value: null, low: null, high: null, reason: 'no trials' })
    expect(() => clopperPearson(3, 2)).toThrow(RangeError)
    expect(() => clopperPearson(0.5, 2)).toThrow(RangeError)
    expect(() => clopperPearson(1, 2, { level: 1 })).toThrow(RangeError)
  })
})
