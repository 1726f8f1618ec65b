import { brierScore } from './brier.ts'
import { clusterFolds } from './cluster-folds.ts'
import { isotonic } from './isotonic.ts'
import { type LabelledScores, requireClusters, requireLabels } from './labelled-scores.ts'
import { compensatedSum } from './mean.ts'
import { platt } from './platt.ts'
import { type Figure, requireFinite } from './result.ts'

/** How well a score serves as a probability, as it is and after calibration on other questions. */
export interface OutOfFoldCalibration {
  folds: number
  /** Brier score of the scores themselves; undefined when one lies outside 0 .. 1. */
  before: Figure
  /** Brier scores of the probabilities that each item got from a curve fitted without its fold. */
  platt: Figure
  isotonic: Figure
  /** And of forecasting, for every item, the share of good items outside its fold: what no knowledge of the score gives. */
  baseRate: Figure
  /** Those probabilities, in the order of the items. */
  probabilities: { platt: Float64Array; isotonic: Float64Array }
}

/** A calibration curve needs at least this many items of each class. */
export const FEWEST_OF_A_CLASS = 20

/**
 * Brier scores before and after calibration, honest about items that the curve has not seen: all items of a cluster (a question)
 * are in one fold (`clusterFolds`), and each fold gets its probabilities from curves fitted to the others.
 *
 * The score must rise with being good; hand over the negative of one that falls. Undefined below 20 items of a class, for
 * fewer than two clusters, and when a fold leaves only one class or one score outside of it.
 * Source: Stone 1974 for cross-validation; `platt` and `isotonic` for the curves.
 */
export function outOfFoldCalibration(
  { scores, labels, clusters }: LabelledScores,
  options: { seed: number; folds?: number },
): OutOfFoldCalibration | { folds: null; reason: string } {
  const { seed, folds: wanted = 5 } = options
  requireFinite(scores, 'scores')
  requireLabels(labels, scores, clusters)
  requireClusters(clusters)
  const good = compensatedSum(labels)
  const rarer = Math.min(good, labels.length - good)
  if (rarer < FEWEST_OF_A_CLASS) {
    const which = good <= labels.length - good ? 'good' : 'bad'
    return { folds: null, reason: `${rarer} ${which} items are too few to calibrate: ${FEWEST_OF_A_CLASS} are needed` }
  }
  const fold = clusterFolds({ labels, clusters, folds: wanted, seed })
  let folds = 0
  for (const own of fold) folds = Math.max(folds, own + 1)
  if (folds < 2) return { folds: null, reason: 'one cluster cannot be split into folds' }
  const order = Uint32Array.from(labels, (_, i) => i)
  order.sort((a, b) => (scores[a] as number) - (scores[b] as number) || (labels[a] as number) - (labels[b] as number))
  const byPlatt = new Float64Array(labels.length)
  const byIsotonic = new Float64Array(labels.length)
  const byShare = new Float64Array(labels.length)
  for (let held = 0; held < folds; held++) {
    const curves = fitWithout(held, fold, order, { scores, labels })
    if ('reason' in curves) return { folds: null, reason: `outside of one fold: ${curves.reason}` }
    for (let i = 0; i < fold.length; i++) {
      if (fold[i] !== held) continue
      byPlatt[i] = curves.platt(scores[i] as number)
      byIsotonic[i] = curves.isotonic(scores[i] as number)
      byShare[i] = curves.share
    }
  }
  return {
    folds,
    before: beforeCalibration(scores, labels),
    platt: brierScore(byPlatt, labels),
    isotonic: brierScore(byIsotonic, labels),
    baseRate: brierScore(byShare, labels),
    probabilities: { platt: byPlatt, isotonic: byIsotonic },
  }
}

/** `order` lists the items by score, which spares each fit most of its sorting. */
function fitWithout(
  held: number,
  fold: Uint32Array,
  order: Uint32Array,
  { scores, labels }: { scores: ArrayLike<number>; labels: ArrayLike<number> },
) {
  const places = order.filter((i) => fold[i] !== held)
  const x = new Float64Array(places.length)
  const y = new Float64Array(places.length)
  for (let k = 0; k < places.length; k++) {
    x[k] = scores[places[k] as number] as number
    y[k] = labels[places[k] as number] as number
  }
  const logistic = platt(x, y)
  if (logistic.probability === null) return { reason: logistic.reason }
  const steps = isotonic(x, y)
  if (steps.at === null) return { reason: steps.reason }
  return { platt: logistic.probability, isotonic: steps.at, share: compensatedSum(y) / y.length }
}

function beforeCalibration(scores: ArrayLike<number>, labels: ArrayLike<number>): Figure {
  for (let i = 0; i < scores.length; i++) {
    const score = scores[i] as number
    if (score < 0 || score > 1) return { value: null, reason: 'scores outside 0 .. 1 are no probabilities' }
  }
  return brierScore(scores, labels)
}
