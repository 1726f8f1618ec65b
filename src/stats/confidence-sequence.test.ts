import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceSequence } from './confidence-sequence.ts'
import { seededRandom } from './random.ts'

const halfWidth = (t: number, options: { level?: number; r?: number } = {}) => {
  const result = confidenceSequence(0.5, t, options)
  if (result.low === null) throw new Error(result.reason)
  return result.halfWidth
}

describe('confidenceSequence', () => {
  it('has the half-width of section 1.10 at t = 100, r = 25', () => {
    expect(halfWidth(100)).toBeCloseTo(0.18282, 6)
    expect(halfWidth(100)).toBeGreaterThan(0.098)
  })

  it('ends where the normal mixture of likelihood ratios reaches 1 / a', () => {
    // With total deviation S and variance V: sqrt(r / (V+r)) exp(S² / (2 (V+r))) = 1 / a.
    for (const [t, r, level] of [
      [40, 25, 0.95],
      [300, 4, 0.9],
    ] as const) {
      const spread = t / 4 + r
      const deviation = halfWidth(t, { r, level }) * t
      expect(Math.sqrt(r / spread) * Math.exp(deviation ** 2 / (2 * spread))).toBeCloseTo(1 / (1 - level), 9)
    }
  })

  it('leaves the mean uncovered at any time in fewer than 5 % of simulated runs', () => {
    const random = seededRandom(3)
    let left = 0
    for (let run = 0; run < 1000; run++) {
      let sum = 0
      for (let t = 1; t <= 600; t++) {
        sum += random.integer(2)
        if (Math.abs(sum / t - 0.5) > halfWidth(t, { r: 5 })) {
          left += 1
          break
        }
      }
    }
    expect(left / 1000).toBeLessThan(0.05)
  })

  it('narrows with more scores, widens with the level, and is narrowest near t = 34 r', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.double({ noNaN: true, min: 0.5, max: 100 }), (t, r) => {
        expect(halfWidth(t + 1, { r })).toBeLessThan(halfWidth(t, { r }))
        expect(halfWidth(t, { r, level: 0.99 })).toBeGreaterThan(halfWidth(t, { r }))
        expect(halfWidth(t, { r: t / 34 })).toBeLessThanOrEqual(halfWidth(t, { r }) * 1.0001)
      }),
    )
  })

  it('stays within 0 .. 1, has no interval before the first score, and refuses what cannot be', () => {
    expect(confidenceSequence(0.02, 50)).toMatchObject({ value: 0.02, low: 0 })
    expect(confidenceSequence(1, 1)).toMatchObject({ low: 0, high: 1 })
    expect(confidenceSequence(0, 0)).toEqual({ value: null, low: null, high: null, reason: 'no scores' })
    expect(() => confidenceSequence(1.2, 5)).toThrow(RangeError)
    expect(() => confidenceSequence(0.5, 1.5)).toThrow(RangeError)
    expect(() => confidenceSequence(0.5, 5, { r: 0 })).toThrow(RangeError)
  })
})
