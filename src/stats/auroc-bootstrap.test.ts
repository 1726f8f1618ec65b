import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auroc } from './auroc.ts'
import { aurocBootstrap } from './auroc-bootstrap.ts'
import { clusteredAuroc } from './clustered-auroc.ts'
import { splitByLabel } from './labelled-scores.ts'
import { quantile } from './quantile.ts'
import { hasMtrag, mtragClusters, mtragLabels, mtragRows } from './test-support/mtrag.ts'

const small = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 4 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 2,
    maxLength: 10,
  })
  .map((rows) => ({
    scores: rows.map((row) => row[0]),
    labels: rows.map((row) => row[1]),
    clusters: rows.map((row) => row[2]),
  }))

/** The areas of all G^G draws, each drawn cluster's members written out. */
function everyArea({ scores, labels, clusters }: { scores: number[]; labels: number[]; clusters: number[] }) {
  const names = [...new Set(clusters)]
  const draws = names.reduce<number[][]>((all) => all.flatMap((draw) => names.map((name) => [...draw, name])), [[]])
  return draws.map((draw) => {
    const items = draw.flatMap((name) => clusters.flatMap((cluster, item) => (cluster === name ? [item] : [])))
    const pick = (list: number[]) => items.map((item) => list[item] ?? Number.NaN)
    const { good, bad } = splitByLabel(pick(scores), pick(labels))
    return auroc(good, bad).value
  })
}

describe('aurocBootstrap', () => {
  it('takes every draw of up to 6 clusters, and drops and counts those that lack a class', () => {
    fc.assert(
      fc.property(small, (input) => {
        const result = aurocBootstrap(input, { seed: 1 })
        if (result.low === null) return
        const all = everyArea(input)
        const kept = all.filter((area) => area !== null)
        expect(result).toMatchObject({ exact: true, replicates: kept.length, dropped: all.length - kept.length })
        expect(result.mean).toBeCloseTo(kept.reduce((sum, area) => sum + area, 0) / kept.length, 12)
        expect(result.low).toBeCloseTo(quantile(kept, 0.025).value ?? Number.NaN, 12)
        expect(result.high).toBeCloseTo(quantile(kept, 0.975).value ?? Number.NaN, 12)
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same digits for the same seed', () => {
    const scores = Array.from({ length: 60 }, (_, i) => (i * 7) % 13)
    const input = {
      scores,
      labels: scores.map((score, i) => (score + (i % 5) > 8 ? 1 : 0)),
      clusters: scores.map((_, i) => i >> 1),
    }
    const one = aurocBootstrap(input, { seed: 9 })
    expect(aurocBootstrap(input, { seed: 9 })).toEqual(one)
    expect(aurocBootstrap(input, { seed: 10 })).not.toEqual(one)
    expect(one).toMatchObject({ exact: false, replicates: 2000, dropped: 0, clusters: 30 })
  })

  it('gives no interval, with the reason, where the replicates cannot differ', () => {
    const reason = (scores: number[], labels: number[], clusters: number[]) => {
      const result = aurocBootstrap({ scores, labels, clusters }, { seed: 1 })
      return result.low === null ? result.reason : 'interval'
    }
    expect(reason([1, 2], [1, 1], [0, 1])).toBe('no bad items')
    expect(reason([1, 2, 0], [1, 0, 1], [4, 4, 4])).toBe('one cluster has no spread')
    expect(reason([3, 4, 1, 2], [1, 1, 0, 0], [0, 1, 2, 3])).toBe('all replicates have the same area')
    expect(() => aurocBootstrap({ scores: [1], labels: [1], clusters: [0] }, { seed: 1, replicates: 0 })).toThrow(
      RangeError,
    )
  })
})

describe.skipIf(!hasMtrag)('aurocBootstrap on 252 responses with human marks', () => {
  it('has the spread of the clustered standard error within a tenth, by question', () => {
    const rows = mtragRows()
    const labels = mtragLabels(rows)
    const clusters = mtragClusters(rows, 'question')
    for (const metric of ['ragas_faithfulness', 'bert_kprec']) {
      const scores = rows.map((row) => row.published_scores[metric] ?? Number.NaN)
      const drawn = aurocBootstrap({ scores, labels, clusters }, { seed: 1 })
      const formula = clusteredAuroc({ scores, labels, clusters })
      if (drawn.low === null || formula.low === null || formula.se === null) throw new Error('no interval')
      expect(Math.abs(drawn.sd / formula.se - 1)).toBeLessThan(0.1)
      expect(drawn.dropped).toBe(0)
    }
  })
})
