import { compensatedSum } from './mean.ts'
import { requireFinite } from './result.ts'

/**
 * Values that belong together (the repeats of one question) reduced to what a mean needs: the sum and the number of
 * values of each cluster. No cluster is empty.
 */
export interface ClusterTotals {
  sums: ArrayLike<number>
  counts: ArrayLike<number>
}

/** The totals of clusters of values; empty clusters are left out. */
export function clusterTotals(clusters: readonly ArrayLike<number>[]): ClusterTotals {
  const filled = clusters.filter((cluster) => cluster.length > 0)
  for (const cluster of filled) requireFinite(cluster, 'the values of a cluster')
  return {
    sums: Float64Array.from(filled, (cluster) => compensatedSum(cluster)),
    counts: Float64Array.from(filled, (cluster) => cluster.length),
  }
}

/** The mean over all values, and the lowest and highest mean of a cluster; undefined when there is no cluster. */
export function describeTotals(totals: ClusterTotals): { mean: number; lowest: number; highest: number } | undefined {
  const clusters = totals.sums.length
  if (clusters === 0) return undefined
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let c = 0; c < clusters; c++) {
    const own = (totals.sums[c] as number) / (totals.counts[c] as number)
    lowest = Math.min(lowest, own)
    highest = Math.max(highest, own)
  }
  const overall = compensatedSum(totals.sums) / compensatedSum(totals.counts)
  return { mean: Math.min(highest, Math.max(lowest, overall)), lowest, highest }
}

/** Whether the lowest and the highest mean of a cluster are one number that was rounded on two ways. */
export function isOneMean(lowest: number, highest: number): boolean {
  return highest - lowest <= 1e-12 * Math.max(Math.abs(lowest), Math.abs(highest))
}
