import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ratioResolution } from './ratio-resolution.ts'
import { wilson } from './wilson.ts'

const ratio = fc.integer({ min: 1, max: 300 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)))

describe('ratioResolution', () => {
  it('is the score with its step and the printed bands (reference row 21)', () => {
    expect(ratioResolution(4, 5)).toMatchObject({ value: 0.8, step: 0.2, band: 'resolution', verdictOnly: false })
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
      const score = ratioResolution(k, n)
      expect(score.low).toBeCloseTo(low, 9)
      expect(score.high).toBeCloseTo(high, 9)
    }
  })

  it('shows a verdict instead of a decimal for one or two claims', () => {
    expect([1, 2, 3].map((n) => ratioResolution(1, n).verdictOnly)).toEqual([true, true, false])
  })

  it('narrows with the number of claims and holds the score', () => {
    fc.assert(
      fc.property(ratio, ([k, n]) => {
        const score = ratioResolution(k, n)
        const finer = ratioResolution(2 * k, 2 * n)
        if (score.low === null || finer.low === null) throw new Error('no band')
        expect(score.low <= score.value && score.value <= score.high).toBe(true)
        expect(finer.high - finer.low).toBeLessThan(score.high - score.low)
        expect(ratioResolution(k, n, { level: 0.8 }).high).toBe(wilson(k, n, { level: 0.8 }).high)
      }),
    )
  })

  it('is undefined with a reason without claims, and refuses impossible counts', () => {
    expect(ratioResolution(0, 0)).toMatchObject({ value: null, low: null, step: null, reason: 'no trials' })
    expect(() => ratioResolution(3, 2)).toThrow(RangeError)
    expect(() => ratioResolution(1, Number.NaN)).toThrow(RangeError)
  })
})
