import { outOfFoldThreshold } from '../../stats/out-of-fold-threshold.ts'
import { pairedAuroc } from '../../stats/paired-auroc.ts'
import { foldsFor } from './folds-for.ts'
import { commonItems, type GradedRows, type LineData, type LineItems } from './graded-rows.ts'
import type { AucDifference, TrustLine } from './trust-line.ts'

/** AUC of `a` less AUC of `b` on the answers that have both scores; answers of one cluster may depend on each other. */
export function aucDifference(rows: GradedRows, a: LineData, b: LineData): AucDifference {
  const { labels, clusters, scores, size } = commonItems(rows, [a, b])
  const [first = [], second = []] = scores
  const found = pairedAuroc({ a: first, b: second, labels, clusters })
  const { difference, low, high, p } = found
  const figures = { difference, low, high, p, n: size }
  if ('reason' in found) return { ...figures, reason: found.reason }
  // The interval is symmetric and may reach beyond what a difference of two shares can be.
  return { ...figures, low: low === null ? null : Math.max(-1, low), high: high === null ? null : Math.min(1, high) }
}

/**
 * A cut of the score by Youden's J, with its figures from questions that had no part in choosing it, or why there is none.
 * `items` have scores turned so that higher is better.
 */
export function lineThreshold(
  { metric }: Pick<LineData, 'metric'>,
  items: LineItems,
  seed: number,
): Pick<TrustLine, 'threshold' | 'threshold_reason'> {
  const found = outOfFoldThreshold(items, { seed, folds: foldsFor(items.labels.length) })
  if (found.threshold === null) return { threshold: null, threshold_reason: found.reason }
  const { threshold, sensitivity, specificity, optimism } = found
  const value = metric.direction === 'lower_is_better' ? -threshold : threshold
  return { threshold: { value, sensitivity, specificity, optimism } }
}
