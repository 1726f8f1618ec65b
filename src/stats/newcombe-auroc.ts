import { requireCounts } from './hanley-mcneil.ts'
import { normalQuantile } from './normal-quantile.ts'
import { type Interval, requireLevel } from './result.ts'

/**
 * Interval of an area under the ROC curve that keeps a width at A = 1 and A = 0, where the variance of DeLong is 0 and
 * a bootstrap knows nothing. It needs the area and the two counts only.
 *
 * The limits are the t on either side of A with |A - t| = z sqrt(t(1-t) [1 + (N/2-1)(1-t)/(2-t) + (N/2-1) t/(1+t)] / (mn)), N = m + n:
 * the variance of Hanley and McNeil at the limit itself (score inversion), m-1 and n-1 both replaced by N/2 - 1. Always within
 * 0 .. 1, holds A, and is 1 above at A = 1 and 0 below at A = 0. Assumes independent items.
 * Source: Newcombe 2006, "Confidence intervals for an effect size measure based on the Mann-Whitney statistic, part 2",
 * method 5. Reference row 7.
 */
export function newcombeAuroc(auc: number, good: number, bad: number, options: { level?: number } = {}): Interval {
  const { level = 0.95 } = options
  requireLevel(level)
  requireCounts(good, bad)
  if (!(auc >= 0 && auc <= 1)) throw new RangeError(`an area under the curve lies between 0 and 1, got ${auc}`)
  const z = normalQuantile(1 - (1 - level) / 2)
  const extra = (good + bad) / 2 - 1
  const inside = (t: number) => {
    const variance = (t * (1 - t) * (1 + (extra * (1 - t)) / (2 - t) + (extra * t) / (1 + t))) / (good * bad)
    return Math.abs(auc - t) < z * Math.sqrt(variance)
  }
  return { value: auc, low: auc === 0 ? 0 : limit(auc, 0, inside), high: auc === 1 ? 1 : limit(auc, 1, inside) }
}

/** The last t on the way from `from` to the end `to` that is still inside, by bisection. */
function limit(from: number, to: number, inside: (t: number) => boolean): number {
  let near = from
  let far = to
  for (;;) {
    const middle = (near + far) / 2
    if (middle === near || middle === far) return middle
    if (inside(middle)) near = middle
    else far = middle
  }
}
