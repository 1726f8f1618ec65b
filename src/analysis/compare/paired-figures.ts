import type { Direction } from '../../core/score.ts'
import { bonettPrice } from '../../stats/bonett-price.ts'
import { type Mcnemar, mcnemar } from '../../stats/mcnemar.ts'
import { mean } from '../../stats/mean.ts'
import { type PairedDifference, pairedDifference } from '../../stats/paired-difference.ts'
import type { NoInterval } from '../../stats/result.ts'
import { signFlip } from '../../stats/sign-flip.ts'
import type { QuestionColumn } from './question-column.ts'

/** Two configurations on the questions that have a value under both; `b` is held against `a`. */
export interface PairedFigures {
  /** Questions compared. */
  n: number
  /** Means over the questions compared; null when there is none. */
  value_a: number | null
  value_b: number | null
  /** Questions on which `b` did better and worse than `a`. Of a metric without a direction: higher and lower. */
  won: string[]
  lost: string[]
  /** Mean of b - a over the questions, in units of what was measured. */
  difference: number | null
  low: number | null
  high: number | null
  /** `bonett_price` for 0/1 values, `student_t` for others, `cluster_robust` where questions come in clusters. */
  interval_method: 'bonett_price' | 'student_t' | 'cluster_robust' | null
  /** Two-sided p of no difference; null when no question could be compared. */
  p: number | null
  p_method: 'mcnemar_exact' | 'sign_flip_exact' | 'sign_flip_sampled' | 'student_t' | null
  /** Other forms of McNemar's test, beside the exact one; null where that is not `p_method`. */
  mcnemar: {
    p_mid: number
    chi_square: Mcnemar['chiSquare']
    chi_square_corrected: Mcnemar['chiSquareCorrected']
  } | null
  /** Fewer than 6 questions (clusters) differ: p cannot fall below .05 whatever they show. */
  never_significant: boolean
  /** Why there is no interval. */
  no_interval: 'no_questions' | 'one_question' | 'equal_differences' | null
}

export interface PairedOptions {
  direction: Direction
  /** The questions to look at, in an order that does not depend on how they were read, and their names. */
  questions: ArrayLike<number>
  idOf: (question: number) => string
  /** The cluster of each of `questions`; absent where every question stands alone. */
  clusters?: Uint32Array
  seed: number
}

/** The figures, and the interval as the statistic gave it. */
export interface PairedResult {
  figures: PairedFigures
  interval: PairedDifference | NoInterval | { value: number; low: number; high: number }
}

/** Sizes that differ by less than this share of the larger are the same number rounded differently. */
const SAME = 1e-12
/** With this many questions the t test and the test of signs agree; the first takes no draws. */
const MOST_SIGN_FLIP = 500
const FEWEST_UNITS = 6

/**
 * What became of each question, and how sure the difference of the means is.
 *
 * Repeats of a question are averaged before. 0/1 values on independent questions: McNemar's exact test and Bonett-Price's interval.
 * Other values, and 0/1 in clusters: t interval of the questions' differences (cluster-robust with clusters), and p from flipping
 * their signs (whole clusters) up to 500 questions, from t above. Assumes independent questions or clusters.
 * Source: `mcnemar`, `bonettPrice`, `pairedDifference`, `signFlip`.
 */
export function pairedFigures(a: QuestionColumn, b: QuestionColumn, options: PairedOptions): PairedResult {
  const { direction, idOf, clusters } = options
  const pairs = commonValues(a, b, options)
  const better = direction === 'lower_is_better' ? -1 : 1
  const won: string[] = []
  const lost: string[] = []
  let zeroOne = true
  pairs.questions.forEach((question, place) => {
    const [one, other] = [pairs.a[place] ?? 0, pairs.b[place] ?? 0]
    if ((one !== 0 && one !== 1) || (other !== 0 && other !== 1)) zeroOne = false
    const gain = better * (other - one)
    if (Math.abs(gain) <= SAME * Math.max(Math.abs(one), Math.abs(other))) return
    const list = gain > 0 ? won : lost
    list.push(idOf(question))
  })
  const n = pairs.questions.length
  const shared = { n, value_a: mean(pairs.a).value, value_b: mean(pairs.b).value, won, lost }
  if (n > 0 && zeroOne && clusters === undefined) {
    const [higher, lower] = better > 0 ? [won.length, lost.length] : [lost.length, won.length]
    return binaryResult(shared, higher, lower)
  }
  return scoreResult(shared, pairs, options)
}

