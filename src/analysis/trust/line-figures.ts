import { clusteredAuroc } from '../../stats/clustered-auroc.ts'
import { gap } from '../../stats/gap.ts'
import { splitByLabel } from '../../stats/labelled-scores.ts'
import { newcombeAuroc } from '../../stats/newcombe-auroc.ts'
import { oneWayIcc } from '../../stats/one-way-icc.ts'
import type { LineData, LineItems } from './graded-rows.ts'
import type { TrustLine } from './trust-line.ts'

/** What of a line follows from its own scores. */
export type LineFigures = Pick<
  TrustLine,
  | 'n'
  | 'n_right'
  | 'n_wrong'
  | 'mean_right'
  | 'mean_wrong'
  | 'gap'
  | 'gap_low'
  | 'gap_high'
  | 'auc'
  | 'se'
  | 'low'
  | 'high'
  | 'interval_method'
  | 'se_unclustered'
  | 'clusters'
  | 'icc'
  | 'design_effect'
  | 'distinct_values'
  | 'share_at_max'
>

/**
 * Counts, means, gap, AUC with its clustered interval and the dependence within clusters of one line. `items` have their scores
 * turned so that higher is better; means and gap are in units of the score as it is.
 *
 * Where Obuchowski's variance is 0 although right and wrong answers are neither all apart nor all equal, Newcombe's interval
 * on counts of clusters takes its place, as it does at an AUC of 0 or 1. `share_at_max` is the share of scores at the good end
 * of the metric's range; null where the range has no such end.
 */
export function lineFigures({ metric }: Pick<LineData, 'metric'>, items: LineItems): LineFigures {
  const { scores, labels, clusters } = items
  const turned = metric.direction === 'lower_is_better'
  const { good, bad } = splitByLabel(turned ? scores.map((score) => -score) : scores, labels)
  const means = gap(good, bad)
  const icc = oneWayIcc(groupsOf(items))
  const best = turned ? metric.range[0] : metric.range[1]
  const distinct = new Set(scores)
  return {
    n: labels.length,
    n_right: good.length,
    n_wrong: bad.length,
    mean_right: means.meanGood,
    mean_wrong: means.meanBad,
    gap: means.difference,
    gap_low: means.low,
    gap_high: means.high,
    ...areaOf(items, distinct.size),
    clusters: new Set(clusters).size,
    icc: icc.value,
    design_effect: icc.designEffect,
    distinct_values: distinct.size,
    share_at_max:
      best === null || labels.length === 0
        ? null
        : scores.reduce((n, score) => n + ((turned ? -score : score) === best ? 1 : 0), 0) / labels.length,
  }
}

type Area = Pick<TrustLine, 'auc' | 'se' | 'low' | 'high' | 'interval_method' | 'se_unclustered'>

function areaOf(items: LineItems, distinct: number): Area {
  const found = clusteredAuroc(items)
  const auc = found.value
  if (!('reason' in found)) {
    const { se, low, high, method, seUnclustered } = found
    return { auc, se, low, high, interval_method: method, se_unclustered: seUnclustered }
  }
  const none = { auc, se: null, low: null, high: null, interval_method: null, se_unclustered: null }
  const [withRight, withWrong] = [1, 0].map((label) => clustersWith(items, label))
  if (auc === null || distinct < 2 || withRight === undefined || withWrong === undefined) return none
  if (new Set(items.clusters).size < 2) return none
  const { low, high } = newcombeAuroc(auc, withRight, withWrong)
  return { ...none, low, high, interval_method: 'newcombe' }
}

/** How many clusters hold an item with this label. */
export function clustersWith({ labels, clusters }: Pick<LineItems, 'labels' | 'clusters'>, label: number): number {
  return new Set(clusters.filter((_, item) => labels[item] === label)).size
}

function groupsOf({ scores, clusters }: LineItems): Float64Array[] {
  const ends: number[] = []
  for (const cluster of clusters) ends[cluster] = (ends[cluster] ?? 0) + 1
  let total = 0
  const groups: Float64Array[] = []
  const sorted = new Float64Array(scores.length)
  for (let cluster = 0; cluster < ends.length; cluster++) {
    const size = ends[cluster] ?? 0
    if (size > 0) groups.push(sorted.subarray(total, total + size))
    ends[cluster] = total
    total += size
  }
  for (let item = 0; item < scores.length; item++) {
    const cluster = clusters[item] ?? 0
    const place = ends[cluster] ?? 0
    sorted[place] = scores[item] ?? 0
    ends[cluster] = place + 1
  }
  return groups
}
