import { countClusters, type InfluencePart, influenceVariance } from './influence-variance.ts'
import { requireClusters } from './labelled-scores.ts'
import { compensatedSum } from './mean.ts'
import { normalQuantile } from './normal-quantile.ts'
import { type Interval, type NoInterval, requireFinite, requireLevel } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'
import { studentTQuantile } from './student-t.ts'

/** Few items that people graded and many that only a judge scored, from the same pool. */
export interface PpiInput {
  /** Y: what people said of the graded items (1 right, 0 wrong, or marks on a scale). */
  grades: ArrayLike<number>
  /** F: the judge's scores of the same items, in the same units. */
  scores: ArrayLike<number>
  /** U: the judge's scores of the items without a grade. */
  scoresOnly: ArrayLike<number>
  /** Cluster numbers of the graded and of the other items; a cluster may hold both kinds. */
  clusters?: { graded: ArrayLike<number>; scoresOnly: ArrayLike<number> } | undefined
}

export interface PpiOptions {
  level?: number
  /**
   * `product`: variances with divisor n-1 and Student's t. `ppi_py` is there for tests alone: divisor n and the normal quantile, as
   * the package of the method's authors computes.
   */
  convention?: 'product' | 'ppi_py'
}

/** A mean over graded and scored items, in units of the grades. */
export interface PpiMean extends Interval {
  se: number
  /** Weight of the judge: 0 grades alone, 1 plain PPI. */
  lambda: number
  graded: number
  scoredOnly: number
  /** All clusters, null when every item stands alone. */
  clusters: number | null
  /** Of Student's t: graded items (or clusters that hold one) less 1; null under `ppi_py`. */
  df: number | null
}

/**
 * The mean of the grades alone, in the form of `ppi`: mean(Y), Var = var(Y)/n, or cluster-robust (CR1). The interval may pass
 * the ends of a bounded scale. No interval for fewer than two graded items or clusters, or when all grades are equal.
 */
export function humanOnlyMean(
  { grades, clusters }: { grades: ArrayLike<number>; clusters?: ArrayLike<number> | undefined },
  options: PpiOptions = {},
): PpiMean | NoInterval {
  const input: PpiInput = { grades, scores: grades, scoresOnly: [] }
  if (clusters !== undefined) input.clusters = { graded: clusters, scoresOnly: [] }
  return estimate(input, 0, options)
}

/**
 * Prediction-powered mean: the judge's mean over the ungraded items, put right by its mean error on the graded ones.
 *
 * mean(U) + mean(Y - F); Var = var(U)/N + var(Y - F)/n. Assumes that the graded items are a random sample of the same pool as
 * the others and that one judge scored both. A weak judge makes the interval wider than grades alone: `ppiPlusPlus` does
 * not. Clusters: `influenceVariance`. The interval may pass the ends of a bounded scale.
 * Undefined without graded or without ungraded items; no interval for fewer than two of a kind, or without any spread.
 * Source: Angelopoulos et al. 2023, Science 382, 669-674; reference rows 37 and 38.
 */
export function ppi(input: PpiInput, options: PpiOptions = {}): PpiMean | NoInterval {
  return estimate(input, 1, options)
}

/**
 * Prediction-powered mean that trusts the judge as far as it follows the grades (PPI++).
 *
 * l mean(U) + mean(Y - l F); Var = l² var(U)/N + var(Y - l F)/n; l = Cov(Y,F) / ((1 + n/N) Var(F)) clipped to 0 .. 1, Cov over
 * the graded items and Var(F) over all scores. l = 0, the mean of the grades alone, when the judge does not follow them or fewer
 * than two items (or clusters) are ungraded. Assumptions and undefined inputs as for `ppi`. l is estimated from the same grades, so
 * with few of them, or with a judge that erred on none, the interval is too narrow: `choosePpi` decides when to use it.
 * Source: Angelopoulos, Duchi and Zrnic 2023, arXiv 2311.01453; reference rows 37 and 38.
 */
export function ppiPlusPlus(input: PpiInput, options: PpiOptions = {}): PpiMean | NoInterval {
  return estimate(input, 'tuned', options)
}

/** The influence values of the items on a PPI mean, each times `weight`. */
export function ppiInfluence({ grades, scores, scoresOnly, clusters }: PpiInput, lambda: number, weight = 1) {
  const residuals = Float64Array.from(grades, (grade, i) => grade - lambda * (scores[i] as number))
  const parts: InfluencePart[] = [{ values: centred(residuals, weight), clusters: clusters?.graded }]
  if (lambda === 0) return parts
  const weighted = Float64Array.from(scoresOnly, (score) => lambda * score)
  parts.push({ values: centred(weighted, weight), clusters: clusters?.scoresOnly })
  return parts
}

