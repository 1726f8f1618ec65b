import { mean } from '../stats/mean.ts'
import { quantileOfSorted } from '../stats/quantile.ts'
import type { Latency } from './run-report.ts'

/**
 * Mean, median, 95th percentile (type 7) and maximum of latencies in milliseconds. Responses whose latency was not
 * measured (recorded answers) are not in `n`; those that ended in an error are, for a time-out is slow too.
 */
export function latencyOf(configuration: string, milliseconds: ArrayLike<number>): Latency {
  const sorted = Float64Array.from(milliseconds).sort()
  const n = sorted.length
  if (n === 0) return { configuration, n, mean: null, p50: null, p95: null, max: null }
  return {
    configuration,
    n,
    mean: mean(sorted).value,
    p50: quantileOfSorted(sorted, 0.5),
    p95: quantileOfSorted(sorted, 0.95),
    max: sorted[n - 1] ?? null,
  }
}
