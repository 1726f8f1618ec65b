import { halvesBelow } from './placements.ts'
import { requireFinite } from './result.ts'

/**
 * Ranks 1 .. n in ascending order; equal values share the mean of the ranks that they take up. Their sum is always
 * n (n+1) / 2, and each rank is a whole or a half number, so that sums of them are exact.
 * Time n log n. Source: Kendall 1945, "The treatment of ties in ranking problems".
 */
export function midranks(values: ArrayLike<number>): Float64Array {
  requireFinite(values, 'values to be ranked')
  const sorted = Float64Array.from(values).sort()
  return halvesBelow(values, sorted).map((halves) => (halves + 1) / 2)
}
