import { clusterRobust } from './cluster-robust.ts'
import { type ClusterTotals, clusterTotals } from './cluster-totals.ts'
import { compensatedSum } from './mean.ts'
import { type Interval, type NoInterval, requireFinite, requireLevel } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'
import { studentTCdf } from './student-t.ts'

/** An effect in units of the score: the mean of a contrast over the questions, with its t interval and test. */
export interface Contrast extends Interval {
  /** Standard error, cluster-robust (CR1) when clusters are given. */
  se: number
  t: number
  df: number
  /** Two-sided p of an effect of 0. */
  p: number
  /** Questions. */
  n: number
  /** Number of clusters, null when every question stands alone. */
  clusters: number | null
}

export interface ContrastOptions {
  level?: number
  /** The cluster number of each question. */
  clusters?: ArrayLike<number> | undefined
}

/** Spread below this share of the largest score is rounding. */
const SAME = 1e-12

/**
 * The effect sum_c h_c y_q(c) of each question q, averaged: `scores` is a list for each configuration c with one score a
 * question (repeats averaged before), `weights` the h_c.
 *
 * Taking the contrast within each question removes how hard the questions are. value = mean(e), se = SD(e) / sqrt(n) with n-1
 * degrees of freedom, or with clusters CR1 with G-1. Assumes independent questions (or clusters).
 * Undefined for no questions; no interval for one question or cluster, and when every question has the same effect.
 * Source: Student 1908; Montgomery, Design and Analysis of Experiments, for contrasts of configurations.
 */
export function contrast(
  scores: readonly ArrayLike<number>[],
  weights: ArrayLike<number>,
  options: ContrastOptions = {},
): Contrast | NoInterval {
  const { level = 0.95, clusters } = options
  requireLevel(level)
  requireFinite(weights, 'weights')
  if (scores.length !== weights.length) throw new RangeError('every configuration needs its weight')
  const n = scores[0]?.length ?? 0
  for (const list of scores) {
    requireFinite(list, 'scores')
    if (list.length !== n) throw new RangeError(`every configuration needs a score for each of ${n} questions`)
  }
  if (clusters !== undefined && clusters.length !== n) throw new RangeError('every question needs its cluster')
  const unit = safeUnit(...scores)
  const units = scores.map((list) => timesUnit(list, unit))
  return fromUnit(estimate(units, weights, level, clusters), unit, ['value', 'low', 'high', 'se'])
}

function estimate(
  scores: readonly Float64Array[],
  weights: ArrayLike<number>,
  level: number,
  clusters: ArrayLike<number> | undefined,
): Contrast | NoInterval {
  const n = scores[0]?.length ?? 0
  if (n === 0) return { value: null, low: null, high: null, reason: 'no questions' }
  const { effects, same, negligible } = effectsOf(scores, weights, n)
  const value = same ? (effects[0] as number) : compensatedSum(effects) / n
  if (same || n === 1) {
    const reason = n === 1 ? 'one question has no spread' : 'the effect is the same on every question'
    return { value, low: null, high: null, reason }
  }
  const robust = clusterRobust(totals(effects, clusters), { level })
  if (robust.low === null) return { value, low: null, high: null, reason: robust.reason }
  const { low, high, se, df } = robust
  if (se <= negligible) return { value, low: null, high: null, reason: 'all clusters have the same mean' }
  const t = robust.value / se
  const p = 2 * studentTCdf(-Math.abs(t), df)
  return { value: robust.value, low, high, se, t, df, p, n, clusters: clusters === undefined ? null : robust.clusters }
}

function effectsOf(scores: readonly ArrayLike<number>[], weights: ArrayLike<number>, n: number) {
  let scale = 0
  const terms = new Float64Array(scores.length)
  const effects = new Float64Array(n)
  for (let question = 0; question < n; question++) {
    for (const [configuration, list] of scores.entries()) {
      const term = (weights[configuration] as number) * (list[question] as number)
      terms[configuration] = term
      scale = Math.max(scale, Math.abs(term))
    }
    effects[question] = compensatedSum(terms)
  }
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let question = 0; question < n; question++) {
    if (Math.abs(effects[question] as number) <= SAME * scale) effects[question] = 0
    lowest = Math.min(lowest, effects[question] as number)
    highest = Math.max(highest, effects[question] as number)
  }
  return { effects, same: highest - lowest <= SAME * scale, negligible: SAME * scale }
}

function totals(effects: Float64Array, clusters: ArrayLike<number> | undefined): ClusterTotals {
  if (clusters === undefined) return { sums: effects, counts: new Float64Array(effects.length).fill(1) }
  const groups = new Map<number, number[]>()
  for (const [question, effect] of effects.entries()) {
    const cluster = clusters[question] as number
    const own = groups.get(cluster)
    if (own === undefined) groups.set(cluster, [effect])
    else own.push(effect)
  }
  return clusterTotals([...groups.values()])
}
