import { normalQuantile } from './normal-quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'

/** A judge's verdicts on many items, and on a separate calibration set what it said of items whose truth is known. Counts. */
export interface JudgedCounts {
  /** Of `judged` items the judge passed `passed`. */
  passed: number
  judged: number
  /** Calibration: good items, and how many of them the judge passed. */
  good: number
  goodPassed: number
  /** Calibration: bad items, and how many of them the judge failed. */
  bad: number
  badFailed: number
}

/** The share of good items, put right for the judge's known errors. */
export interface RoganGladen extends Interval {
  se: number
  /** The share before it was put into 0 .. 1; below 0 when the judge passed less than it passes of bad items. */
  unclipped: number
  /** Share that the judge passed, its sensitivity (good items passed) and specificity (bad items failed). */
  passRate: number
  sensitivity: number
  specificity: number
}

/**
 * The true share of good items behind a judge's pass rate q, by Rogan and Gladen: p = (q + Sp - 1) / (Se + Sp - 1).
 *
 * Interval p ± z se by the delta method, Var = [q(1-q)/N + p² Se(1-Se)/n1 + (1-p)² Sp(1-Sp)/n0] / (Se + Sp - 1)², all put into
 * 0 .. 1. It is too narrow for small calibration sets and at the ends of the scale: show `langReiczigel`. Assumes independent items
 * and that the judge errs on the judged items as often as on those of the calibration set.
 * Undefined without judged, good or bad items, and when Se + Sp <= 1 (the judge is no better than a coin); no interval
 * when no count varies, or all of it lies outside 0 .. 1: then the judged items are not like those of the calibration set.
 * Source: Rogan and Gladen 1978, American Journal of Epidemiology 107, 71-76; reference row 39.
 */
export function roganGladen(counts: JudgedCounts, options: { level?: number } = {}): RoganGladen | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  const missing = missingCounts(counts)
  if (missing !== null) return { value: null, low: null, high: null, reason: missing }
  const { judged, good, bad } = counts
  const q = counts.passed / judged
  const sensitivity = counts.goodPassed / good
  const specificity = counts.badFailed / bad
  const informative = counts.goodPassed * bad + counts.badFailed * good > good * bad
  if (!informative) return { value: null, low: null, high: null, reason: 'judge uninformative' }
  const unclipped = (q - (1 - specificity)) / (sensitivity - (1 - specificity))
  const value = Math.min(1, Math.max(0, unclipped))
  const variance = deltaVariance({ q, n: judged, p: unclipped, sensitivity, good, specificity, bad })
  if (variance === 0) return { value, low: null, high: null, reason: 'no spread to learn from' }
  const se = Math.sqrt(variance)
  const half = normalQuantile(1 - (1 - level) / 2) * se
  if (unclipped + half <= 0 || unclipped - half >= 1) return { value, low: null, high: null, reason: DOES_NOT_FIT }
  return {
    value,
    low: Math.min(value, Math.max(0, unclipped - half)),
    high: Math.max(value, Math.min(1, unclipped + half)),
    se,
    unclipped,
    passRate: q,
    sensitivity,
    specificity,
  }
}

/** The pass rate of the judged items is one that a judge with these errors would not give for any share of good ones. */
export const DOES_NOT_FIT = 'the pass rate does not fit the errors found on the calibration set'

/** Shares and the (possibly adjusted) numbers of items behind them. */
export interface DeltaInput {
  q: number
  n: number
  p: number
  sensitivity: number
  good: number
  specificity: number
  bad: number
}

/** Variance of p by the delta method: see `roganGladen`. */
export function deltaVariance({ q, n, p, sensitivity, good, specificity, bad }: DeltaInput): number {
  const numerator =
    (q * (1 - q)) / n +
    (p * p * sensitivity * (1 - sensitivity)) / good +
    ((1 - p) ** 2 * specificity * (1 - specificity)) / bad
  return numerator / (sensitivity + specificity - 1) ** 2
}

/** Why counts say nothing, or null when they do; counts that no study gives throw. */
export function missingCounts({ passed, judged, good, goodPassed, bad, badFailed }: JudgedCounts): string | null {
  for (const [k, n] of [
    [passed, judged],
    [goodPassed, good],
    [badFailed, bad],
  ] as const) {
    if (!(Number.isSafeInteger(k) && Number.isSafeInteger(n) && k >= 0 && k <= n)) {
      throw new RangeError(`counts are whole numbers 0 <= k <= n, got ${k} of ${n}`)
    }
  }
  if (judged === 0) return 'no judged items'
  if (good === 0) return 'no good items in the calibration set'
  if (bad === 0) return 'no bad items in the calibration set'
  return null
}
