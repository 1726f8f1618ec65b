import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterBootstrap } from './cluster-bootstrap.ts'
import { clusterRobust } from './cluster-robust.ts'
import { clusterTotals } from './cluster-totals.ts'
import { quantile } from './quantile.ts'

const clusters = fc.array(fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { minLength: 1, maxLength: 3 }), {
  minLength: 2,
  maxLength: 12,
})

describe('clusterBootstrap', () => {
  it('enumerates all 4^4 draws of four clusters (reference row 31)', () => {
    const result = clusterBootstrap(clusterTotals([[1, 1, 0], [0, 0, 1], [1, 1, 1], [0]]), { seed: 1 })
    if (result.low === null) throw new Error(result.reason)
    expect(result).toMatchObject({ exact: true, replicates: 256, clusters: 4, low: 0.25 })
    expect(result.value).toBeCloseTo(0.6, 12)
    expect(result.mean).toBeCloseTo(0.58515625, 9)
    expect(result.sd).toBeCloseTo(0.1661154214, 9)
    expect(result.high).toBeCloseTo(0.9, 12)
  })

  it('equals the percentile limits of all 5^5 draws of single values (reference row 32)', () => {
    const result = clusterBootstrap(clusterTotals([[1], [2], [4], [8], [9]]), { seed: 1 })
    if (result.low === null) throw new Error(result.reason)
    expect(result.replicates).toBe(3125)
    expect([result.low, result.high].map((limit) => Number(limit.toFixed(10)))).toEqual([2, 7.6])
  })

  it('equals a brute-force resampling of the members on small clusters', () => {
    const groups = [[0.2, 0.9], [1], [0, 0.5, 0.1]]
    const drawn: number[] = []
    for (const a of groups) {
      for (const b of groups) {
        for (const c of groups) {
          const members = [...a, ...b, ...c]
          drawn.push(members.reduce((sum, value) => sum + value, 0) / members.length)
        }
      }
    }
    const result = clusterBootstrap(clusterTotals(groups), { seed: 5 })
    expect(result.low).toBeCloseTo(quantile(drawn, 0.025).value ?? Number.NaN, 12)
    expect(result.high).toBeCloseTo(quantile(drawn, 0.975).value ?? Number.NaN, 12)
  })

  it('comes close to all draws when it samples them', () => {
    const groups = [[1, 1, 0], [0, 0, 1], [1, 1, 1], [0], [1], [0, 1], [1, 0]]
    const sampled = clusterBootstrap(clusterTotals(groups), { seed: 3, replicates: 40_000 })
    const robust = clusterRobust(clusterTotals(groups))
    if (sampled.low === null || robust.low === null) throw new Error('no interval')
    expect(sampled.exact).toBe(false)
    expect(sampled.sd / robust.seUncorrected).toBeGreaterThan(0.9)
    expect(sampled.sd / robust.seUncorrected).toBeLessThan(1.2)
  })

  it('stays within the lowest and highest cluster mean, keeps low <= high, and repeats with its seed', () => {
    fc.assert(
      fc.property(clusters, fc.integer(), (groups, seed) => {
        const totals = clusterTotals(groups)
        const result = clusterBootstrap(totals, { seed, replicates: 200 })
        if (result.low === null) return
        const means = groups.map((group) => group.reduce((sum, value) => sum + value, 0) / group.length)
        expect(result.low).toBeLessThanOrEqual(result.high)
        expect(result.low).toBeGreaterThanOrEqual(Math.min(...means) - 1e-12)
        expect(result.high).toBeLessThanOrEqual(Math.max(...means) + 1e-12)
        expect(clusterBootstrap(totals, { seed, replicates: 200 })).toEqual(result)
      }),
    )
  })

  it('does not change with the order of few clusters', () => {
    fc.assert(
      fc.property(fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 }), (order) => {
        const groups = [[0.1], [0.4, 0.6], [1], [0, 0, 1], [0.7]]
        const turned = order.map((index) => groups[index] ?? [])
        const a = clusterBootstrap(clusterTotals(groups), { seed: 1 })
        const b = clusterBootstrap(clusterTotals(turned), { seed: 2 })
        expect(b.low).toBeCloseTo(a.low ?? Number.NaN, 10)
        expect(b.high).toBeCloseTo(a.high ?? Number.NaN, 10)
      }),
    )
  })

  it('is wider when equal values come in clusters than when they are independent', () => {
    const values = Array.from({ length: 40 }, (_, i) => i % 2)
    const alone = clusterBootstrap(clusterTotals(values.map((value) => [value])), { seed: 1 })
    const inFours = clusterBootstrap(clusterTotals(Array.from({ length: 10 }, (_, c) => new Array(4).fill(c % 2))), {
      seed: 1,
    })
    expect((inFours.high ?? 0) - (inFours.low ?? 0)).toBeGreaterThan(1.5 * ((alone.high ?? 0) - (alone.low ?? 0)))
  })

  it('gives no interval, with the reason, where all replicates would be equal', () => {
    expect(clusterBootstrap(clusterTotals([]), { seed: 1 })).toMatchObject({ value: null, low: null })
    expect(clusterBootstrap(clusterTotals([[0, 1]]), { seed: 1 })).toMatchObject({ value: 0.5, low: null })
    expect(clusterBootstrap(clusterTotals([[0.1], [0.1, 0.1]]), { seed: 1 })).toMatchObject({ value: 0.1, low: null })
    expect(
      clusterBootstrap(
        clusterTotals([
          [0, 1],
          [1, 0],
        ]),
        { seed: 1 },
      ),
    ).toMatchObject({ value: 0.5, high: null })
  })

  it('refuses a value that is not finite', () => {
    expect(() => clusterTotals([[Number.POSITIVE_INFINITY]])).toThrow(RangeError)
  })
})
