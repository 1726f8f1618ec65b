import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LabelPermutation, type LabelPermutationInput, labelPermutation } from './label-permutation.ts'
import { normalQuantile } from './normal-quantile.ts'
import { seededRandom } from './random.ts'

const SCORES = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const LABELS = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]

interface Plain {
  metrics: (number | null)[][]
  labels: number[]
  clusters?: number[]
  scheme?: LabelPermutationInput['scheme']
  replicates?: number
  seed?: number
}

function run({ metrics, labels, clusters, scheme, replicates, seed }: Plain): LabelPermutation {
  const steps = labelPermutation({
    metrics: metrics.map((scores) => ({
      scores: Float64Array.from(scores, (score) => score ?? 0),
      ...(scores.includes(null) ? { present: Uint8Array.from(scores, (score) => (score === null ? 0 : 1)) } : {}),
    })),
    labels: Uint8Array.from(labels),
    clusters: Uint32Array.from(clusters ?? labels.map((_, item) => item)),
    ...{ scheme: scheme ?? 'between_clusters', replicates: replicates ?? 2000, seed: seed ?? 1 },
  })
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

function distance(scores: readonly (number | null)[], labels: readonly number[]): number | null {
  let wins = 0
  let pairs = 0
  scores.forEach((x, i) => {
    scores.forEach((y, j) => {
      if (x === null || y === null || labels[i] !== 1 || labels[j] !== 0) return
      wins += x > y ? 1 : x === y ? 0.5 : 0
      pairs += 1
    })
  })
  return pairs === 0 ? null : Math.abs(wins / pairs - 0.5)
}

function permutations<T>(list: readonly T[]): T[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, i) =>
    permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [one, ...rest]),
  )
}

/** Every way to arrange the labels, by permuting clusters (or items) as such; equal results are counted as often as they come. */
function everyLabelling({ labels, clusters = [], scheme }: Plain): number[][] {
  const names = [...new Set(clusters)]
  const members = names.map((name) => clusters.flatMap((cluster, item) => (cluster === name ? [item] : [])))
  if (scheme === 'within_cluster') {
    return members.reduce<number[][]>(
      (all, items) =>
        all.flatMap((labelling) =>
          permutations(items).map((to) => {
            const next = [...labelling]
            items.forEach((item, k) => {
              next[to[k] ?? 0] = labels[item] ?? 0
            })
            return next
          }),
        ),
      [labels],
    )
  }
  return permutations(members)
    .filter((turned) => turned.every((items, k) => items.length === members[k]?.length))
    .map((turned) => {
      const next = [...labels]
      members.forEach((items, k) => {
        items.forEach((item, place) => {
          next[turned[k]?.[place] ?? 0] = labels[item] ?? 0
        })
      })
      return next
    })
}

/** p and the step-down p from their definitions over all labellings. */
function byDefinition(plain: Plain) {
  const all = everyLabelling(plain)
  const observed = plain.metrics.map((scores) => distance(scores, plain.labels))
  const table = all.map((labels) => plain.metrics.map((scores) => distance(scores, labels) ?? 0))
  const share = (test: (row: number[]) => boolean) => table.filter(test).length / all.length
  const p = observed.map((limit, k) => (limit === null ? null : share((row) => (row[k] ?? 0) >= limit - 1e-9)))
  const kept = [...observed.keys()].filter((k) => observed[k] !== null)
  const order = kept.sort((i, j) => (observed[j] ?? 0) - (observed[i] ?? 0))
  const pMax: (number | null)[] = observed.map(() => null)
  let highest = 0
  order.forEach((metric, step) => {
    const rest = order.slice(step)
    const limit = (observed[metric] ?? 0) - 1e-9
    highest = Math.max(
      highest,
      share((row) => Math.max(...rest.map((k) => row[k] ?? 0)) >= limit),
    )
    pMax[metric] = highest
  })
  return { p, pMax }
}

