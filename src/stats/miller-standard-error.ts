import { compensatedSum } from './mean.ts'
import { requireFinite } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'

/** Standard errors of a mean as Miller gives them; null with the reason where one is undefined. */
export interface MillerStandardError {
  mean: number | null
  /** As if every score were independent: sqrt(sum (s - mean)² / (n (n-1))). */
  independent: number | null
  /** With the covariances within clusters added. */
  clustered: number | null
  reason?: string
}

/**
 * Miller's clustered standard error of the mean of all scores: its square is
 * SE² = SE_independent² + (1/n²) sum over clusters of sum_{i != j} (s_i - mean)(s_j - mean).
 *
 * In the units of the score. Written out it is (sum_c (sum of deviations in c)² + sum (s - mean)² / (n-1)) / n², so never
 * negative and always above CR0; for intervals we use CR1 (`clusterRobust`). Assumes independent clusters. Undefined for fewer
 * than two scores; 0 when all are equal. Source: Miller 2024, arXiv 2411.00640; reference row 29.
 */
export function millerStandardError(clusters: readonly ArrayLike<number>[]): MillerStandardError {
  for (const cluster of clusters) requireFinite(cluster, 'scores')
  const unit = safeUnit(...clusters)
  const errors = errorsOf(clusters.map((cluster) => timesUnit(cluster, unit)))
  return fromUnit(errors, unit, ['mean', 'independent', 'clustered'])
}

function errorsOf(clusters: readonly Float64Array[]): MillerStandardError {
  const scores = clusters.flatMap((cluster) => Array.from(cluster))
  const n = scores.length
  if (n === 0) return { mean: null, independent: null, clustered: null, reason: 'no scores' }
  const mean = compensatedSum(scores) / n
  if (n === 1) return { mean, independent: null, clustered: null, reason: 'one score has no spread' }
  const squares = compensatedSum(scores.map((score) => (score - mean) ** 2))
  const between = compensatedSum(
    clusters.map((cluster) => compensatedSum(Array.from(cluster, (score) => score - mean)) ** 2),
  )
  return {
    mean,
    independent: Math.sqrt(squares / (n * (n - 1))),
    clustered: Math.sqrt(between + squares / (n - 1)) / n,
  }
}
