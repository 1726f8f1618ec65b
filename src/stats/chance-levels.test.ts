import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type ChanceLevels, chanceLevels } from './chance-levels.ts'

function levels(corpus: number, relevant: number, k: number): ChanceLevels {
  const found = chanceLevels({ corpus, relevant, k })
  if (found.recall === null) throw new Error(found.reason)
  return found
}

/** All orders of a list. */
function permutations(list: readonly number[]): number[][] {
  if (list.length <= 1) return [[...list]]
  return list.flatMap((first, i) =>
    permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [first, ...rest]),
  )
}

/** What one ranking scores, each metric by its own definition; items below `relevant` are the relevant ones. */
function scores(ranking: readonly number[], relevant: number, k: number): ChanceLevels {
  const ranks = ranking.flatMap((item, i) => (item < relevant ? [i + 1] : []))
  const top = ranks.filter((rank) => rank <= k)
  const discount = (rank: number) => 1 / Math.log2(rank + 1)
  const sum = (list: readonly number[]) => list.reduce((total, value) => total + value, 0)
  const precisions = (found: readonly number[]) => sum(found.map((rank, i) => (i + 1) / rank)) / relevant
  const ideal = Array.from({ length: Math.min(relevant, k) }, (_, i) => discount(i + 1))
  const first = ranks[0] ?? Number.POSITIVE_INFINITY
  return {
    recall: top.length / relevant,
    hit: top.length > 0 ? 1 : 0,
    precision: top.length / k,
    averagePrecision: precisions(ranks),
    averagePrecisionAtK: precisions(top),
    ndcg: sum(top.map(discount)) / sum(ideal),
    mrr: first <= k ? 1 / first : 0,
  }
}

const sizes = fc.integer({ min: 1, max: 3000 }).chain((corpus) =>
  fc.record({
    corpus: fc.constant(corpus),
    relevant: fc.integer({ min: 1, max: corpus }),
    k: fc.integer({ min: 1, max: corpus }),
  }),
)

describe('chanceLevels', () => {
  it('equals reference row 42', () => {
    const rows = [
      [12, 1, 5, 0.4166666667, 0.4166666667, 0.2586008899, 0.2457049266, 0.1902777778],
      [12, 2, 10, 0.8333333333, 0.9848484848, 0.326000809, 0.4643117756, 0.381024531],
    ] as const
    for (const [corpus, relevant, k, recall, hit, averagePrecision, ndcg, mrr] of rows) {
      const found = levels(corpus, relevant, k)
      expect(found.recall).toBeCloseTo(recall, 9)
      expect(found.hit).toBeCloseTo(hit, 9)
      expect(found.averagePrecision).toBeCloseTo(averagePrecision, 9)
      expect(found.ndcg).toBeCloseTo(ndcg, 9)
      expect(found.mrr).toBeCloseTo(mrr, 9)
      expect(found.precision).toBe(relevant / corpus)
    }
  })

  it('is the mean over all rankings of up to six items', () => {
    for (let corpus = 1; corpus <= 6; corpus++) {
      const rankings = permutations(Array.from({ length: corpus }, (_, item) => item))
      for (let relevant = 1; relevant <= corpus; relevant++) {
        for (let k = 1; k <= corpus; k++) {
          const all = rankings.map((ranking) => scores(ranking, relevant, k))
          const found = levels(corpus, relevant, k)
          for (const metric of Object.keys(found) as (keyof ChanceLevels)[]) {
            const mean = all.reduce((sum, one) => sum + one[metric], 0) / all.length
            expect(found[metric], `${metric} of N=${corpus} R=${relevant} k=${k}`).toBeCloseTo(mean, 12)
          }
        }
      }
    }
  })

  it('stays within 0 .. 1, and rises with k up to the size of the corpus', () => {
    fc.assert(
      fc.property(sizes, ({ corpus, relevant, k }) => {
        const found = levels(corpus, relevant, k)
        for (const value of Object.values(found)) expect(value >= 0 && value <= 1 + 1e-12).toBe(true)
        const wider = levels(corpus, relevant, k + 1)
        expect(wider.recall).toBeGreaterThanOrEqual(found.recall)
        expect(wider.hit).toBeGreaterThanOrEqual(found.hit)
        expect(wider.mrr).toBeGreaterThanOrEqual(found.mrr)
        const whole = levels(corpus, relevant, corpus)
        expect(whole.hit).toBe(1)
        expect(whole.averagePrecisionAtK).toBeCloseTo(whole.averagePrecision, 12)
        expect(levels(corpus, relevant, corpus + 5)).toEqual(whole)
      }),
    )
  })

  it('is perfect when everything is relevant', () => {
    const found = levels(7, 7, 3)
    expect(found.recall).toBeCloseTo(3 / 7, 15)
    for (const value of [found.hit, found.precision, found.averagePrecision, found.ndcg, found.mrr]) {
      expect(value).toBeCloseTo(1, 12)
    }
  })

  it('keeps its digits for a large corpus, also where the harmonic number comes from its series', () => {
    let harmonic = 0
    for (let i = 100_000; i >= 1; i--) harmonic += 1 / i
    expect(levels(100_000, 1, 10).averagePrecision).toBeCloseTo(harmonic / 100_000, 17)
    expect(levels(100_000, 1, 10).hit).toBeCloseTo(1e-4, 15)
  })

  it('is undefined, with the reason, where nothing is relevant or more than the corpus holds', () => {
    expect(chanceLevels({ corpus: 12, relevant: 0, k: 3 })).toMatchObject({
      recall: null,
      reason: 'nothing is relevant',
    })
    expect(chanceLevels({ corpus: 0, relevant: 0, k: 3 })).toMatchObject({ hit: null, reason: 'the corpus is empty' })
    expect(chanceLevels({ corpus: 2, relevant: 3, k: 3 })).toMatchObject({
      mrr: null,
      reason: 'more items are relevant than the corpus holds',
    })
  })

  it('refuses sizes that no ranking has', () => {
    expect(() => chanceLevels({ corpus: 12.5, relevant: 1, k: 3 })).toThrow(RangeError)
    expect(() => chanceLevels({ corpus: 12, relevant: -1, k: 3 })).toThrow(RangeError)
    expect(() => chanceLevels({ corpus: 12, relevant: 1, k: 0 })).toThrow(RangeError)
    expect(() => chanceLevels({ corpus: Number.NaN, relevant: 1, k: 1 })).toThrow(RangeError)
  })
})
