import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterRobust } from './cluster-robust.ts'
import { clusterTotals } from './cluster-totals.ts'

const clusters = fc.array(fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { minLength: 1, maxLength: 4 }), {
  minLength: 2,
  maxLength: 30,
})

describe('clusterRobust', () => {
  it('equals statsmodels with clustered covariance (reference row 29)', () => {
    const result = clusterRobust(clusterTotals([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0]]))
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.6, 12)
    expect(result.seUncorrected).toBeCloseTo(0.1574801575, 9)
    expect(result.se).toBeCloseTo(0.1818424226, 9)
    expect(result.df).toBe(3)
    expect(result.high - result.value).toBeCloseTo(3.1824463052837078 * 0.1818424226, 8)
  })

  it('equals the clustered difference of reference row 30', () => {
    const result = clusterRobust(clusterTotals([[0.2, 0, 0.1], [0.3, 0.1], [0, 0.2, -0.1], [0.1], [0.05, 0.15]]))
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.1, 12)
    expect(result.seUncorrected).toBeCloseTo(0.0257129739, 9)
    expect(result.se).toBeCloseTo(0.0287479787, 9)
  })

  it('is the ordinary t interval when every cluster holds one value', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 2, maxLength: 20 }), (values) => {
        fc.pre(new Set(values).size > 1)
        const result = clusterRobust(clusterTotals(values.map((value) => [value])))
        const mean = values.reduce((sum, value) => sum + value, 0) / values.length
        const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1)
        if (result.low === null) throw new Error(result.reason)
        expect(result.se).toBeCloseTo(Math.sqrt(variance / values.length), 10)
      }),
    )
  })

  it('does not change with the order of the clusters or of their values beyond rounding', () => {
    fc.assert(
      fc.property(clusters, (groups) => {
        const turned = groups.map((group) => [...group].reverse()).reverse()
        const a = clusterRobust(clusterTotals(groups))
        const b = clusterRobust(clusterTotals(turned))
        expect(b.value).toBeCloseTo(a.value ?? Number.NaN, 12)
        if (a.low !== null && b.low !== null) expect(b.low).toBeCloseTo(a.low, 8)
      }),
    )
  })

  it('gives no interval, with the reason, where there is no spread to learn from', () => {
    expect(clusterRobust(clusterTotals([]))).toMatchObject({ value: null, low: null, reason: 'no values' })
    expect(clusterRobust(clusterTotals([[1, 0]]))).toMatchObject({ value: 0.5, low: null })
    expect(clusterRobust(clusterTotals([[1], [1], []]))).toMatchObject({ value: 1, low: null })
  })

  it('takes 100,000 clusters in well under a second', () => {
    const sums = Float64Array.from({ length: 100_000 }, (_, i) => (i % 7) / 7)
    const times = [1, 2, 3].map(() => {
      const started = performance.now()
      expect(clusterRobust({ sums, counts: new Float64Array(100_000).fill(1) }).low).not.toBeNull()
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(500)
  })
})
