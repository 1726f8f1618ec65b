import { emptyClass } from './auroc.ts'
import { degreesQuantile } from './clustered-auroc.ts'
import { requireClusters, requireLabels, splitByLabel } from './labelled-scores.ts'
import { normalSf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'
import { clusterInfluence, obuchowskiDf, obuchowskiVariance } from './obuchowski.ts'
import { placements } from './placements.ts'
import { requireLevel } from './result.ts'
import { studentTCdf } from './student-t.ts'

/** Two scores of the same items: which separates good from bad better, and how sure that is. */
export interface PairedAuroc {
  aucA: number
  aucB: number
  /** aucA - aucB, from -1 to 1. */
  difference: number
  se: number
  z: number
  /** Two-sided. */
  p: number
  low: number
  high: number
  /** Degrees of freedom of the t used in place of the normal below 40 clusters; otherwise null. */
  df: number | null
}

/** The two areas may exist where their difference cannot be judged; `reason` says why. */
export interface NoPairedAuroc {
  aucA: number | null
  aucB: number | null
  difference: number | null
  se: null
  z: null
  p: null
  low: null
  high: null
  reason: string
}

const ROUNDING = 1e-24

/**
 * Difference of two areas under the ROC curve that were measured on the same items.
 *
 * Z = (A1 - A2) / sqrt(S11 + S22 - 2 S12), the covariances from the placement values of both scores. Computed as the variance
 * of the difference of the placement values, which is the same sum. With `clusters` Obuchowski's form of it, and below 40
 * clusters t with at most clusters - 1 degrees of freedom, as in `clusteredAuroc`. Limits: difference ± z SE, not bent onto -1 .. 1.
 * Undefined (null with a reason) for an empty class, a class with one item or in one cluster, and two scores that order
 * good against bad alike.
 * Source: DeLong, DeLong and Clarke-Pearson 1988; Obuchowski 1997. Reference row 10.
 */
export function pairedAuroc(
  input: { a: ArrayLike<number>; b: ArrayLike<number>; labels: ArrayLike<number>; clusters?: ArrayLike<number> },
  options: { level?: number } = {},
): PairedAuroc | NoPairedAuroc {
  const { level = 0.95 } = options
  requireLevel(level)
  const { labels } = input
  const clusters = input.clusters ?? Uint32Array.from({ length: labels.length }, (_, item) => item)
  requireLabels(labels, clusters)
  requireClusters(clusters)
  const a = splitByLabel(input.a, labels)
  const b = splitByLabel(input.b, labels)
  const first = placements(a.good, a.bad)
  const second = placements(b.good, b.bad)
  const aucA = first.auc
  const aucB = second.auc
  const none = { aucA, aucB, se: null, z: null, p: null, low: null, high: null }
  if (aucA === null || aucB === null) {
    return { ...none, difference: null, reason: emptyClass(a.good.length, a.bad.length) }
  }
  const difference = aucA - aucB
  const apart = (v: Float64Array, w: Float64Array) => v.map((value, i) => value - (w[i] as number) - difference)
  const good = apart(first.ofGood, second.ofGood)
  const influence = clusterInfluence(good, apart(first.ofBad, second.ofBad), labels, clusters)
  if (influence.withGood < 2 || influence.withBad < 2) {
    const unit = input.clusters === undefined ? 'item' : 'cluster'
    return { ...none, difference, reason: `one ${unit} of a class has no spread` }
  }
  const variance = obuchowskiVariance(influence, a.good.length, a.bad.length)
  if (variance < ROUNDING) return { ...none, difference, reason: 'both scores order good against bad alike' }
  const se = Math.sqrt(variance)
  const z = difference / se
  const { factor, df } =
    input.clusters === undefined
      ? normal(level)
      : degreesQuantile(obuchowskiDf(influence, a.good.length, a.bad.length), level)
  const p = df === null ? 2 * normalSf(Math.abs(z)) : 2 * studentTCdf(-Math.abs(z), df)
  return { aucA, aucB, difference, se, z, p, low: difference - factor * se, high: difference + factor * se, df }
}

function normal(level: number): { factor: number; df: null } {
  return { factor: normalQuantile(1 - (1 - level) / 2), df: null }
}