const score = fc.option(fc.integer({ min: 0, max: 3 }), { freq: 6 })
const small = fc
  .array(fc.tuple(score, score, fc.integer({ min: 0, max: 1 }), fc.integer({ min: 0, max: 3 })), {
    minLength: 2,
    maxLength: 7,
  })
  .map((rows) => ({
    metrics: [rows.map((row) => row[0]), rows.map((row) => row[1])],
    labels: rows.map((row) => row[2]),
    clusters: rows.map((row) => row[3]),
  }))

describe('labelPermutation', () => {
  it('equals reference row 3: 59 of 1716 arrangements', () => {
    const result = run({ metrics: [SCORES], labels: LABELS })
    expect(result).toEqual({ p: [59 / 1716], pMax: [59 / 1716], exact: true, replicates: 1716 })
    expect(result.p[0]).toBeCloseTo(0.0343822844, 9)
  })

  it.each(['between_clusters', 'within_cluster'] as const)('equals the definition on small samples, %s', (scheme) => {
    fc.assert(
      fc.property(small, (plain) => {
        const result = run({ ...plain, scheme })
        if (result.replicates === 0) {
          expect(result.p).toEqual([null, null])
          return
        }
        const { p, pMax } = byDefinition({ ...plain, scheme })
        result.p.forEach((value, k) => {
          if (value === null) expect(p[k]).toBeNull()
          else expect(value).toBeCloseTo(p[k] ?? Number.NaN, 12)
        })
        result.pMax.forEach((value, k) => {
          if (value === null) expect(pMax[k]).toBeNull()
          else expect(value).toBeCloseTo(pMax[k] ?? Number.NaN, 12)
        })
      }),
    )
  })

  it('comes near the exact share when it samples, with 1 added above and below', () => {
    const labels = Array.from({ length: 24 }, (_, i) => (i < 12 ? 1 : 0))
    const scores = labels.map((label, i) => label * 1.5 + ((i * 5) % 8))
    const one = run({ metrics: [scores], labels, replicates: 20_000, seed: 3 })
    const other = run({ metrics: [scores], labels, replicates: 20_000, seed: 4 })
    expect(one).toMatchObject({ exact: false, replicates: 20_000 })
    expect(Math.abs((one.p[0] ?? 0) - (other.p[0] ?? 1))).toBeLessThan(0.02)
    expect((one.p[0] ?? 0) * 20_001).toBeCloseTo(Math.round((one.p[0] ?? 0) * 20_001), 6)
    expect(run({ metrics: [scores], labels, replicates: 20_000, seed: 3 })).toEqual(one)
    const perfect = run({ metrics: [labels], labels, replicates: 999 })
    expect(perfect.p).toEqual([1 / 1000])
  })

  it('keeps the p of a metric whatever stands beside it, and never adjusts below it', () => {
    const labels = Array.from({ length: 40 }, (_, i) => (i % 4 === 0 ? 0 : 1))
    const metrics = [1, 2, 3].map((k) => labels.map((label, i) => label + ((i * (k + 6)) % 5)))
    const all = run({ metrics, labels })
    metrics.forEach((scores, k) => {
      const alone = run({ metrics: [scores], labels })
      expect(all.p[k]).toBe(alone.p[0])
      expect(alone.pMax).toEqual(alone.p)
      expect(all.pMax[k]).toBeGreaterThanOrEqual(all.p[k] ?? 1)
    })
  })

  it('moves the labels of a question as one, so that copies of a question add no evidence', () => {
    const labels = [1, 1, 1, 0, 0, 0]
    const scores = [6, 5, 4, 3, 2, 1]
    const copies = <T>(list: readonly T[]) => list.flatMap((one) => [one, one, one])
    const clusters = labels.map((_, i) => i)
    const alone = run({ metrics: [scores], labels })
    const copied = run({ metrics: [copies(scores)], labels: copies(labels), clusters: copies(clusters) })
    expect(copied.p).toEqual(alone.p)
    expect(alone.p).toEqual([0.1])
  })

  it('is null with the reason where nothing can be permuted', () => {
    const reason = (plain: Omit<Plain, 'metrics'>) => {
      const result = run({ ...plain, metrics: [plain.labels.map((_, i) => i)] })
      return [result.p[0], result.reason]
    }
    expect(reason({ labels: [] })).toEqual([null, 'no items'])
    expect(reason({ labels: [1, 1] })).toEqual([null, 'no bad items'])
    expect(reason({ labels: [0, 0] })).toEqual([null, 'no good items'])
    expect(reason({ labels: [1, 0, 0], clusters: [0, 1, 1] })).toEqual([
      null,
      'no two clusters of equal size differ in their labels',
    ])
    expect(reason({ labels: [1, 1, 0, 0], clusters: [0, 0, 1, 1], scheme: 'within_cluster' })).toEqual([
      null,
      'no cluster holds both good and bad items',
    ])
  })

  it('leaves a metric out that has scores of one class only, and says so', () => {
    const result = run({ metrics: [SCORES, SCORES.map((value, i) => (i < 6 ? value : null))], labels: LABELS })
    expect(result.p).toEqual([59 / 1716, null])
    expect(result.pMax).toEqual([59 / 1716, null])
    expect(result.reason).toBe('the items that have a score are all good or all bad')
  })

  it('tells its progress between pieces of work and can be left', () => {
    const labels = Uint8Array.from({ length: 2000 }, (_, i) => i % 2)
    const metrics = [{ scores: Float64Array.from({ length: 2000 }, (_, i) => (i * 7) % 11) }]
    const clusters = Uint32Array.from({ length: 2000 }, (_, i) => i)
    const steps = labelPermutation({ metrics, labels, clusters, scheme: 'between_clusters', replicates: 3000, seed: 1 })
    const first = steps.next()
    const second = steps.next()
    if (first.done || second.done) throw new Error('no progress')
    expect(first.value.total).toBe(3000)
    expect(first.value.done > 0 && first.value.done < second.value.done && second.value.done < 3000).toBe(true)
    expect(steps.return({ p: [], pMax: [], exact: false, replicates: 0 }).done).toBe(true)
  })

  it('refuses lists that do not belong together', () => {
    expect(() => run({ metrics: [[1]], labels: [1, 0] })).toThrow(RangeError)
    expect(() => run({ metrics: [[1, 2]], labels: [1, 0], replicates: 0 })).toThrow(RangeError)
    expect(() => run({ metrics: [[1, Number.NaN]], labels: [1, 0] })).toThrow(RangeError)
  })

  it('rejects as often as it says without an effect, though question and label depend on each other', () => {
    const random = seededRandom(8)
    const normal = () => normalQuantile((random.integer(2 ** 21) + 0.5) / 2 ** 21)
    for (const scheme of ['between_clusters', 'within_cluster'] as const) {
      let studies = 0
      let rejected = 0
      for (let study = 0; study < 500; study++) {
        const clusters = Array.from({ length: 36 }, (_, item) => Math.floor(item / 3))
        const ofScore = clusters.map(normal)
        const ofLabel = clusters.map(normal)
        const scores = clusters.map((cluster) => (ofScore[cluster] as number) + normal())
        const labels = clusters.map((cluster) => ((ofLabel[cluster] as number) + normal() < 0.3 ? 1 : 0))
        const p = run({ metrics: [scores], labels, clusters, scheme, replicates: 99, seed: study }).p[0]
        if (p === null || p === undefined) continue
        expect(p).toBeGreaterThan(0)
        studies += 1
        if (p <= 0.1) rejected += 1
      }
      expect(studies).toBeGreaterThan(480)
      expect(Math.abs(rejected / studies - 0.1)).toBeLessThan(0.04)
    }
  })
})
