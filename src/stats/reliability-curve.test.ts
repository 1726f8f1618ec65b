import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { reliabilityCurve } from './reliability-curve.ts'
import { wilson } from './wilson.ts'

const items = fc
  .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)), { minLength: 1, maxLength: 80 })
  .map((rows) => ({ forecasts: rows.map(([forecast]) => forecast), labels: rows.map(([, label]) => label) }))

describe('reliabilityCurve', () => {
  it('gives each bin its range, its mean forecast and its share of good items with a Wilson interval', () => {
    const forecasts = [0.1, 0.2, 0.2, 0.6, 0.7, 0.9]
    expect(reliabilityCurve(forecasts, [0, 1, 0, 1, 0, 1], { bins: 2 })).toEqual([
      { low: 0.1, high: 0.2, meanForecast: expect.closeTo(1 / 6, 12), n: 3, good: 1, share: wilson(1, 3) },
      { low: 0.6, high: 0.9, meanForecast: expect.closeTo(2.2 / 3, 12), n: 3, good: 2, share: wilson(2, 3) },
    ])
  })

  it('holds every item once, in ascending bins', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 12 }), ({ forecasts, labels }, bins) => {
        const curve = reliabilityCurve(forecasts, labels, { bins })
        expect(curve.reduce((sum, bin) => sum + bin.n, 0)).toBe(labels.length)
        expect(curve.reduce((sum, bin) => sum + bin.good, 0)).toBe(labels.filter((label) => label === 1).length)
        curve.forEach((bin, i) => {
          expect(bin.low <= bin.meanForecast && bin.meanForecast <= bin.high).toBe(true)
          expect(bin.low).toBeGreaterThan(curve[i - 1]?.high ?? -1)
        })
      }),
    )
  })

  it('has no bins for no items, and refuses what is no forecast', () => {
    expect(reliabilityCurve([], [])).toEqual([])
    expect(() => reliabilityCurve([2], [1])).toThrow(RangeError)
  })
})
