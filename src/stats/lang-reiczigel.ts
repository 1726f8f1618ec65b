import { normalQuantile } from './normal-quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'
import { DOES_NOT_FIT, deltaVariance, type JudgedCounts, missingCounts } from './rogan-gladen.ts'

/** The share of good items behind a judge's verdicts. `value` is the adjusted share p', put into the interval. */
export interface LangReiczigel extends Interval {
  /** p' before it was put into 0 .. 1. */
  adjusted: number
  /** By how much the centre of the interval lies beside p'. */
  shift: number
  /** Half the width before the ends were put into 0 .. 1. */
  halfWidth: number
  /** Adjusted shares: good items passed, and bad items failed. */
  sensitivity: number
  specificity: number
}

/**
 * Interval for the true share of good items when a judge's sensitivity and specificity come from a calibration set.
 *
 * Se' = (goodPassed + 1) / (n1 + 2), Sp' = (badFailed + 1) / (n0 + 2), q' = (passed + z²/2) / (N + z²),
 * p' = (q' + Sp' - 1) / (Se' + Sp' - 1), dp = 2 z² [p' Se'(1-Se')/(n1+2) - (1-p') Sp'(1-Sp')/(n0+2)]; interval
 * p' + dp ± z se, se the delta-method error of `roganGladen` at the adjusted shares with N + z², n1 + 2 and n0 + 2; put into
 * 0 .. 1. This is the form with one success and one failure added to each class of the calibration set and with the shift dp
 * (R package asht, prevSeSp); other programs add z²/4 and leave dp out, and differ in the third digit.
 * Assumptions as for `roganGladen`. Undefined without judged, good or bad items, and when Se' + Sp' <= 1; no interval
 * when all of it lies outside 0 .. 1, for then the judged items are not like those of the calibration set.
 * Source: Lang and Reiczigel 2014, Preventive Veterinary Medicine 113, 13-22; reference row 39.
 */
export function langReiczigel(counts: JudgedCounts, options: { level?: number } = {}): LangReiczigel | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  const missing = missingCounts(counts)
  if (missing !== null) return { value: null, low: null, high: null, reason: missing }
  const z = normalQuantile(1 - (1 - level) / 2)
  const good = counts.good + 2
  const bad = counts.bad + 2
  const n = counts.judged + z * z
  const sensitivity = (counts.goodPassed + 1) / good
  const specificity = (counts.badFailed + 1) / bad
  const informative = (counts.goodPassed + 1) * bad + (counts.badFailed + 1) * good > good * bad
  if (!informative) return { value: null, low: null, high: null, reason: 'judge uninformative' }
  const q = (counts.passed + (z * z) / 2) / n
  const p = (q + specificity - 1) / (sensitivity + specificity - 1)
  const shift =
    2 * z * z * ((p * sensitivity * (1 - sensitivity)) / good - ((1 - p) * specificity * (1 - specificity)) / bad)
  const halfWidth = z * Math.sqrt(deltaVariance({ q, n, p, sensitivity, good, specificity, bad }))
  if (p + shift + halfWidth <= 0 || p + shift - halfWidth >= 1) {
    return { value: p < 0.5 ? 0 : 1, low: null, high: null, reason: DOES_NOT_FIT }
  }
  const low = Math.min(1, Math.max(0, p + shift - halfWidth))
  const high = Math.max(0, Math.min(1, p + shift + halfWidth))
  return { value: Math.min(high, Math.max(low, p)), low, high, adjusted: p, shift, halfWidth, sensitivity, specificity }
}
