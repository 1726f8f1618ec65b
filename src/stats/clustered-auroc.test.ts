import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusteredAuroc } from './clustered-auroc.ts'
import { delong } from './delong.ts'
import { splitByLabel } from './labelled-scores.ts'
import { newcombeAuroc } from './newcombe-auroc.ts'
import { normalCdf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'
import { seededRandom } from './random.ts'
import { studentTQuantile } from './student-t.ts'
import { hasMtrag, mtragClusters, mtragExpected, mtragLabels, mtragRows } from './test-support/mtrag.ts'

const SCORES = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const LABELS = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]
const CLUSTERS = [1, 1, 2, 3, 4, 5, 1, 2, 2, 3, 4, 6, 6]

const items = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 5 })),
  { minLength: 2, maxLength: 30 },
)

function unzip(list: readonly (readonly [number, number, number])[]) {
  return { scores: list.map((one) => one[0]), labels: list.map((one) => one[1]), clusters: list.map((one) => one[2]) }
}

/** The variance from the definition, a list of items a cluster. */
function varianceByHand({ scores, labels, clusters }: ReturnType<typeof unzip>): number {
  const psi = (x: number, y: number) => (x > y ? 1 : x === y ? 0.5 : 0)
  const of = (label: number) => scores.filter((_, i) => labels[i] === label)
  const [bad, good] = [of(0), of(1)]
  const average = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const auc = average(good.map((x) => average(bad.map((y) => psi(x, y)))))
  const names = [...new Set(clusters)]
  const sums = names.map((name) => {
    const inside = scores.flatMap((score, i) => (clusters[i] === name ? [{ score, label: labels[i] }] : []))
    const mine = (label: number) => inside.filter((one) => one.label === label).map((one) => one.score)
    return {
      hasGood: mine(1).length > 0,
      hasBad: mine(0).length > 0,
      a: mine(1).reduce((sum, x) => sum + average(bad.map((y) => psi(x, y))) - auc, 0),
      b: mine(0).reduce((sum, y) => sum + average(good.map((x) => psi(x, y))) - auc, 0),
    }
  })
  const total = (pick: (one: (typeof sums)[number]) => number) => sums.reduce((sum, one) => sum + pick(one), 0)
  const [i10, i01, i] = [sums.filter((one) => one.hasGood).length, sums.filter((one) => one.hasBad).length, sums.length]
  const [m, n] = [good.length, bad.length]
  const s10 = (i10 / ((i10 - 1) * m)) * total((one) => one.a ** 2)
  const s01 = (i01 / ((i01 - 1) * n)) * total((one) => one.b ** 2)
  return s10 / m + s01 / n + (2 * (i / (i - 1)) * total((one) => one.a * one.b)) / (m * n)
}

