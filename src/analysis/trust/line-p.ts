import { holm } from '../../stats/holm.ts'
import { type LabelPermutation, labelPermutation } from '../../stats/label-permutation.ts'
import { normalSf } from '../../stats/normal-cdf.ts'
import { studentTCdf } from '../../stats/student-t.ts'
import { type GradedRows, type LineData, lineItems } from './graded-rows.ts'
import { clustersWith, type LineFigures } from './line-figures.ts'
import type { TrustLine } from './trust-line.ts'

/** Verdicts are given at this level, corrected for the number of lines. */
export const ALPHA = 0.05
/** Scores that are looked at in all permutations together, unless the number of permutations was asked for. */
const MOST_WORK = 5e8
/** Labels that are moved in all permutations together. */
const MOST_MOVED = 1e8
/** With fewer permutations than this small p values are too rough; then the normal form serves, which needs many clusters. */
const LEAST_REPLICATES = 2000
/** From this many clusters on the standard error is good enough for the normal form, and t is not needed. */
const MANY_CLUSTERS = 40
/** So many times 1 / ALPHA permutations for each line, so that Holm's correction can still be passed. */
const SPARE = 2

/** The p values of one line, before and after correction. */
export type LineP = Pick<TrustLine, 'p' | 'p_method' | 'p_holm' | 'p_max' | 'p_within'>

/** The p values of all lines. */
export interface TrustP {
  lines: LineP[]
  /** Lines that Holm's correction counts: those that have a p. */
  family: number
  /** The smallest p that any line could have had before correction; 0 where there is no bound. */
  smallest: number
  /** Permutations that were drawn; null where all were enumerated or none. */
  replicates: number | null
  /** Whether fewer were drawn than usual because there are so many scores. */
  reduced: boolean
}

export interface TrustPOptions {
  seed: number
  replicates: number
  /** Whether that number is the user's own, which is then never made smaller. */
  asked: boolean
  /** Whether `p_within` is wanted. */
  within: boolean
}

/**
 * Two-sided p values of |AUC - .5| for all lines over the same permutations of whole clusters' labels, and Holm's correction
 * over all lines that have one.
 *
 * Where clusters cannot exchange their labels, since too few have equal sizes for any corrected p up to .05, and where there are
 * too many scores for 2,000 permutations, p is Wald's on the logit scale: logit(AUC) A(1-A) / SE against the
 * distribution that the interval uses (t with one less than the number of clusters below 40 clusters, otherwise the
 * normal). Without a standard error (AUC 0 or 1): the Mann-Whitney normal form on counts of clusters.
 * Source: Holm 1979; Westfall and Young 1993 for `p_max`.
 */
export function* trustP(
  rows: GradedRows,
  lines: readonly LineData[],
  figures: readonly LineFigures[],
  options: TrustPOptions,
): Generator<{ done: number; total: number }, TrustP> {
  const work = Math.max(1, rows.labels.length * lines.length)
  const wanted = Math.max(options.replicates, Math.ceil((SPARE / ALPHA) * lines.length))
  const moved = Math.max(1, rows.labels.length)
  const affordable = Math.floor(Math.min(MOST_WORK / work, MOST_MOVED / moved))
  const replicates = options.asked ? wanted : Math.min(wanted, affordable)
  const tooMany = replicates < Math.min(wanted, LEAST_REPLICATES)
  const drawn = { metrics: lines, labels: rows.labels, replicates, seed: options.seed }
  const between: LabelPermutation | null =
    tooMany || lines.length === 0
      ? null
      : yield* inPercent(
          labelPermutation({ ...drawn, clusters: rows.clusters, scheme: 'between_clusters' }),
          options.within ? [0, 50] : [0, 100],
        )
  const within: LabelPermutation | null =
    tooMany || lines.length === 0 || !options.within
      ? null
      : yield* inPercent(labelPermutation({ ...drawn, clusters: rows.questions, scheme: 'within_cluster' }), [50, 100])
  const usable = between !== null && isUsable(between, rows, lines.length)
  const found = lines.map((line, k): Omit<LineP, 'p_holm'> => {
    const p_within = within?.p[k] ?? null
    if (!usable) return { ...waldP(rows, line, figures[k]), p_max: null, p_within }
    const p = between.p[k] ?? null
    const method = between.exact ? 'exact_permutation' : 'sampled_permutation'
    return { p, p_method: p === null ? null : method, p_max: between.pMax[k] ?? null, p_within }
  })
  const tested = found.flatMap(({ p }) => p ?? [])
  const adjusted = holm(tested)
  let next = 0
  return {
    lines: found.map((one) => ({ ...one, p_holm: one.p === null ? null : (adjusted[next++] ?? null) })),
    family: tested.length,
    smallest: usable ? smallestOf(between, rows) : 0,
    replicates: usable && !between.exact ? between.replicates : null,
    reduced: usable && !between.exact && replicates < wanted,
  }
}

/** The same work, with its progress as a part of 100. */
function* inPercent<T>(
  work: Generator<{ done: number; total: number }, T>,
  [from, to]: readonly [number, number],
): Generator<{ done: number; total: number }, T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    yield { done: Math.floor(from + ((to - from) * step.value.done) / step.value.total), total: 100 }
  }
}

/**
 * Whether the permutations can decide at all. Where clusters of different sizes leave too few arrangements for any corrected p
 * up to .05 they cannot, and it is not the number of grades that is lacking.
 */
function isUsable(between: LabelPermutation, rows: GradedRows, lines: number): boolean {
  if (between.p.every((p) => p === null)) return false
  const sizes = new Map<number, number>()
  for (const cluster of rows.clusters) sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1)
  return new Set(sizes.values()).size === 1 || smallestOf(between, rows) * lines <= ALPHA
}

/**
 * No p of a permutation test is smaller. Where all clusters have one item the mirror image of the best arrangement is an
 * arrangement too, so that two of all reach the largest |AUC - .5|.
 */
function smallestOf({ exact, replicates }: LabelPermutation, { clusters }: GradedRows): number {
  if (!exact) return 1 / (1 + replicates)
  return Math.min(1, (new Set(clusters).size === clusters.length ? 2 : 1) / replicates)
}

function waldP(rows: GradedRows, line: LineData, figures: LineFigures | undefined): Pick<TrustLine, 'p' | 'p_method'> {
  if (figures === undefined || figures.auc === null) return { p: null, p_method: null }
  const { auc, se, clusters } = figures
  if (figures.distinct_values < 2) return { p: 1, p_method: 'wald' }
  if (clusters < 2) return { p: null, p_method: null }
  if (se !== null) {
    const ratio = Math.abs(Math.log(auc / (1 - auc))) / (se / (auc * (1 - auc)))
    const p = clusters < MANY_CLUSTERS ? 2 * studentTCdf(-ratio, clusters - 1) : 2 * normalSf(ratio)
    return { p: Math.min(1, p), p_method: 'wald' }
  }
  const items = lineItems(rows, line)
  const [right, wrong] = [clustersWith(items, 1), clustersWith(items, 0)]
  const error = Math.sqrt((right + wrong + 1) / (12 * right * wrong))
  return { p: Math.min(1, 2 * normalSf(Math.abs(auc - 0.5) / error)), p_method: 'wald' }
}
