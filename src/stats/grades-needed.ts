import { logitLimits } from './delong.ts'
import { planningError } from './hanley-mcneil.ts'
import { newcombeAuroc } from './newcombe-auroc.ts'
import { normalQuantile } from './normal-quantile.ts'
import { requireLevel } from './result.ts'

/** What is known so far of a metric that cannot be decided yet. */
export interface GradesSoFar {
  /** The area under the ROC curve as observed. */
  auc: number
  good: number
  bad: number
  /**
   * By how much clusters enlarge the variance (1 = not at all). (SE observed / `planningError` of the counts)² takes over what the scores
   * themselves say.
   */
  designEffect?: number
  level?: number
  /** An area below this does not separate for practical purposes. */
  bar?: number
  /** Fewer items than this in a class are too few whatever the interval says. */
  leastPerClass?: number
}

/** Grades to add, and which end they lead to; 0 and 0 where it is decided already. */
export type MoreGrades =
  | { good: number; bad: number; outcome: 'separates' | 'does_not_separate' }
  | { good: null; bad: null; reason: string }

const MOST = 1e7

/**
 * How many more items a person would have to grade until the interval of an area that stays as observed decides: its lower end
 * above 0.5 (separates) or its upper end below the bar, default 0.7 (does not separate), whichever comes first.
 *
 * Given for three ways to go on: in the proportion of right and wrong found so far, with good items only, with bad items only.
 * The interval is the logit interval with `planningError` on counts divided by the design effect, at
 * areas of 0 and 1 that of `newcombeAuroc`. A plan, not a promise: the area will move. Null with a reason where no number
 * of items of that kind is enough.
 * Source: Hanley and McNeil 1982.
 */
export function gradesNeeded(soFar: GradesSoFar): {
  inProportion: MoreGrades
  onlyGood: MoreGrades
  onlyBad: MoreGrades
} {
  const { good, bad } = soFar
  for (const count of [good, bad]) {
    if (!(Number.isInteger(count) && count >= 1))
      throw new RangeError(`a count of grades is a whole number from 1, got ${count}`)
  }
  const decide = decider(soFar)
  const share = good / (good + bad)
  const proportion = (more: number) => {
    const ofGood = Math.round((good + bad + more) * share) - good
    return { good: ofGood, bad: more - ofGood }
  }
  return {
    inProportion: fewest(soFar, decide, proportion, 'no number of further grades is enough'),
    onlyGood: fewest(soFar, decide, (more) => ({ good: more, bad: 0 }), 'good items alone are never enough'),
    onlyBad: fewest(soFar, decide, (more) => ({ good: 0, bad: more }), 'bad items alone are never enough'),
  }
}

type Decide = (good: number, bad: number) => 'separates' | 'does_not_separate' | undefined

function decider({ auc, designEffect = 1, level = 0.95, bar = 0.7, leastPerClass = 1 }: GradesSoFar): Decide {
  requireLevel(level)
  if (!(designEffect > 0 && Number.isFinite(designEffect)))
    throw new RangeError(`a design effect is above 0, got ${designEffect}`)
  if (!(bar > 0.5 && bar <= 1)) throw new RangeError(`the bar lies above 0.5 and up to 1, got ${bar}`)
  if (!(auc >= 0 && auc <= 1)) throw new RangeError(`an area under the curve lies between 0 and 1, got ${auc}`)
  const z = normalQuantile(1 - (1 - level) / 2)
  return (good, bad) => {
    const [m, n] = [good / designEffect, bad / designEffect]
    if (m < 1 || n < 1 || good < leastPerClass || bad < leastPerClass) return undefined
    const atEnd = auc === 0 || auc === 1
    const { low, high } = atEnd ? newcombeAuroc(auc, m, n, { level }) : logitLimits(auc, planningError(auc, m, n), z)
    if (low > 0.5) return 'separates'
    return high < bar ? 'does_not_separate' : undefined
  }
}

/** The least number on a path of ever more grades that decides. */
function fewest(
  { good, bad }: GradesSoFar,
  decide: Decide,
  path: (more: number) => { good: number; bad: number },
  reason: string,
): MoreGrades {
  const outcomeOf = (more: number) => {
    const added = path(more)
    return decide(good + added.good, bad + added.bad)
  }
  let high = 1
  while (high < MOST && outcomeOf(high) === undefined) high *= 2
  if (outcomeOf(high) === undefined) return { good: null, bad: null, reason }
  let low = outcomeOf(0) === undefined ? 0 : -1
  if (low === -1) high = 0
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (outcomeOf(middle) === undefined) low = middle
    else high = middle
  }
  const outcome = outcomeOf(high)
  return outcome === undefined ? { good: null, bad: null, reason } : { ...path(high), outcome }
}
