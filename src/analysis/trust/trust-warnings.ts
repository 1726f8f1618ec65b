import type { RunMetric } from '../../core/run.ts'
import type { TrustP } from './line-p.ts'
import type { DecidedLine } from './trust-lines.ts'
import type { TrustReport } from './trust-report.ts'

type Warning = TrustReport['warnings'][number]

/** Below this number of clusters the standard errors are rough themselves. */
const ENOUGH_CLUSTERS = 40
/** NA is much more frequent among wrong answers from these differences on: absolute, as a ratio, and as a number. */
const NA_SHARE = 0.05
const NA_RATIO = 2
const NA_COUNT = 3

export interface WarningInput {
  clusters: number
  splitTotal: number
  /** Scores by another judge or version. */
  others: number
  p: TrustP
  lines: readonly DecidedLine[]
  right: number
  wrong: number
  /** Configurations of the run, and those that have a graded response. */
  configurations: number
  graded: number
}

/** What a reader must mind beside the figures. */
export function trustWarnings(input: WarningInput): Warning[] {
  const { clusters, splitTotal, others, p, lines, configurations, graded } = input
  const warnings: Warning[] = []
  if (clusters < ENOUGH_CLUSTERS) warnings.push({ code: 'few_clusters', detail: { clusters } })
  if (splitTotal > 0) warnings.push({ code: 'split_grades', detail: { n: splitTotal } })
  const told = new Set<RunMetric>()
  for (const line of lines) {
    const { metric } = line.data
    const found = told.has(metric) ? undefined : naDiffers(line, input)
    if (found === undefined) continue
    told.add(metric)
    warnings.push({ code: 'na_differs', detail: { metric: metric.metric, ...found } })
  }
  if (others > 0) warnings.push({ code: 'other_judges', detail: { n: others } })
  if (p.reduced && p.replicates !== null) {
    warnings.push({ code: 'few_replicates', detail: { replicates: p.replicates } })
  }
  if (graded < configurations) {
    warnings.push({ code: 'configurations_missing', detail: { graded, configurations } })
  }
  return warnings
}

/**
 * A metric that fails on wrong answers more than on right ones looks better than it is: the hard ones are gone. Told when at
 * least 3 wrong answers are NA, their share is 5 points above that of the right ones and at least twice it.
 */
function naDiffers({ data: { na } }: DecidedLine, { right, wrong }: WarningInput) {
  if (right === 0 || wrong === 0 || na.wrong < NA_COUNT) return undefined
  const share_right = na.right / right
  const share_wrong = na.wrong / wrong
  if (share_wrong - share_right < NA_SHARE || share_wrong < NA_RATIO * share_right) return undefined
  return { share_right, share_wrong }
}
