import { betaQuantile } from './beta-quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'

/**
 * Clopper-Pearson interval of a proportion k / n: all p that neither one-sided exact binomial test rejects at
 * (1 - level) / 2. low is that quantile of Beta(k, n - k + 1), high the opposite one of Beta(k + 1, n - k); 0 below at
 * k = 0 and 1 above at k = n.
 *
 * Covers at least `level` whatever the true proportion, and so is wider than `wilson` needs to be. Assumes n independent
 * trials of equal probability. Undefined for n = 0.
 * Source: Clopper and Pearson 1934.
 */
export function clopperPearson(k: number, n: number, options: { level?: number } = {}): Interval | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  if (!(Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n)) {
    throw new RangeError(`a proportion needs whole numbers 0 <= k <= n, got ${k} of ${n}`)
  }
  if (n === 0) return { value: null, low: null, high: null, reason: 'no trials' }
  const tail = (1 - level) / 2
  return {
    value: k / n,
    low: k === 0 ? 0 : betaQuantile(tail, k, n - k + 1),
    high: k === n ? 1 : 1 - betaQuantile(tail, n - k, k + 1),
  }
}