type Shared = Pick<PairedFigures, 'n' | 'value_a' | 'value_b' | 'won' | 'lost'>

function binaryResult(shared: Shared, higher: number, lower: number): PairedResult {
  const { pExact, pMid, chiSquare, chiSquareCorrected, neverSignificant } = mcnemar(higher, lower)
  const interval = bonettPrice(higher, lower, shared.n)
  return {
    interval,
    figures: {
      ...shared,
      ...{ difference: interval.value, low: interval.low, high: interval.high },
      interval_method: 'bonett_price',
      ...{ p: pExact, p_method: 'mcnemar_exact', never_significant: neverSignificant, no_interval: null },
      mcnemar: { p_mid: pMid, chi_square: chiSquare, chi_square_corrected: chiSquareCorrected },
    },
  }
}

function scoreResult(shared: Shared, pairs: CommonValues, options: PairedOptions): PairedResult {
  const { clusters } = pairs
  const interval = pairedDifference(pairs.b, pairs.a, clusters === undefined ? {} : { clusters })
  const { value: difference, low, high } = interval
  const without = shared.n === 0 ? 'no_questions' : shared.n === 1 ? 'one_question' : 'equal_differences'
  return {
    interval,
    figures: {
      ...{ ...shared, difference, low, high },
      interval_method: low === null ? null : clusters === undefined ? 'student_t' : 'cluster_robust',
      ...testOf(pairs, interval, options),
      mcnemar: null,
      no_interval: low === null ? without : null,
    },
  }
}

function testOf(
  pairs: CommonValues,
  interval: PairedDifference | NoInterval,
  { seed }: PairedOptions,
): Pick<PairedFigures, 'p' | 'p_method' | 'never_significant'> {
  if (pairs.questions.length > MOST_SIGN_FLIP && interval.low !== null) {
    return { p: interval.p, p_method: 'student_t', never_significant: false }
  }
  const test = signFlip(unitsOf(pairs), { seed })
  if (test.p === null) return { p: null, p_method: null, never_significant: false }
  const p_method = test.exact ? 'sign_flip_exact' : 'sign_flip_sampled'
  return { p: test.p, p_method, never_significant: test.units < FEWEST_UNITS }
}

/** Differences, or lists of those of one cluster. */
function unitsOf({ a, b, clusters }: CommonValues): number[] | number[][] {
  const differences = b.map((value, place) => value - (a[place] ?? 0))
  if (clusters === undefined) return differences
  const units: number[][] = []
  for (const [place, difference] of differences.entries()) {
    const cluster = clusters[place] ?? 0
    const own = units[cluster]
    if (own === undefined) units[cluster] = [difference]
    else own.push(difference)
  }
  return units.filter((own) => own !== undefined)
}

interface CommonValues {
  questions: number[]
  a: number[]
  b: number[]
  clusters: number[] | undefined
}

function commonValues(a: QuestionColumn, b: QuestionColumn, { questions, clusters }: PairedOptions): CommonValues {
  const common: CommonValues = { questions: [], a: [], b: [], clusters: clusters === undefined ? undefined : [] }
  for (let place = 0; place < questions.length; place++) {
    const question = questions[place] ?? 0
    const [one, other] = [a.valueAt(question), b.valueAt(question)]
    if (Number.isNaN(one) || Number.isNaN(other)) continue
    common.questions.push(question)
    common.a.push(one)
    common.b.push(other)
    common.clusters?.push(clusters?.[place] ?? 0)
  }
  return common
}
