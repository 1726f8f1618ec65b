import { describe, expect, it } from 'vitest'
import * as stats from '../stats.ts'
import { fromUnit, safeUnit } from './safe-unit.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]
const CLUSTERS = [0, 0, 1, 1, 2, 2, 3, 3]
const STRATUM = { grades: A, scores: B, scoresOnly: [0.1, 0.6, 0.5] }
const groups = (list: number[]) => [list.slice(0, 3), list.slice(3, 5), list.slice(5)]

/** What each method makes of numbers multiplied by `unit`: fields in units of the scores, and fields without a unit. */
const METHODS: Record<string, (times: (list: number[]) => number[]) => { units: unknown[]; plain: unknown[] }> = {
  mean: (t) => ({ units: [stats.mean(t(A)).value], plain: [] }),
  gap: (t) => {
    const { meanGood, difference, low, high, ...rest } = stats.gap(t(A), t(B))
    return { units: [meanGood, difference, low, high], plain: [rest.t, rest.df, rest.p, rest.cohenD] }
  },
  pearson: (t) => ({ units: [], plain: [stats.pearson(t(A), B).value, stats.pearson(t(A), B).p] }),
  pairedDifference: (t) => estimate(stats.pairedDifference(t(A), t(B), { clusters: CLUSTERS })),
  contrast: (t) => estimate(stats.contrast([t(A), t(B)], [1, -1])),
  clusterRobust: (t) => estimate(stats.clusterRobust(stats.clusterTotals(groups(t(A))))),
  clusterBootstrap: (t) => estimate(stats.clusterBootstrap(stats.clusterTotals(groups(t(A))), { seed: 1 })),
  millerStandardError: (t) => ({ units: [stats.millerStandardError(groups(t(A))).clustered], plain: [] }),
  oneWayIcc: (t) => ({ units: [], plain: [stats.oneWayIcc(groups(t(A)).map((group) => group)).value] }),
  flipRate: (t) => ({ units: [stats.flipRate(groups(t(A))).meanWithinSd], plain: [] }),
  humanOnlyMean: (t) => estimate(stats.humanOnlyMean({ grades: t(A) })),
  ppiPlusPlus: (t) => estimate(stats.ppiPlusPlus(scaled(t))),
  stratifiedPpi: (t) => estimate(stats.stratifiedPpi([{ name: 'one', ...scaled(t) }])),
  bca: (t) => {
    const list = t(A)
    const middle = (chosen: Uint32Array) => [...chosen].reduce((sum, i) => sum + (list[i] as number) / 8, 0)
    return estimate(stats.bca(8, middle, { seed: 1, replicates: 200 }))
  },
}

function scaled(times: (list: number[]) => number[]) {
  return { grades: times(A), scores: times(B), scoresOnly: times(STRATUM.scoresOnly) }
}

function estimate(result: object) {
  const { value, low, high, se, p, t, df, sd } = { p: 0, t: 0, df: 0, se: 0, sd: 0, ...result } as Record<
    string,
    number
  >
  return { units: [value, low, high, se, sd], plain: [p, t, df] }
}

describe('numbers of any size', () => {
  for (const [name, method] of Object.entries(METHODS)) {
    it(`give ${name} the digits that they give at ordinary size`, () => {
      const plain = method((list) => list)
      for (const unit of [2 ** -900, 2 ** -100, 2 ** 100, 2 ** 400]) {
        const far = method((list) => list.map((value) => value * unit))
        expect(far.plain, `x ${unit}`).toEqual(plain.plain)
        expect(far.units, `x ${unit}`).toEqual(plain.units.map((value) => (value as number) * unit))
      }
    })
  }

  it('never leave the range of doubles', () => {
    const ends = [1.7e308, -1.7e308, 1.7e308, 1.7e308]
    expect(stats.mean(ends).value).toBe(0.85e308)
    expect(stats.gap(ends, [-1.7e308, -1.7e308, -1.6e308]).difference).toBe(Number.MAX_VALUE)
    expect(stats.pairedDifference(ends, [0, 0, 0, 1]).value).toBe(0.85e308)
    expect(stats.oneWayIcc([ends, [0, 1]])).toMatchObject({ value: null, reason: expect.stringContaining('too large') })
    const curve = stats.platt(ends, [1, 0, 1, 1])
    expect(curve.probability?.(1e-300)).toBeGreaterThan(0)
  })
})

describe('safeUnit', () => {
  it('is 1 for ordinary numbers and zeros, else a power of two that brings the largest to about 1', () => {
    expect(safeUnit([0, -0], [])).toBe(1)
    expect(safeUnit([1e-59], [1e-300])).toBe(1)
    expect(safeUnit([1e300, 1])).toBe(2 ** -997)
    expect(Math.abs(-1e-200 * safeUnit([-1e-200]))).toBeGreaterThan(0.5)
    expect(5e-324 * safeUnit([5e-324])).toBeGreaterThan(1e-60)
    expect(fromUnit({ value: 3, p: 0.5, reason: null }, 2, ['value'])).toEqual({ value: 1.5, p: 0.5, reason: null })
  })
})
