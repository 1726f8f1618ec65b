/**
 * Bins of about equally many values, equal values always in the same bin: the places of the values of each bin, ascending.
 *
 * The values are sorted and a bin ends with the first distinct value that brings the count to its share, i n / bins. With
 * no more distinct values than bins each has its own bin; many equal values can leave fewer bins than were asked for.
 */
export function equalCountBins(values: ArrayLike<number>, bins: number): Uint32Array[] {
  if (!(Number.isInteger(bins) && bins >= 1)) throw new RangeError(`bins are a whole number from 1, got ${bins}`)
  const n = values.length
  const order = Uint32Array.from({ length: n }, (_, i) => i)
  order.sort((a, b) => (values[a] as number) - (values[b] as number) || a - b)
  const ends: number[] = []
  for (let i = 1; i <= n; i++)
    if (i === n || values[order[i] as number] !== values[order[i - 1] as number]) ends.push(i)
  const byValue = ends.length <= bins
  const found: Uint32Array[] = []
  let start = 0
  let closed = 0
  for (const end of ends) {
    if (!byValue && end < n && end * bins < (closed + 1) * n) continue
    found.push(order.slice(start, end))
    start = end
    closed = Math.floor((end * bins) / n)
  }
  return found
}
