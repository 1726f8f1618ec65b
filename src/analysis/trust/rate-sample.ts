import { influenceVariance } from '../../stats/influence-variance.ts'
import { mean } from '../../stats/mean.ts'
import type { PpiInput } from '../../stats/ppi.ts'
import { denseClusters } from './dense-clusters.ts'
import type { RateRow } from './trust-inputs.ts'

/** The rows of a rate as numbers. */
export interface RateSample extends PpiInput {
  clusters: { graded: Uint32Array; scoresOnly: Uint32Array }
  /** Questions of the graded rows; a question may have several rows. */
  questions: string[]
  right: boolean[]
  /** Rows that have a score and no grade, and rows without a score. */
  scoredOnly: number
  noScore: number
  /** Scores that there are, the higher the better. */
  known: number[]
}

/**
 * Splits the rows into graded and ungraded ones, with scores turned so that higher is better (1 - score where lower is). PPI is
 * valid whatever stands in for a grade, as long as it does not look at the grades: a row without a score gets the mean of all
 * scores, so that the estimate stays one of all responses.
 */
export function rateSample(
  rows: readonly RateRow[],
  lowerIsBetter: boolean,
  /** Numbers of questions, shared by samples that are put together. */
  numbers: Map<string, number> = new Map(),
): RateSample {
  const turned = rows.map(({ value }) => (value === null || !lowerIsBetter ? value : 1 - value))
  const known = turned.filter((value) => value !== null)
  const middle = mean(known).value ?? 0
  const ids = rows.map(({ test_case_id }) => test_case_id)
  const { clusters } = denseClusters(ids, numbers)
  const places = [...rows.keys()]
  const graded = places.filter((place) => rows[place]?.right !== null)
  const others = places.filter((place) => rows[place]?.right === null)
  const scoreOf = (place: number) => turned[place] ?? middle
  const right = graded.map((place) => rows[place]?.right === true)
  return {
    grades: Float64Array.from(right, Number),
    scores: Float64Array.from(graded, scoreOf),
    scoresOnly: Float64Array.from(others, scoreOf),
    clusters: {
      graded: Uint32Array.from(graded, (place) => clusters[place] ?? 0),
      scoresOnly: Uint32Array.from(others, (place) => clusters[place] ?? 0),
    },
    questions: graded.map((place) => rows[place]?.test_case_id ?? ''),
    right,
    scoredOnly: others.filter((place) => turned[place] !== null).length,
    noScore: rows.length - known.length,
    known,
  }
}

/** Errors of each kind that the guard adds. */
const GUARD = 0.25

/**
 * What to add to the variance of a PPI mean, since the kinds of error that a judge makes seldom may not have been seen.
 *
 * With residuals r = grade - lambda score of n graded items and their mean m, v = sum (r - m)² / (n - 1) / n grows to
 * v' = (sum (r - m)² + 1/4 (1 - m)² + 1/4 (1 + m)²) / (n - 1/2) / (n + 1/2), as if a quarter of a right answer that the judge
 * wholly missed and a quarter of a wrong one that it wholly passed had been graded too; the result is v' - v, at least 0. Clusters
 * enter by their mean residual. Like the successes and failures that Agresti and Coull, and Bonett and Price, add to a proportion. In
 * simulated studies of 30 to 60 grades (the tests have some) the 95 % interval held the truth in 93 % or more, where without the
 * guard it did in as few as 83 %.
 */
export function guardVariance({ grades, scores, clusters }: RateSample, lambda: number): number {
  const byCluster = new Map<number, number[]>()
  for (const [place, cluster] of clusters.graded.entries()) {
    const residual = (grades[place] ?? 0) - lambda * (scores[place] ?? 0)
    const own = byCluster.get(cluster)
    if (own === undefined) byCluster.set(cluster, [residual])
    else own.push(residual)
  }
  const residuals = Array.from(byCluster.values(), (own) => mean(own).value ?? 0)
  const n = residuals.length
  const centre = mean(residuals).value
  if (n < 2 || centre === null) return 0
  const deviations = Float64Array.from(residuals, (residual) => (residual - centre) / n)
  const variance = influenceVariance([{ values: deviations }]) ?? 0
  const squares = variance * n * (n - 1)
  const added = GUARD * ((1 - centre) ** 2 + (1 + centre) ** 2)
  return Math.max(0, (squares + added) / (n + 2 * GUARD - 1) / (n + 2 * GUARD) - variance)
}
