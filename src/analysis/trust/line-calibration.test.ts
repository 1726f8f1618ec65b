import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { denseClusters } from './dense-clusters.ts'
import { lineCalibration } from './line-calibration.ts'

interface Row {
  cluster: string
  value: number
  right: boolean
}

function calibrate(all: readonly Row[], options: { seed: number }) {
  const scores = Float64Array.from(all, ({ value }) => value)
  const labels = Uint8Array.from(all, ({ right }) => (right ? 1 : 0))
  return lineCalibration({ scores, labels, ...denseClusters(all.map(({ cluster }) => cluster)) }, options)
}

function rows(n: number, value: number, right: boolean): Row[] {
  return Array.from({ length: n }, (_, i) => ({ cluster: `${value}-${right}-${i}`, value, right }))
}

describe('lineCalibration', () => {
  it('takes the Brier score of two scores apart and draws their curve', () => {
    // .8: 3 of 4 right; .2: 2 of 4 right. Overall 5/8.
    const all = [...rows(3, 0.8, true), ...rows(1, 0.8, false), ...rows(2, 0.2, true), ...rows(2, 0.2, false)]
    const found = calibrate(all, { seed: 1 })
    // (3 x .04 + .64 + 2 x .64 + 2 x .04) / 8
    expect(found?.brier).toBeCloseTo(0.265, 12)
    expect(found?.reliability).toBeCloseTo((4 * 0.05 ** 2 + 4 * 0.3 ** 2) / 8, 12)
    expect(found?.resolution).toBeCloseTo(0.125 ** 2, 12)
    expect(found?.uncertainty).toBeCloseTo(15 / 64, 12)
    expect(found?.within_bins).toBeCloseTo(0, 12)
    expect(found?.curve.map(({ low, high, n, mean_score }) => [low, high, n, mean_score])).toEqual([
      [0.2, 0.2, 4, 0.2],
      [0.8, 0.8, 4, 0.8],
    ])
    expect(found?.curve.map(({ share_right }) => share_right.value)).toEqual([0.5, 0.75])
    expect(found).toMatchObject({ brier_platt: null, brier_isotonic: null })
  })

  it('recalibrates out of fold where there are twenty of a class, the same with the same seed', () => {
    // A judge that says .9 or .1 where the shares are .6 and .4.
    const all = [...rows(24, 0.9, true), ...rows(16, 0.9, false), ...rows(16, 0.1, true), ...rows(24, 0.1, false)]
    const found = calibrate(all, { seed: 5 })
    expect(found?.brier).toBeCloseTo(0.6 * 0.01 + 0.4 * 0.81, 12)
    expect(found?.brier_platt).toBeLessThan(0.27)
    expect(found?.brier_isotonic).toBeLessThan(0.27)
    expect(calibrate(all, { seed: 5 })).toEqual(found)
  })

  it('adds up, whatever the scores', () => {
    const row = fc.record({
      cluster: fc.constantFrom('a', 'b', 'c', 'd'),
      value: fc.double({ min: 0, max: 1, noNaN: true }),
      right: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 60 }), (all) => {
        const found = calibrate(all, { seed: 1 })
        if (found === null) throw new Error('no calibration')
        const { brier, reliability, resolution, uncertainty, within_bins } = found
        expect(reliability - resolution + uncertainty + within_bins).toBeCloseTo(brier, 10)
        expect(found.curve.reduce((sum, { n }) => sum + n, 0)).toBe(all.length)
      }),
    )
  })

  it('is null without answers and for scores that are no probabilities', () => {
    expect(calibrate([], { seed: 1 })).toBeNull()
    expect(calibrate(rows(3, 1.2, true), { seed: 1 })).toBeNull()
  })
})
