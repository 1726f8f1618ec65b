import { emptyClass } from './auroc.ts'
import { type RocPoint, rocCurve } from './roc-curve.ts'

/** What a wrong call costs and how common good items are where the threshold will be used. */
export interface Costs {
  /** Cost of calling a good item bad, and a bad item good; at least 0, not both 0. */
  missedGood: number
  passedBad: number
  /** Share of good items, 0 .. 1. */
  prevalence: number
}

/** The best cut of a score: call an item good when its score is at least `threshold`. */
export interface Threshold {
  threshold: number
  /** The lowest observed score that is called good. */
  lowestGood: number
  sensitivity: number
  specificity: number
  /** Youden's J = sensitivity + specificity - 1, from -1 to 1; 0 = no better than one call for all. */
  j: number
}

export interface NoThreshold {
  threshold: null
  reason: string
}

/**
 * The cut with the largest J = Se + Sp - 1. Candidates are the midpoints between observed scores; among equals the lowest.
 * The figures are those of the sample that chose the cut and flatter it: `outOfFoldThreshold` gives honest ones.
 * Undefined for an empty class, or where no cut has J > 0 (then calling all items the same is as good).
 * Source: Youden 1950. Reference row 5.
 */
export function youden(good: ArrayLike<number>, bad: ArrayLike<number>): Threshold | NoThreshold {
  return bestCut(good, bad, ({ sensitivity, specificity }) => 1 - sensitivity + (1 - specificity))
}

/**
 * The cut with the lowest expected cost c_FN (1 - Se) prev + c_FP (1 - Sp) (1 - prev). Equal costs at prevalence 1/2 give
 * `youden`. Undefined for an empty class, or where calling all items the same costs no more than any cut.
 * Source: Zweig and Campbell 1993.
 */
export function costWeightedThreshold(
  good: ArrayLike<number>,
  bad: ArrayLike<number>,
  { missedGood, passedBad, prevalence }: Costs,
): Threshold | NoThreshold {
  if (!(missedGood >= 0 && passedBad >= 0 && missedGood + passedBad > 0 && Number.isFinite(missedGood + passedBad))) {
    throw new RangeError(`costs are at least 0 and not both 0, got ${missedGood} and ${passedBad}`)
  }
  if (!(prevalence >= 0 && prevalence <= 1))
    throw new RangeError(`a prevalence lies between 0 and 1, got ${prevalence}`)
  return bestCut(
    good,
    bad,
    ({ sensitivity, specificity }) =>
      missedGood * (1 - sensitivity) * prevalence + passedBad * (1 - specificity) * (1 - prevalence),
  )
}

/** Losses that differ by less are one loss rounded on two ways. */
const TIED = 1e-12

function bestCut(
  good: ArrayLike<number>,
  bad: ArrayLike<number>,
  loss: (point: RocPoint) => number,
): Threshold | NoThreshold {
  const curve = rocCurve(good, bad)
  const none = curve[0]
  const all = curve[curve.length - 1]
  if (none === undefined || all === undefined) return { threshold: null, reason: emptyClass(good.length, bad.length) }
  const trivial = Math.min(loss(none), loss(all))
  const slack = TIED * Math.max(1, trivial)
  let best = trivial
  let found: RocPoint | undefined
  for (const point of curve) {
    const lost = loss(point)
    if (point.threshold === null || lost >= trivial - slack || lost > best + slack) continue
    best = Math.min(best, lost)
    found = point
  }
  if (found === undefined || found.threshold === null || found.lowestGood === null) {
    return { threshold: null, reason: 'no threshold is better than calling all items the same' }
  }
  const { threshold, lowestGood, sensitivity, specificity } = found
  return { threshold, lowestGood, sensitivity, specificity, j: sensitivity + specificity - 1 }
}
