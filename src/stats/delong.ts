import { emptyClass } from './auroc.ts'
import { newcombeAuroc } from './newcombe-auroc.ts'
import { normalQuantile } from './normal-quantile.ts'
import { type Placements, placements } from './placements.ts'
import { type Interval, type NoInterval, requireFinite, requireLevel } from './result.ts'

/** An area under the ROC curve (0 .. 1) with its interval; `low` and `high` never leave 0 .. 1. */
export interface AurocInterval extends Interval {
  /** DeLong's standard error; null with `method` newcombe, where DeLong gives 0 or nothing. */
  se: number | null
  method: 'delong' | 'newcombe'
  /** A ± z SE as many programs print it, which can pass 1; with `method` newcombe the same as `low` and `high`. */
  plain: { low: number; high: number }
}

/**
 * Area under the ROC curve with DeLong's standard error, for items that are independent of each other.
 *
 * Var(A) = s²(V10)/m + s²(V01)/n over the placement values, divisors m-1 and n-1. `low` and `high` are taken on the logit
 * scale, logit A ± z SE / (A(1-A)), and so stay within 0 .. 1. At A = 1, A = 0 or one item in a class the variance is 0
 * or does not exist: then `newcombeAuroc`. Use `clusteredAuroc` when one question gave several items.
 * No interval for an empty class, or when all scores are equal (then the value is 0.5).
 * Source: DeLong, DeLong and Clarke-Pearson 1988; Sun and Xu 2014; logit form Pepe 2003. Reference rows 2, 3, 8 and 9.
 */
export function delong(
  good: ArrayLike<number>,
  bad: ArrayLike<number>,
  options: { level?: number } = {},
): AurocInterval | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  requireFinite(good, 'scores of good items')
  requireFinite(bad, 'scores of bad items')
  const placed = placements(good, bad)
  const { auc } = placed
  if (auc === null) return { value: null, low: null, high: null, reason: emptyClass(good.length, bad.length) }
  if (allEqual(placed)) return { value: auc, low: null, high: null, reason: 'all scores are equal' }
  if (auc === 0 || auc === 1 || good.length < 2 || bad.length < 2) {
    const interval = newcombeAuroc(auc, good.length, bad.length, { level })
    return { ...interval, se: null, method: 'newcombe', plain: { low: interval.low, high: interval.high } }
  }
  const se = Math.sqrt(delongVariance(placed, auc))
  const z = normalQuantile(1 - (1 - level) / 2)
  const plain = { low: auc - z * se, high: auc + z * se }
  return { value: auc, ...logitLimits(auc, se, z), se, method: 'delong', plain }
}

/** s²(V10)/m + s²(V01)/n; both classes need two items. */
export function delongVariance({ ofGood, ofBad }: Placements, auc: number): number {
  return meanVariance(ofGood, auc) + meanVariance(ofBad, auc)
}

/** A ± factor SE on the logit scale; 0 < auc < 1. */
export function logitLimits(auc: number, se: number, factor: number): { low: number; high: number } {
  const centre = Math.log(auc / (1 - auc))
  const half = (factor * se) / (auc * (1 - auc))
  return { low: 1 / (1 + Math.exp(half - centre)), high: 1 / (1 + Math.exp(-half - centre)) }
}

/** Whether the placement values leave no room for doubt because every score ties with every other. */
export function allEqual({ auc, ofGood, ofBad }: Placements): boolean {
  return auc === 0.5 && ofGood.every((value) => value === 0.5) && ofBad.every((value) => value === 0.5)
}

function meanVariance(values: Float64Array, mean: number): number {
  let squares = 0
  for (const value of values) squares += (value - mean) ** 2
  return squares / (values.length - 1) / values.length
}
