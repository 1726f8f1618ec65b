import { type ClusterTotals, describeTotals, isOneMean } from './cluster-totals.ts'
import { compensatedSum } from './mean.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'
import { studentTQuantile } from './student-t.ts'

/** A mean with a standard error that allows values of one cluster to depend on each other. */
export interface ClusterRobust extends Interval {
  /** CR1, with the correction G / (G - 1) for the number of clusters; the interval uses it. */
  se: number
  /** CR0, without the correction. */
  seUncorrected: number
  clusters: number
  df: number
}

/**
 * Mean of all values with a cluster-robust t interval.
 *
 * With e_c = (sum of cluster c) - n_c mean: CR0 = sqrt(sum_c e_c²) / n, CR1 = CR0 sqrt(G / (G-1)), interval mean ± t_{G-1} CR1.
 * Assumes that clusters are independent draws; what happens within one is free. It is a large-sample interval: below
 * about 40 clusters it is rough, and it may pass the ends of a bounded scale.
 * No interval for fewer than two clusters, or when every cluster has the same mean.
 * Source: Liang and Zeger 1986; equal to OLS on a constant with clustered covariance in statsmodels (reference row 29).
 */
export function clusterRobust(totals: ClusterTotals, options: { level?: number } = {}): ClusterRobust | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  const unit = safeUnit(totals.sums)
  const found = robust({ ...totals, sums: timesUnit(totals.sums, unit) }, level)
  return fromUnit(found, unit, ['value', 'low', 'high', 'se', 'seUncorrected'])
}

function robust(totals: ClusterTotals, level: number): ClusterRobust | NoInterval {
  const described = describeTotals(totals)
  const clusters = totals.sums.length
  if (described === undefined) return { value: null, low: null, high: null, reason: 'no values' }
  const { mean: value, lowest, highest } = described
  if (clusters < 2) return { value, low: null, high: null, reason: 'one cluster has no spread' }
  if (isOneMean(lowest, highest)) return { value, low: null, high: null, reason: 'all clusters have the same mean' }
  const n = compensatedSum(totals.counts)
  let squares = 0
  for (let c = 0; c < clusters; c++) {
    squares += ((totals.sums[c] as number) - (totals.counts[c] as number) * value) ** 2
  }
  const seUncorrected = Math.sqrt(squares) / n
  const se = seUncorrected * Math.sqrt(clusters / (clusters - 1))
  const df = clusters - 1
  const half = studentTQuantile(1 - (1 - level) / 2, df) * se
  return { value, low: value - half, high: value + half, se, seUncorrected, clusters, df }
}
