import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterRobust } from './cluster-robust.ts'
import { clusterTotals } from './cluster-totals.ts'
import { humanOnlyMean, type PpiInput, type PpiMean, type PpiOptions, ppi, ppiPlusPlus } from './ppi.ts'
import type { NoInterval } from './result.ts'
import { studentTQuantile } from './student-t.ts'

const times = (value: number, count: number): number[] => Array<number>(count).fill(value)

/** Reference row 37. */
const ROW_37: PpiInput = {
  grades: [...times(1, 12), ...times(0, 5), 1, 0, 0],
  scores: [...times(1, 12), ...times(0, 5), 0, 1, 1],
  scoresOnly: [...times(1, 150), ...times(0, 50)],
}
/** Reference row 38. */
const ROW_38: PpiInput = {
  grades: [1, 0, 1, 1, 0, 1, 1, 0, 1, 1],
  scores: [1, 0, 1, 1, 1, 1, 0, 0, 1, 1],
  scoresOnly: [...times(1, 23), ...times(0, 7)],
}
const AS_PPI_PY: PpiOptions = { convention: 'ppi_py' }

function known(result: PpiMean | NoInterval): PpiMean {
  if (result.low === null) throw new Error(result.reason)
  return result
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const variance = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + (value - mean(values)) ** 2, 0) / (values.length - 1)

const pair = fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }))
const study = fc
  .tuple(
    fc.array(pair, { minLength: 3, maxLength: 25 }),
    fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 40 }),
  )
  .map(([pairs, scoresOnly]) => ({ grades: pairs.map(([y]) => y), scores: pairs.map(([, f]) => f), scoresOnly }))
  .filter(({ grades, scores, scoresOnly }) => [grades, scores, scoresOnly].every((list) => variance([...list]) > 1e-6))

describe('the prediction-powered mean', () => {
  it('equals reference row 37 in the convention of ppi_py', () => {
    const human = known(humanOnlyMean({ grades: ROW_37.grades }, AS_PPI_PY))
    expect(human.value).toBeCloseTo(0.65, 12)
    expect(human.se).toBeCloseTo(0.106653645, 9)
    expect(human.low).toBeCloseTo(0.4409626969, 9)
    expect(human.high).toBeCloseTo(0.8590373031, 9)
    const plain = known(ppi(ROW_37, AS_PPI_PY))
    expect(plain.value).toBeCloseTo(0.7, 12)
    expect(plain.se).toBeCloseTo(0.0911729126, 9)
    expect(plain.low).toBeCloseTo(0.5213043749, 9)
    expect(plain.high).toBeCloseTo(0.8786956251, 9)
    const tuned = known(ppiPlusPlus(ROW_37, AS_PPI_PY))
    expect(tuned.lambda).toBeCloseTo(0.6915287456, 9)
    expect(tuned.value).toBeCloseTo(0.6845764373, 9)
    expect(tuned.se).toBeCloseTo(0.0825674452, 9)
    expect(tuned.low).toBeCloseTo(0.5227472184, 9)
    expect(tuned.high).toBeCloseTo(0.8464056562, 9)
  })

  it('equals reference row 38, where plain PPI is wider than the grades alone', () => {
    const human = known(humanOnlyMean({ grades: ROW_38.grades }, AS_PPI_PY))
    const plain = known(ppi(ROW_38, AS_PPI_PY))
    const tuned = known(ppiPlusPlus(ROW_38, AS_PPI_PY))
    expect(human.se).toBeCloseTo(0.1449137675, 9)
    expect(plain.se).toBeCloseTo(0.1611302671, 9)
    expect(tuned.lambda).toBeCloseTo(0.429, 3)
    expect(tuned.value).toBeCloseTo(0.7286, 4)
    expect(tuned.se).toBeCloseTo(0.1285468423, 9)
  })

  it('is, in the product, the formula with divisor n-1 and Student t with n-1 degrees of freedom', () => {
    fc.assert(
      fc.property(study, (input) => {
        const n = input.grades.length
        const others = input.scoresOnly.length
        const tuned = known(ppiPlusPlus(input))
        const residuals = input.grades.map((y, i) => y - tuned.lambda * (input.scores[i] ?? Number.NaN))
        const se = Math.sqrt(tuned.lambda ** 2 * (variance(input.scoresOnly) / others) + variance(residuals) / n)
        expect(tuned.value).toBeCloseTo(tuned.lambda * mean(input.scoresOnly) + mean(residuals), 10)
        expect(tuned.se).toBeCloseTo(se, 10)
        expect(tuned.df).toBe(n - 1)
        expect(tuned.high - tuned.value).toBeCloseTo(studentTQuantile(0.975, n - 1) * se, 8)
        expect(tuned).toMatchObject({ graded: n, scoredOnly: others, clusters: null })
      }),
    )
  })

  it('chooses the weight in 0 .. 1 that makes the formula of the variance least', () => {
    fc.assert(
      fc.property(study, ({ grades, scores, scoresOnly }) => {
        const n = grades.length
        const others = scoresOnly.length
        const { lambda } = known(ppiPlusPlus({ grades, scores, scoresOnly }))
        const pooled = variance([...scores, ...scoresOnly])
        const covariance =
          grades.reduce((sum, y, i) => sum + (y - mean(grades)) * ((scores[i] ?? 0) - mean(scores)), 0) / (n - 1)
        const formula = (l: number) => l * l * pooled * (1 / others + 1 / n) - (2 * l * covariance) / n
        for (let l = 0; l <= 1; l += 0.125) expect(formula(lambda)).toBeLessThanOrEqual(formula(l) + 1e-12)
      }),
    )
  })

  it('is the same with every item in a cluster of its own', () => {
    fc.assert(
      fc.property(study, (input) => {
        const clusters = {
          graded: input.grades.map((_, i) => i),
          scoresOnly: input.scoresOnly.map((_, i) => 1000 + i),
        }
        for (const method of [ppi, ppiPlusPlus]) {
          const alone = known(method(input))
          const clustered = known(method({ ...input, clusters }))
          expect(clustered.se).toBeCloseTo(alone.se, 10)
          expect(clustered.df).toBe(alone.df)
          expect(clustered.clusters).toBe(input.grades.length + input.scoresOnly.length)
        }
      }),
    )
  })

  it('sums the influence of a cluster over its graded and its other items', () => {
    const input = {
      grades: [1, 0, 1, 1],
      scores: [0.9, 0.2, 0.4, 0.8],
      scoresOnly: [0.7, 0.1, 0.6, 0.95, 0.3],
      clusters: { graded: [0, 1, 2, 0], scoresOnly: [0, 1, 2, 2, 3] },
    }
    const residuals = input.grades.map((y, i) => (y - (input.scores[i] ?? 0) - (0.75 - 0.575)) / 4)
    const others = input.scoresOnly.map((u) => (u - 0.53) / 5)
    const graded = [0, 1, 2, 3].map((c) =>
      residuals.reduce((s, v, i) => (input.clusters.graded[i] === c ? s + v : s), 0),
    )
    const only = [0, 1, 2, 3].map((c) =>
      others.reduce((s, v, i) => (input.clusters.scoresOnly[i] === c ? s + v : s), 0),
    )
    const sum = (f: (c: number) => number) => [0, 1, 2, 3].reduce((s, c) => s + f(c), 0)
    const g = (c: number) => graded[c] ?? 0
    const u = (c: number) => only[c] ?? 0
    const expected =
      (3 / 2) * sum((c) => g(c) ** 2) + (4 / 3) * sum((c) => u(c) ** 2) + 2 * (4 / 3) * sum((c) => g(c) * u(c))
    const result = known(ppi(input))
    expect(result.value).toBeCloseTo(0.53 + 0.175, 12)
    expect(result.se).toBeCloseTo(Math.sqrt(expected), 12)
    expect(result).toMatchObject({ clusters: 4, df: 2 })
  })

  it('has no use for a judge that is constant, follows the grades backwards or scored nothing else', () => {
    const input = { grades: [1, 0, 1, 1, 0], scores: [0, 1, 0, 0, 1], scoresOnly: [1, 0, 0, 1] }
    for (const other of [
      { ...input, scores: times(1, 5), scoresOnly: times(1, 4) },
      input,
      { ...input, scoresOnly: [1] },
    ]) {
      const tuned = known(ppiPlusPlus(other))
      const human = known(humanOnlyMean(other))
      expect(tuned).toEqual({ ...human, lambda: 0, scoredOnly: other.scoresOnly.length })
    }
  })

  it('moves and scales with the grades and scores', () => {
    fc.assert(
      fc.property(study, (input) => {
        const turn = (list: readonly number[]) => list.map((value) => 3 * value + 2)
        const a = known(ppiPlusPlus(input))
        const b = known(
          ppiPlusPlus({ grades: turn(input.grades), scores: turn(input.scores), scoresOnly: turn(input.scoresOnly) }),
        )
        expect(b.lambda).toBeCloseTo(a.lambda, 8)
        expect(b.value).toBeCloseTo(3 * a.value + 2, 8)
        expect(b.se).toBeCloseTo(3 * a.se, 8)
      }),
    )
  })
})

