import { type Figure, requireFinite } from './result.ts'

/**
 * Sample quantile of type 7 (Hyndman and Fan 1996; the default of R and NumPy): with h = (n-1) p, linear between the
 * sorted values number floor(h) and floor(h)+1. Undefined (null with a reason) for no values; p from 0 to 1.
 */
export function quantile(values: ArrayLike<number>, p: number): Figure {
  requireFinite(values, 'the values of a quantile')
  if (values.length === 0) return { value: null, reason: 'no values' }
  return { value: quantileOfSorted(Float64Array.from(values).sort(), p) }
}

/** {@link quantile} of values that already ascend; there must be at least one. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a quantile's p lies between 0 and 1, got ${p}`)
  if (sorted.length === 0) throw new RangeError('a quantile of no values is undefined')
  const h = (sorted.length - 1) * p
  const below = Math.floor(h)
  const low = sorted[below] as number
  const high = sorted[Math.min(below + 1, sorted.length - 1)] as number
  if (low === high) return low
  const apart = high - low
  return Number.isFinite(apart) ? low + (h - below) * apart : low * (1 - (h - below)) + high * (h - below)
}
