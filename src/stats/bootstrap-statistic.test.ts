import { describe, expect, it } from 'vitest'
import { bootstrapStatistic } from './bootstrap-statistic.ts'
import { clusterBootstrap } from './cluster-bootstrap.ts'
import { clusterTotals } from './cluster-totals.ts'

const CLUSTERS = [[1, 1, 0], [0, 0, 1], [1, 1, 1], [0], [0.5, 0.25], [1, 0], [0.75], [0, 1, 1]]

function meanOf(clusters: readonly (readonly number[])[]) {
  return (chosen: Uint32Array) => {
    let sum = 0
    let count = 0
    for (const place of chosen) {
      for (const value of clusters[place] ?? []) {
        sum += value
        count += 1
      }
    }
    return sum / count
  }
}

describe('bootstrapStatistic', () => {
  it('enumerates all 4^4 draws of whole clusters (reference row 31)', () => {
    const result = bootstrapStatistic(4, meanOf(CLUSTERS.slice(0, 4)), { seed: 1 })
    expect(result).toMatchObject({ exact: true, dropped: 0 })
    expect(result.replicates).toHaveLength(256)
    expect(result.mean).toBeCloseTo(0.58515625, 9)
    expect(result.sd).toBeCloseTo(0.1661154214, 9)
  })

  it('draws what clusterBootstrap draws from the same seed', () => {
    const general = bootstrapStatistic(8, meanOf(CLUSTERS), { seed: 11, replicates: 500 })
    const own = clusterBootstrap(clusterTotals(CLUSTERS), { seed: 11, replicates: 500 })
    if (own.low === null) throw new Error(own.reason)
    expect(general.exact).toBe(false)
    expect(general.mean).toBeCloseTo(own.mean, 12)
    expect(general.sd).toBeCloseTo(own.sd, 12)
  })

  it('leaves out and counts the draws for which the statistic is undefined', () => {
    const result = bootstrapStatistic(3, (chosen) => (new Set(chosen).size === 3 ? 7 : null), { seed: 1 })
    expect(result).toMatchObject({ dropped: 21, exact: true, mean: 7, sd: 0 })
    expect(result.replicates).toHaveLength(6)
    expect(bootstrapStatistic(3, () => null, { seed: 1 })).toMatchObject({ dropped: 27, mean: null, sd: null })
  })

  it('refuses no units, no replicates, and a statistic that is not a number', () => {
    expect(() => bootstrapStatistic(0, () => 1, { seed: 1 })).toThrow(RangeError)
    expect(() => bootstrapStatistic(9, () => 1, { seed: 1, replicates: 0.5 })).toThrow(RangeError)
    expect(() => bootstrapStatistic(9, () => Number.NaN, { seed: 1 })).toThrow(RangeError)
  })
})
