import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterFolds } from './cluster-folds.ts'

const items = fc.array(fc.tuple(fc.constantFrom(0, 1), fc.integer({ min: 0, max: 25 })), { maxLength: 80 })
const options = fc.record({ folds: fc.integer({ min: 2, max: 7 }), seed: fc.integer() })

describe('clusterFolds', () => {
  it('keeps every cluster whole and leaves no fold empty that a cluster could fill', () => {
    fc.assert(
      fc.property(items, options, (rows, { folds, seed }) => {
        const labels = rows.map(([label]) => label)
        const clusters = rows.map(([, cluster]) => cluster)
        const fold = clusterFolds({ labels, clusters, folds, seed })
        expect(fold).toHaveLength(rows.length)
        const foldsOf = new Map<number, Set<number>>()
        clusters.forEach((cluster, i) => {
          foldsOf.set(cluster, (foldsOf.get(cluster) ?? new Set()).add(fold[i] ?? -1))
        })
        for (const own of foldsOf.values()) expect(own.size).toBe(1)
        expect(new Set(fold).size).toBe(Math.min(folds, foldsOf.size))
        for (const one of fold) expect(one).toBeLessThan(folds)
      }),
    )
  })

  it('spreads each class to within one item where every item stands alone', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(0, 1), { minLength: 10, maxLength: 90 }),
        options,
        (labels, { folds, seed }) => {
          const fold = clusterFolds({ labels, clusters: labels.map((_, i) => i), folds, seed })
          for (const label of [0, 1]) {
            const counts = Array.from(
              { length: folds },
              (_, f) => labels.filter((l, i) => l === label && fold[i] === f).length,
            )
            expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1)
          }
        },
      ),
    )
  })

  it('puts a few bad items of different clusters into different folds', () => {
    const clusters = Array.from({ length: 60 }, (_, i) => Math.floor(i / 3))
    const labels = clusters.map((cluster, i) => (cluster % 4 === 0 && i % 3 === 0 ? 0 : 1))
    const fold = clusterFolds({ labels, clusters, folds: 5, seed: 3 })
    const withBad = [...fold].filter((_, i) => labels[i] === 0)
    expect([...withBad].sort()).toEqual([0, 1, 2, 3, 4])
  })

  it('gives the same folds for the same seed in any order of the items, and others for another seed', () => {
    const clusters = Array.from({ length: 40 }, (_, i) => Math.floor(i / 2))
    const labels = clusters.map((_, i) => (i % 3 === 0 ? 0 : 1))
    const folds = [...clusterFolds({ labels, clusters, folds: 4, seed: 1 })]
    const turned = clusterFolds({ labels: [...labels].reverse(), clusters: [...clusters].reverse(), folds: 4, seed: 1 })
    expect([...turned].reverse()).toEqual(folds)
    expect([...clusterFolds({ labels, clusters, folds: 4, seed: 2 })]).not.toEqual(folds)
  })

  it('refuses what is no split', () => {
    expect(() => clusterFolds({ labels: [1], clusters: [0], folds: 1, seed: 0 })).toThrow(RangeError)
    expect(() => clusterFolds({ labels: [2], clusters: [0], folds: 2, seed: 0 })).toThrow(RangeError)
    expect(() => clusterFolds({ labels: [1], clusters: [], folds: 2, seed: 0 })).toThrow(RangeError)
    expect(() => clusterFolds({ labels: [1], clusters: [-1], folds: 2, seed: 0 })).toThrow(RangeError)
  })
})
