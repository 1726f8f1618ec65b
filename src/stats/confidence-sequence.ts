import { type Interval, type NoInterval, requireLevel } from './result.ts'

/** An interval that may be looked at after every observation. */
export interface ConfidenceSequence extends Interval {
  /** Half of the width before it is cut at 0 and 1. */
  halfWidth: number
}

/**
 * Interval for the mean of scores between 0 and 1 that holds at all times at once: with probability `level` (default 0.95) it
 * covers the mean after every observation, so that one may stop whenever one likes.
 *
 * value ± sqrt((V+r) ln((V+r) / (r a²))) / t, V = t/4 the most that t scores in [0, 1] can vary, a = 1 - level; cut at 0 and 1. The
 * tuning number r (default 25) has to be fixed beforehand: at 95 % the interval is narrowest near t = 34 r, so r is about the
 * planned number of scores / 34. Always wider than the interval of a fixed number of scores: for monitoring, not for reports.
 * Assumes independent scores in random order. No interval before the first.
 * Source: Robbins 1970; Howard, Ramdas, McAuliffe and Sekhon 2021, two-sided normal mixture.
 */
export function confidenceSequence(
  mean: number,
  t: number,
  options: { level?: number; r?: number } = {},
): ConfidenceSequence | NoInterval {
  const { level = 0.95, r = 25 } = options
  requireLevel(level)
  if (!(Number.isInteger(t) && t >= 0)) throw new RangeError(`a number of scores is a whole number from 0, got ${t}`)
  if (!(r > 0 && Number.isFinite(r))) throw new RangeError(`the tuning number is positive, got ${r}`)
  if (t === 0) return { value: null, low: null, high: null, reason: 'no scores' }
  if (!(mean >= 0 && mean <= 1)) throw new RangeError(`a mean of scores lies between 0 and 1, got ${mean}`)
  const spread = t / 4 + r
  const halfWidth = Math.sqrt(spread * Math.log(spread / (r * (1 - level) ** 2))) / t
  return { value: mean, low: Math.max(0, mean - halfWidth), high: Math.min(1, mean + halfWidth), halfWidth }
}
