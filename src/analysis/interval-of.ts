import { hashOf } from '../core/hash.ts'
import { clusterBootstrap } from '../stats/cluster-bootstrap.ts'
import { clusterRobust } from '../stats/cluster-robust.ts'
import { compensatedSum } from '../stats/mean.ts'
import { wilson } from '../stats/wilson.ts'
import type { Summary } from './run-report.ts'
import type { ScoreColumn } from './score-column.ts'

/** Mean and 95 % interval of one column of scores. */
export interface ColumnInterval extends Pick<Summary, 'low' | 'high' | 'interval_method'> {
  value: number
  /** Why there is no interval. */
  without?: 'one_question' | 'equal_questions'
}

export interface IntervalOptions {
  ranks: Uint32Array
  /** Whether the metric's outcomes are 0 or 1. */
  binary: boolean
  seed: number
}

/** Above this many questions the interval is computed instead of drawn. */
const MOST_BOOTSTRAP_QUESTIONS = 10_000

/**
 * The mean of a column that is not empty, with the interval that its kind calls for:
 * - 0/1 outcomes, one a question: Wilson;
 * - otherwise the cluster bootstrap over questions, and above 10,000 questions the cluster-robust interval;
 * - 0/1 outcomes where repeats never differ from each other nor between questions: Wilson with each question counted once,
 *   since a bootstrap of equal values has no width.
 */
export function intervalOf(column: ScoreColumn, { ranks, binary, seed }: IntervalOptions): ColumnInterval {
  const totals = column.totals(ranks)
  const questions = totals.sums.length
  const zeroOne = binary && column.isZeroOne
  if (zeroOne && questions === column.size) {
    return wilsonInterval(Math.round(compensatedSum(totals.sums)), questions)
  }
  const large = questions > MOST_BOOTSTRAP_QUESTIONS
  const result = large ? clusterRobust(totals) : clusterBootstrap(totals, { seed })
  if (result.value === null) throw new RangeError('a column without scores has no mean')
  const { value, low, high } = result
  if (low !== null) return { value, low, high, interval_method: large ? 'cluster_robust' : 'cluster_bootstrap' }
  if (questions === 1) return { value, low, high, interval_method: null, without: 'one_question' }
  if (zeroOne && (value === 0 || value === 1)) return wilsonInterval(value * questions, questions)
  return { value, low, high, interval_method: null, without: 'equal_questions' }
}

function wilsonInterval(k: number, n: number): ColumnInterval {
  const { value, low, high } = wilson(k, n)
  return { value: value ?? 0, low, high, interval_method: 'wilson' }
}

/** A seed of its own for every figure, so that no other metric, configuration or row order can change its digits. */
export function seedOf(seed: number, ...figure: string[]): number {
  return Number.parseInt(hashOf([seed, ...figure]).slice(0, 8), 16) | 0
}
