import { normalQuantile } from './normal-quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'

/** The difference of two paired proportions with its interval; `value` is the observed (b - c) / n. */
export interface BonettPrice extends Interval {
  /** The centre of the interval, (b - c) / (n + 2), drawn a little towards 0. */
  centre: number
}

/**
 * Bonett-Price interval of p_A - p_B from n pairs, of which A alone succeeded in b and B alone in c.
 *
 * p1 = (b+1)/(n+2), p2 = (c+1)/(n+2); (p1 - p2) ± z sqrt((p1 + p2 - (p1-p2)²) / (n+2)), cut at -1 and 1.
 * Has width also when no pair is discordant. Assumes independent pairs: repeats of one question are not. Undefined for n = 0.
 * Source: Bonett and Price 2012 (adjusted Wald); reference row 25.
 */
export function bonettPrice(
  b: number,
  c: number,
  n: number,
  options: { level?: number } = {},
): BonettPrice | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  if (!([b, c, n].every((count) => Number.isInteger(count) && count >= 0) && b + c <= n)) {
    throw new RangeError(`paired counts need whole numbers b + c <= n, got b ${b}, c ${c}, n ${n}`)
  }
  if (n === 0) return { value: null, low: null, high: null, reason: 'no pairs' }
  const centre = (b - c) / (n + 2)
  const discordant = (b + c + 2) / (n + 2)
  const half = normalQuantile(1 - (1 - level) / 2) * Math.sqrt((discordant - centre * centre) / (n + 2))
  return { value: (b - c) / n, centre, low: Math.max(-1, centre - half), high: Math.min(1, centre + half) }
}