describe('clusteredAuroc', () => {
  it('equals reference row 6, with t for six clusters', () => {
    const result = clusteredAuroc({ scores: SCORES, labels: LABELS, clusters: CLUSTERS })
    if (result.low === null) throw new Error(result.reason)
    expect((result.se ?? Number.NaN) ** 2).toBeCloseTo(0.0080631913, 9)
    expect((result.seUnclustered ?? Number.NaN) ** 2).toBeCloseTo(0.0119142101, 9)
    expect(result).toMatchObject({ clusters: 6, df: 5, method: 'obuchowski' })
    const logit = (p: number) => Math.log(p / (1 - p))
    const half = (studentTQuantile(0.975, 5) * Math.sqrt(0.0080631913)) / (result.value * (1 - result.value))
    expect(logit(result.high) - logit(result.value)).toBeCloseTo(half, 6)
  })

  it('is DeLong with one item a cluster, and with enough of them the same interval', () => {
    const scores = Array.from({ length: 50 }, (_, i) => (i * 37) % 17)
    const labels = scores.map((score, i) => (score + (i % 9) > 11 ? 1 : 0))
    const { good, bad } = splitByLabel(scores, labels)
    const alone = delong(good, bad)
    const result = clusteredAuroc({ scores, labels, clusters: scores.map((_, i) => i) })
    if (alone.low === null || result.low === null) throw new Error('no interval')
    expect(result.df).toBeNull()
    expect(result.se).toBeCloseTo(alone.se ?? Number.NaN, 14)
    expect(result.low).toBeCloseTo(alone.low, 14)
    expect(result.high).toBeCloseTo(alone.high, 14)
  })

  it('equals the definition on small samples, whatever the order of the items and the numbers of the clusters', () => {
    fc.assert(
      fc.property(items, (list) => {
        const result = clusteredAuroc(unzip(list))
        const turned = clusteredAuroc(
          unzip(list.map(([score, label, cluster]) => [score, label, 9 - cluster] as const).reverse()),
        )
        expect(turned.value).toBe(result.value)
        if (result.low === null || result.method === 'newcombe') return
        expect((result.se ?? Number.NaN) ** 2).toBeCloseTo(varianceByHand(unzip(list)), 12)
        expect(result.low >= 0 && result.low <= result.value && result.value <= result.high && result.high <= 1).toBe(
          true,
        )
        expect(turned.low).toBeCloseTo(result.low, 9)
      }),
    )
  })

  it('widens by the square root of k when every item stands k times in its cluster, but for the small-sample factors', () => {
    const copies = <T>(list: readonly T[]) => [...list, ...list, ...list, ...list]
    const clusters = SCORES.map((_, i) => i)
    const result = clusteredAuroc({ scores: copies(SCORES), labels: copies(LABELS), clusters: copies(clusters) })
    if (result.low === null) throw new Error(result.reason)
    expect((result.se ?? Number.NaN) ** 2).toBeCloseTo(0.0119142101, 9)
    const factor = ((result.se ?? 0) / (result.seUnclustered ?? 1)) ** 2
    expect(factor > 4 && factor < 5).toBe(true)
  })

  it('has the degrees of freedom of the clusters that hold the rarer class', () => {
    const scores = Array.from({ length: 120 }, (_, i) => (i * i * 37) % 101)
    const labels = scores.map((_, i) => (i % 30 === 7 ? 0 : 1))
    const rare = clusteredAuroc({ scores, labels, clusters: scores.map((_, i) => i >> 1) })
    if (rare.low === null) throw new Error(rare.reason)
    expect(rare.clusters).toBe(60)
    expect(rare.df).toBeGreaterThanOrEqual(3)
    expect(rare.df).toBeLessThan(4)
  })

  it('holds the truth about as often as it says, with few clusters and with few that hold a bad item', () => {
    const random = seededRandom(4)
    const normal = () => normalQuantile((random.integer(2 ** 21) + 0.5) / 2 ** 21)
    const truth = normalCdf(1 / Math.SQRT2)
    const coverage = (clusters: number, shareGood: number) => {
      const cut = normalQuantile(shareGood)
      let held = 0
      let given = 0
      for (let study = 0; study < 500; study++) {
        const items = Array.from({ length: clusters }, (_, cluster) => {
          const [ofScore, ofLabel] = [normal(), normal()]
          return [0, 1, 2].map(() => {
            const label = Math.sqrt(0.4) * ofLabel + Math.sqrt(0.6) * normal() < cut ? 1 : 0
            return [label + Math.sqrt(0.4) * ofScore + Math.sqrt(0.6) * normal(), label, cluster] as const
          })
        }).flat()
        const { low, high } = clusteredAuroc(unzip(items))
        if (low === null) continue
        given += 1
        if (low <= truth && truth <= high) held += 1
      }
      return held / given
    }
    expect(coverage(12, 0.7)).toBeGreaterThan(0.93)
    expect(coverage(40, 0.9)).toBeGreaterThan(0.92)
  }, 20_000)

  it('counts clusters and not items where no item is misplaced', () => {
    const result = clusteredAuroc({
      scores: [5, 5, 5, 4, 1, 1, 2],
      labels: [1, 1, 1, 1, 0, 0, 0],
      clusters: [0, 0, 0, 1, 1, 2, 3],
    })
    expect(result).toMatchObject({
      ...newcombeAuroc(1, 2, 3),
      se: null,
      seUnclustered: null,
      method: 'newcombe',
      clusters: 4,
      df: null,
    })
  })

  it('gives no interval, with the reason, where nothing can be learnt', () => {
    const reason = (scores: number[], labels: number[], clusters: number[]) => {
      const result = clusteredAuroc({ scores, labels, clusters })
      return result.low === null ? result.reason : 'interval'
    }
    expect(reason([1, 2], [1, 1], [0, 1])).toBe('no bad items')
    expect(reason([1, 2, 3], [1, 0, 1], [0, 0, 0])).toBe('one cluster has no spread')
    expect(reason([1, 1, 1], [1, 0, 1], [0, 1, 2])).toBe('all scores are equal')
    expect(reason([1, 2, 2, 1], [1, 0, 1, 0], [0, 0, 1, 1])).toBe('interval')
    expect(reason([2, 1, 3, 4, 2, 1, 3, 4], [1, 0, 0, 1, 1, 0, 0, 1], [0, 0, 0, 0, 1, 1, 1, 1])).toBe(
      'there is no spread between the clusters',
    )
  })

  it('refuses lists that do not belong together', () => {
    expect(() => clusteredAuroc({ scores: [1], labels: [1, 0], clusters: [0, 1] })).toThrow(RangeError)
    expect(() => clusteredAuroc({ scores: [1, 2], labels: [1, 2], clusters: [0, 1] })).toThrow(RangeError)
    expect(() => clusteredAuroc({ scores: [1, 2], labels: [1, 0], clusters: [0, -1] })).toThrow(RangeError)
  })

  it('takes 100,000 scores in under a second', () => {
    const list = Float64Array.from({ length: 100_000 }, (_, i) => ((i * 7919) % 1009) / 1009)
    const times = [1, 2, 3].map(() => {
      const started = performance.now()
      const labels = list.map((value, i) => (value * 1009 + (i % 700) > 800 ? 1 : 0))
      expect(clusteredAuroc({ scores: list, labels, clusters: list.map((_, i) => i >> 2) }).low).not.toBeNull()
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(1000)
  })
})

describe.skipIf(!hasMtrag)('clusteredAuroc on 252 responses with human marks', () => {
  it('equals the areas and standard errors of reference row 44, by question and by conversation', () => {
    const rows = mtragRows()
    const expected = mtragExpected()
    const labels = mtragLabels(rows)
    for (const metric of ['ragas_faithfulness', 'radbench_llm', 'bert_kprec', 'rougeL']) {
      const scores = rows.map((row) => row.published_scores[metric] ?? Number.NaN)
      const want = expected[metric] ?? {}
      const byQuestion = clusteredAuroc({ scores, labels, clusters: mtragClusters(rows, 'question') })
      const byConversation = clusteredAuroc({ scores, labels, clusters: mtragClusters(rows, 'conversation') })
      if (byQuestion.low === null || byConversation.low === null) throw new Error('no interval')
      expect(byQuestion.value).toBeCloseTo(want.auc ?? Number.NaN, 12)
      expect(byQuestion.seUnclustered).toBeCloseTo(want.se_delong ?? Number.NaN, 12)
      expect(byQuestion.se).toBeCloseTo(want.se_cluster_task ?? Number.NaN, 12)
      expect(byConversation.se).toBeCloseTo(want.se_cluster_conversation ?? Number.NaN, 12)
      expect([byQuestion.clusters, byQuestion.df, byConversation.clusters, byConversation.df]).toEqual([
        84,
        null,
        10,
        9,
      ])
    }
  })
})
