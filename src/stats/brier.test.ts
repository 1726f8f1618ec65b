import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brierDecomposition, brierScore } from './brier.ts'

const items = fc
  .array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1)), { minLength: 1, maxLength: 80 })
  .map((rows) => ({ forecasts: rows.map(([forecast]) => forecast), labels: rows.map(([, label]) => label) }))

describe('brierScore', () => {
  it('is the mean squared distance of forecast and outcome', () => {
    expect(brierScore([0.9, 0.4, 0, 1], [1, 0, 0, 0]).value).toBeCloseTo((0.01 + 0.16 + 0 + 1) / 4, 15)
    expect(brierScore([1, 0], [1, 0])).toEqual({ value: 0 })
    expect(brierScore([0.5, 0.5, 0.5], [1, 0, 0])).toEqual({ value: 0.25 })
  })

  it('is undefined for no items and refuses what is no probability', () => {
    expect(brierScore([], [])).toEqual({ value: null, reason: 'no items' })
    expect(() => brierScore([1.1], [1])).toThrow(RangeError)
    expect(() => brierScore([Number.NaN], [1])).toThrow(RangeError)
    expect(() => brierScore([0.5], [0.5])).toThrow(RangeError)
    expect(() => brierScore([0.5], [1, 0])).toThrow(RangeError)
  })
})

describe('brierDecomposition', () => {
  it('equals a worked example: 10 forecasts of .8 with 7 good, 5 of .4 with 1 good', () => {
    const forecasts = [...Array<number>(10).fill(0.8), ...Array<number>(5).fill(0.4)]
    const labels = [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 0]
    const result = brierDecomposition(forecasts, labels)
    if (result.score === null) throw new Error(result.reason)
    expect(result.score).toBeCloseTo((7 * 0.04 + 3 * 0.64 + 0.36 + 4 * 0.16) / 15, 12)
    expect(result.reliability).toBeCloseTo((10 * 0.01 + 5 * 0.04) / 15, 12)
    expect(result.resolution).toBeCloseTo((10 * (0.7 - 8 / 15) ** 2 + 5 * (0.2 - 8 / 15) ** 2) / 15, 12)
    expect(result.uncertainty).toBeCloseTo((8 / 15) * (7 / 15), 12)
    expect(result).toMatchObject({ withinBinVariance: 0, withinBinCovariance: 0, bins: 2 })
    expect(result.reliability - result.resolution + result.uncertainty).toBeCloseTo(result.score, 12)
  })

  it('adds up to the score for any forecasts and any number of bins', () => {
    fc.assert(
      fc.property(items, fc.integer({ min: 1, max: 12 }), ({ forecasts, labels }, bins) => {
        const d = brierDecomposition(forecasts, labels, { bins })
        if (d.score === null) throw new Error(d.reason)
        const sum = d.reliability - d.resolution + d.uncertainty + d.withinBinVariance - d.withinBinCovariance
        expect(sum).toBeCloseTo(d.score, 12)
        for (const term of [d.reliability, d.resolution, d.withinBinVariance]) expect(term).toBeGreaterThanOrEqual(0)
        expect(d.resolution).toBeLessThanOrEqual(d.uncertainty + 1e-12)
      }),
    )
  })

  it('has no within-bin terms when each distinct forecast is its own bin', () => {
    const forecasts = Array.from({ length: 40 }, (_, i) => (i % 10) / 9)
    const labels = forecasts.map((_, i) => (i % 3 === 0 ? 1 : 0))
    expect(brierDecomposition(forecasts, labels)).toMatchObject({
      bins: 10,
      withinBinVariance: 0,
      withinBinCovariance: 0,
    })
  })

  it('is undefined for no items', () => {
    expect(brierDecomposition([], [])).toEqual({ score: null, reason: 'no items' })
  })
})
