import { clusterRobust } from './cluster-robust.ts'
import { compensatedSum } from './mean.ts'
import { type Interval, type NoInterval, requireFinite, requireLevel } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'
import { studentTCdf } from './student-t.ts'

/** The mean of per-question differences A - B, with its t interval and test. */
export interface PairedDifference extends Interval {
  /** Standard error of the mean difference; with clusters the cluster-robust CR1. */
  se: number
  t: number
  df: number
  /** Two-sided p of a mean difference of 0. */
  p: number
  /** Questions compared. */
  n: number
  /** Number of clusters, null when every question stands alone. */
  clusters: number | null
  /** What the standard error would be if the two had been asked different questions; the gain of pairing is the ratio. */
  seUnpaired: number
}

/** Differences that vary by less than this share of the scores are the same number rounded differently. */
const SAME = 1e-12

/**
 * Is A better than B on the same questions? One score a question each, repeats averaged before.
 *
 * d_q = a_q - b_q; value = mean(d); se = SD(d) / sqrt(n) with n-1 degrees of freedom, or with `clusters` (a dense cluster
 * number a question) CR1 with G-1; interval value ± t se; t = value / se. seUnpaired = sqrt(s²_A / n + s²_B / n).
 * Units are those of the score. Assumes independent questions (or clusters) and a mean that is close to normal: below
 * about 20 skewed differences look at `signFlip` too.
 * Undefined for no questions; without an interval for one question or cluster, and when all differences are equal.
 * Source: Student 1908; Liang and Zeger 1986 for clusters; reference rows 28 and 30.
 */
export function pairedDifference(
  a: ArrayLike<number>,
  b: ArrayLike<number>,
  options: { level?: number; clusters?: ArrayLike<number> } = {},
): PairedDifference | NoInterval {
  const { level = 0.95, clusters } = options
  requireLevel(level)
  requireFinite(a, 'scores')
  requireFinite(b, 'scores')
  if (a.length !== b.length) throw new RangeError(`paired scores need equal lengths, got ${a.length} and ${b.length}`)
  if (clusters !== undefined && clusters.length !== a.length) {
    throw new RangeError(`every pair needs its cluster: ${a.length} pairs, ${clusters.length} cluster numbers`)
  }
  const unit = safeUnit(a, b)
  const found = compare(timesUnit(a, unit), timesUnit(b, unit), level, clusters)
  return fromUnit(found, unit, ['value', 'low', 'high', 'se', 'seUnpaired'])
}

function compare(
  a: Float64Array,
  b: Float64Array,
  level: number,
  clusters: ArrayLike<number> | undefined,
): PairedDifference | NoInterval {
  const n = a.length
  if (n === 0) return { value: null, low: null, high: null, reason: 'no questions' }
  const differences = a.map((score, place) => score - (b[place] as number))
  const value = compensatedSum(differences) / n
  const negligible = SAME * largestOf(a, b)
  if (isConstant(differences, negligible)) {
    return {
      value,
      low: null,
      high: null,
      reason: n === 1 ? 'one question has no spread' : 'all differences are equal',
    }
  }
  const robust = clusterRobust(totalsOf(differences, clusters), { level })
  if (robust.low === null) return { ...robust, value }
  if (robust.se <= negligible) {
    return { value: robust.value, low: null, high: null, reason: 'all clusters have the same mean' }
  }
  const t = robust.value / robust.se
  return {
    value: robust.value,
    low: robust.low,
    high: robust.high,
    se: robust.se,
    t,
    df: robust.df,
    p: 2 * studentTCdf(-Math.abs(t), robust.df),
    n,
    clusters: clusters === undefined ? null : robust.clusters,
    seUnpaired: Math.sqrt((variance(a) + variance(b)) / n),
  }
}

function largestOf(...lists: readonly Float64Array[]): number {
  let size = 0
  for (const list of lists) for (const value of list) size = Math.max(size, Math.abs(value))
  return size
}

function isConstant(differences: Float64Array, negligible: number): boolean {
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (const difference of differences) {
    lowest = Math.min(lowest, difference)
    highest = Math.max(highest, difference)
  }
  return highest - lowest <= negligible
}

function totalsOf(differences: Float64Array, clusters: ArrayLike<number> | undefined) {
  if (clusters === undefined) return { sums: differences, counts: new Float64Array(differences.length).fill(1) }
  const place = new Map<number, number>()
  const sums: number[] = []
  const counts: number[] = []
  for (const [question, difference] of differences.entries()) {
    const cluster = clusters[question] as number
    const known = place.get(cluster) ?? place.set(cluster, place.size).size - 1
    sums[known] = (sums[known] ?? 0) + difference
    counts[known] = (counts[known] ?? 0) + 1
  }
  return { sums, counts }
}

function variance(values: ArrayLike<number>): number {
  const mean = compensatedSum(values) / values.length
  return compensatedSum(Float64Array.from(values, (value) => (value - mean) ** 2)) / (values.length - 1)
}
