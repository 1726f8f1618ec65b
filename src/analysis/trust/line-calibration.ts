import { brierDecomposition } from '../../stats/brier.ts'
import { outOfFoldCalibration } from '../../stats/out-of-fold-calibration.ts'
import { reliabilityCurve } from '../../stats/reliability-curve.ts'
import { foldsFor } from './folds-for.ts'
import type { LineItems } from './graded-rows.ts'
import type { TrustCalibration } from './trust-line.ts'

/**
 * How well a score from 0 to 1 serves as the probability that an answer is right: its Brier score (0 perfect, .25 for always
 * saying .5) with what makes it up, the Brier scores after recalibration by Platt and by isotonic regression on other
 * questions (5 folds that keep a cluster whole, 2 from 20,000 answers on), and the reliability curve with Wilson's intervals over ten bins of about equal count.
 *
 * brier = reliability - resolution + uncertainty + within_bins; within_bins is 0 with at most ten different scores.
 * `brier_platt` and `brier_isotonic` are null below 20 answers of a class or with one cluster. The intervals of the curve take
 * answers as independent. null without answers and when a score lies outside 0 .. 1; the score must rise with being right.
 * Source: Brier 1950; Murphy 1973; Platt 1999; Zadrozny and Elkan 2002.
 */
export function lineCalibration(
  { scores, labels, clusters }: LineItems,
  options: { seed: number },
): TrustCalibration | null {
  if (scores.length === 0 || scores.some((score) => !(score >= 0 && score <= 1))) return null
  const brier = brierDecomposition(scores, labels)
  if (brier.score === null) return null
  const outOfFold = outOfFoldCalibration({ scores, labels, clusters }, { ...options, folds: foldsFor(labels.length) })
  return {
    brier: brier.score,
    reliability: brier.reliability,
    resolution: brier.resolution,
    uncertainty: brier.uncertainty,
    within_bins: brier.withinBinVariance - brier.withinBinCovariance,
    brier_platt: outOfFold.folds === null ? null : outOfFold.platt.value,
    brier_isotonic: outOfFold.folds === null ? null : outOfFold.isotonic.value,
    curve: reliabilityCurve(scores, labels).map(({ low, high, n, meanForecast, share }) => ({
      low,
      high,
      n,
      mean_score: meanForecast,
      share_right: share,
    })),
  }
}
