import { betaQuantile } from './beta-quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'

/**
 * Jeffreys interval of a proportion k / n: the equal-tailed quantiles of Beta(k + 1/2, n - k + 1/2), the posterior under
 * the prior Beta(1/2, 1/2); 0 below at k = 0 and 1 above at k = n.
 *
 * `value` is k / n, not the posterior mean; at the usual levels the interval holds it. Assumes n independent trials of
 * equal probability. Undefined for n = 0.
 * Source: Brown, Cai and DasGupta 2001, section 4.1.
 */
export function jeffreys(k: number, n: number, options: { level?: number } = {}): Interval | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  if (!(Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n)) {
    throw new RangeError(`a proportion needs whole numbers 0 <= k <= n, got ${k} of ${n}`)
  }
  if (n === 0) return { value: null, low: null, high: null, reason: 'no trials' }
  const tail = (1 - level) / 2
  return {
    value: k / n,
    low: k === 0 ? 0 : betaQuantile(tail, k + 0.5, n - k + 0.5),
    high: k === n ? 1 : 1 - betaQuantile(tail, n - k + 0.5, k + 0.5),
  }
}
