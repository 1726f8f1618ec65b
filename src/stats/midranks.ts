import { requireFinite } from './result.ts'

/**
 * Ranks 1 .. n in ascending order; equal values share the mean of the ranks that they take up. Their sum is always
 * n (n+1) / 2, and each rank is a whole or a half number, so that sums of them are exact.
 * Time n log n. Source: Kendall 1945, "The treatment of ties in ranking problems".
 */
export function midranks(values: ArrayLike<number>): Float64Array {
  requireFinite(values, 'values to be ranked')
  const order = Uint32Array.from({ length: values.length }, (_, place) => place)
  order.sort((a, b) => (values[a] as number) - (values[b] as number))
  const ranks = new Float64Array(values.length)
  for (let start = 0; start < order.length; ) {
    const value = values[order[start] as number]
    let end = start + 1
    while (end < order.length && values[order[end] as number] === value) end += 1
    for (let place = start; place < end; place++) ranks[order[place] as number] = (start + 1 + end) / 2
    start = end
  }
  return ranks
}
