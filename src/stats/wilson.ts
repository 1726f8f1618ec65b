import { normalQuantile } from './normal-quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'

/**
 * Wilson score interval of a proportion k / n.
 *
 * Centre (k + z²/2) / (n + z²), half-width z / (n + z²) sqrt(k (n-k) / n + z²/4). It stays within 0 .. 1, is exactly 0 below
 * at k = 0 and exactly 1 above at k = n, and always holds k / n.
 * Assumes n independent trials of equal probability: answers to the same question asked again are not (use
 * `clusterBootstrap`). Undefined for n = 0.
 * Source: Wilson 1927; Newcombe 1998 (method 3); reference rows 19-21 of the tests are R's prop.test and Newcombe's.
 */
export function wilson(k: number, n: number, options: { level?: number } = {}): Interval | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  if (!(Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n)) {
    throw new RangeError(`a proportion needs whole numbers 0 <= k <= n, got ${k} of ${n}`)
  }
  if (n === 0) return { value: null, low: null, high: null, reason: 'no trials' }
  const z = normalQuantile(1 - (1 - level) / 2)
  const value = k / n
  const centre = (k + (z * z) / 2) / (n + z * z)
  const half = (z / (n + z * z)) * Math.sqrt((k * (n - k)) / n + (z * z) / 4)
  return {
    value,
    low: k === 0 ? 0 : Math.min(value, Math.max(0, centre - half)),
    high: k === n ? 1 : Math.max(value, Math.min(1, centre + half)),
  }
}
