import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countClusters, influenceVariance } from './influence-variance.ts'

const part = fc
  .array(fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: 0, max: 6 })), { minLength: 2, maxLength: 15 })
  .map((rows) => ({
    values: Float64Array.from(rows, ([value]) => value),
    clusters: rows.map(([, cluster]) => cluster),
  }))
  .filter(({ clusters }) => new Set(clusters).size > 1)
const parts = fc.array(part, { minLength: 1, maxLength: 4 })

describe('influenceVariance', () => {
  it('is the double sum of its formula, and never negative', () => {
    fc.assert(
      fc.property(parts, (kinds) => {
        let expected = 0
        for (const p of kinds) {
          for (const q of kinds) {
            const all = new Set([...p.clusters, ...q.clusters])
            const sumIn = (kind: typeof p, cluster: number) =>
              kind.values.reduce((sum, value, i) => (kind.clusters[i] === cluster ? sum + value : sum), 0)
            for (const c of all) expected += (all.size / (all.size - 1)) * sumIn(p, c) * sumIn(q, c)
          }
        }
        const found = influenceVariance(kinds)
        expect(found).toBeGreaterThanOrEqual(0)
        expect(expected).toBeGreaterThan(-1e-9)
        expect(found).toBeCloseTo(expected, 8)
      }),
    )
  })

  it('is the variance of a mean for one kind without clusters', () => {
    const values = [3, 1, 4, 1, 5]
    const influence = Float64Array.from(values, (value) => (value - 2.8) / 5)
    expect(influenceVariance([{ values: influence }])).toBeCloseTo(3.2 / 5, 12)
    expect(influenceVariance([{ values: influence }], false)).toBeCloseTo(2.56 / 5, 12)
  })

  it('is undefined for a kind of one item or one cluster', () => {
    expect(influenceVariance([{ values: Float64Array.of(1) }])).toBeNull()
    expect(influenceVariance([{ values: Float64Array.of(1, -1), clusters: [4, 4] }])).toBeNull()
    expect(countClusters([1, 2, 1], [2, 7])).toBe(3)
  })
})