describe('humanOnlyMean', () => {
  it('is the cluster-robust mean when clusters are given', () => {
    const groups = [[1, 1, 0], [1, 0, 0], [1, 1, 1], [0]]
    const clusters = groups.flatMap((group, c) => group.map(() => c))
    const robust = clusterRobust(clusterTotals(groups))
    if (robust.low === null) throw new Error(robust.reason)
    const result = known(humanOnlyMean({ grades: groups.flat(), clusters }))
    expect(result.value).toBeCloseTo(robust.value, 12)
    expect(result.se).toBeCloseTo(robust.se, 12)
    expect(result.low).toBeCloseTo(robust.low, 12)
    expect(result).toMatchObject({ lambda: 0, clusters: 4, df: 3 })
  })

  it('gives no interval, with the reason, where there is no spread to learn from', () => {
    expect(humanOnlyMean({ grades: [] })).toMatchObject({ value: null, reason: 'no graded items' })
    expect(humanOnlyMean({ grades: [1] })).toMatchObject({ value: 1, reason: 'one item has no spread' })
    expect(humanOnlyMean({ grades: [1, 1] })).toMatchObject({ value: 1, reason: 'all grades are equal' })
    expect(humanOnlyMean({ grades: [1, 0], clusters: [4, 4] })).toMatchObject({ reason: 'one cluster has no spread' })
    expect(ppi({ grades: [1, 0], scores: [1, 0], scoresOnly: [] })).toMatchObject({ reason: 'no ungraded items' })
    expect(ppi({ grades: [1, 0], scores: [0.8, -0.2], scoresOnly: [1, 1] })).toMatchObject({
      reason: 'no spread to learn from',
    })
  })

  it('refuses what no study gives', () => {
    expect(() => humanOnlyMean({ grades: [Number.NaN] })).toThrow(RangeError)
    expect(() => ppi({ grades: [1], scores: [], scoresOnly: [] })).toThrow(RangeError)
    expect(() =>
      ppiPlusPlus({ grades: [1], scores: [1], scoresOnly: [1], clusters: { graded: [1], scoresOnly: [] } }),
    ).toThrow(RangeError)
  })
})