/** Spread below this share of the largest value is rounding. */
const SAME = 1e-12

function estimate(input: PpiInput, lambda: number | 'tuned', options: PpiOptions): PpiMean | NoInterval {
  requireLevel(options.level ?? 0.95)
  requireInput(input)
  const unit = safeUnit(input.grades, input.scores, input.scoresOnly)
  const scaled = scaledInput(input, unit)
  const weight = lambda === 'tuned' ? tunedLambda(scaled, options.convention ?? 'product') : lambda
  return fromUnit(estimateWith(scaled, weight, options), unit, ['value', 'low', 'high', 'se'])
}

/** All grades and scores times a power of two. */
export function scaledInput<T extends PpiInput>(input: T, unit: number): T {
  const { grades, scores, scoresOnly } = input
  const scaled = { grades: timesUnit(grades, unit), scores: timesUnit(scores, unit) }
  return { ...input, ...scaled, scoresOnly: timesUnit(scoresOnly, unit) }
}

function estimateWith(input: PpiInput, lambda: number, options: PpiOptions): PpiMean | NoInterval {
  const { level = 0.95, convention = 'product' } = options
  const { grades, scores, scoresOnly, clusters } = input
  const n = grades.length
  if (n === 0) return noInterval(null, 'no graded items')
  if (lambda !== 0 && scoresOnly.length === 0) return noInterval(null, 'no ungraded items')
  const rest = compensatedSum(Float64Array.from(grades, (grade, i) => grade - lambda * (scores[i] as number))) / n
  const value = lambda === 0 ? rest : (lambda * compensatedSum(scoresOnly)) / scoresOnly.length + rest
  const variance = influenceVariance(ppiInfluence(input, lambda), convention === 'product')
  if (variance === null) return noInterval(value, `one ${clusters === undefined ? 'item' : 'cluster'} has no spread`)
  const se = Math.sqrt(variance)
  if (se <= SAME * largest(grades, scores, scoresOnly)) {
    return noInterval(value, lambda === 0 ? 'all grades are equal' : 'no spread to learn from')
  }
  const df = convention === 'ppi_py' ? null : (clusters === undefined ? n : countClusters(clusters.graded)) - 1
  const p = 1 - (1 - level) / 2
  const half = (df === null ? normalQuantile(p) : studentTQuantile(p, df)) * se
  return {
    value,
    low: value - half,
    high: value + half,
    se,
    lambda,
    graded: n,
    scoredOnly: scoresOnly.length,
    clusters: clusters === undefined ? null : countClusters(clusters.graded, clusters.scoresOnly),
    df,
  }
}

function tunedLambda({ grades, scores, scoresOnly, clusters }: PpiInput, convention: 'product' | 'ppi_py'): number {
  const n = grades.length
  const others = scoresOnly.length
  const units = clusters === undefined ? others : countClusters(clusters.scoresOnly)
  if (n < 2 || units < 2) return 0
  const y = centred(Float64Array.from(grades), n)
  const f = centred(Float64Array.from(scores), n)
  const covariance =
    compensatedSum(y.map((value, i) => value * (f[i] as number))) / (convention === 'product' ? n - 1 : n)
  const all = Float64Array.from({ length: n + others }, (_, i) => (i < n ? scores[i] : scoresOnly[i - n]) as number)
  const spread = centred(all, n + others)
  const variance = compensatedSum(spread.map((value) => value * value)) / (n + others - 1)
  if (variance <= (SAME * largest(scores, scoresOnly)) ** 2) return 0
  return Math.min(1, Math.max(0, covariance / ((1 + n / others) * variance)))
}

/** weight (x - mean) / n of each value. */
function centred(values: Float64Array, weight: number): Float64Array {
  const n = values.length
  const mean = compensatedSum(values) / n
  return values.map((value) => (weight * (value - mean)) / n)
}

function largest(...lists: readonly ArrayLike<number>[]): number {
  let size = 0
  for (const list of lists) for (let i = 0; i < list.length; i++) size = Math.max(size, Math.abs(list[i] as number))
  return size
}

function requireInput({ grades, scores, scoresOnly, clusters }: PpiInput): void {
  requireFinite(grades, 'grades')
  requireFinite(scores, 'scores')
  requireFinite(scoresOnly, 'scores')
  if (grades.length !== scores.length) {
    throw new RangeError(`every graded item needs its score: ${grades.length} grades, ${scores.length} scores`)
  }
  if (clusters === undefined) return
  requireClusters(clusters.graded)
  requireClusters(clusters.scoresOnly)
  if (clusters.graded.length !== grades.length || clusters.scoresOnly.length !== scoresOnly.length) {
    throw new RangeError('every item needs its cluster')
  }
}

function noInterval(value: number | null, reason: string): NoInterval {
  return { value, low: null, high: null, reason }
}
