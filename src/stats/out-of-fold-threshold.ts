import { clusterFolds } from './cluster-folds.ts'
import { clusteredAuroc } from './clustered-auroc.ts'
import { type LabelledScores, splitByLabel } from './labelled-scores.ts'
import type { Interval } from './result.ts'
import { wilson } from './wilson.ts'
import { type Costs, costWeightedThreshold, type NoThreshold, youden } from './youden.ts'

/** A threshold with figures that were measured on items which had no part in choosing it. */
export interface OutOfFoldThreshold {
  /** The cut chosen from all items, which is the one to use: call good what scores at least this. */
  threshold: number
  /** The lowest observed score that it calls good. */
  lowestGood: number
  /** Shares of good items called good and of bad items called bad, out of fold, with Wilson intervals. */
  sensitivity: Interval
  specificity: Interval
  /** Sensitivity + specificity - 1 out of fold. */
  j: number
  /** The same three for the items that chose the threshold. */
  inSample: { sensitivity: number; specificity: number; j: number }
  /** How much the sample flatters itself: j in sample less j out of fold. */
  optimism: number
  /** Folds used: fewer than asked for where there are fewer clusters. */
  folds: number
}

const LEAST_OF_A_CLASS = 10

/**
 * Chooses a threshold by Youden's J, or by cost, and tells how well it does on items that it has not seen: the clusters are
 * split into folds, and each fold is judged by the threshold of the others.
 *
 * Refused (null with a reason) below 10 good or 10 bad items, where the clustered interval of the area under the ROC curve
 * holds 0.5 or lies below it, or where no threshold helps in some fold. The Wilson intervals take items for independent.
 * Source: Stone 1974 for cross-validation; Youden 1950.
 */
export function outOfFoldThreshold(
  input: LabelledScores,
  options: { seed: number; folds?: number; level?: number; costs?: Costs },
): OutOfFoldThreshold | NoThreshold {
  const { seed, folds = 5, level = 0.95, costs } = options
  const { scores, labels, clusters } = input
  const choose = (good: ArrayLike<number>, bad: ArrayLike<number>) =>
    costs === undefined ? youden(good, bad) : costWeightedThreshold(good, bad, costs)
  const refused = refusal(input, level)
  if (refused !== undefined) return { threshold: null, reason: refused }
  const all = splitByLabel(scores, labels)
  const chosen = choose(all.good, all.bad)
  if (chosen.threshold === null) return chosen
  const fold = clusterFolds({ labels, clusters, folds, seed })
  const used = fold.reduce((highest, one) => Math.max(highest, one), 0) + 1
  let goodPassed = 0
  let badStopped = 0
  for (let held = 0; held < used; held++) {
    const { training, judged } = splitFold(input, fold, held)
    const { threshold } = choose(training.good, training.bad)
    if (threshold === null) return { threshold: null, reason: 'without one of the folds no threshold helps' }
    goodPassed += judged.good.filter((score) => score >= threshold).length
    badStopped += judged.bad.filter((score) => score < threshold).length
  }
  const sensitivity = wilson(goodPassed, all.good.length, { level }) as Interval
  const specificity = wilson(badStopped, all.bad.length, { level }) as Interval
  const j = sensitivity.value + specificity.value - 1
  const { lowestGood, ...sample } = chosen
  const inSample = { sensitivity: sample.sensitivity, specificity: sample.specificity, j: sample.j }
  return {
    ...{ threshold: sample.threshold, lowestGood, sensitivity, specificity, j },
    inSample,
    optimism: sample.j - j,
    folds: used,
  }
}

/** The scores of the items outside and inside one fold, by label. */
function splitFold({ scores, labels }: LabelledScores, fold: Uint32Array, held: number) {
  const inside = fold.reduce((sum, one) => sum + (one === held ? 1 : 0), 0)
  const of = (list: ArrayLike<number>) => {
    const parts = { inside: new Float64Array(inside), outside: new Float64Array(fold.length - inside) }
    for (let item = 0, a = 0, b = 0; item < fold.length; item++) {
      if (fold[item] === held) parts.inside[a++] = list[item] as number
      else parts.outside[b++] = list[item] as number
    }
    return parts
  }
  const score = of(scores)
  const label = of(labels)
  return { training: splitByLabel(score.outside, label.outside), judged: splitByLabel(score.inside, label.inside) }
}

function refusal(input: LabelledScores, level: number): string | undefined {
  const area = clusteredAuroc(input, { level })
  if (area.low === null && area.value === null) return area.reason
  let good = 0
  for (let i = 0; i < input.labels.length; i++) good += input.labels[i] as number
  const fewest = Math.min(good, input.labels.length - good)
  if (fewest < LEAST_OF_A_CLASS)
    return `a threshold needs at least ${LEAST_OF_A_CLASS} good and ${LEAST_OF_A_CLASS} bad items`
  if (area.low === null) return area.reason
  if (area.high < 0.5) return 'bad items score higher than good ones'
  if (area.low <= 0.5) return 'the score may separate no better than chance'
  return undefined
}
