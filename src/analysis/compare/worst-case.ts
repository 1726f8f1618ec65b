import type { RunMetric } from '../../core/run.ts'
import { bonettPrice } from '../../stats/bonett-price.ts'
import { naBounds } from '../../stats/na-bounds.ts'
import { pairedDifference } from '../../stats/paired-difference.ts'
import type { PairedOptions } from './paired-figures.ts'
import type { QuestionColumn } from './question-column.ts'

/** The difference b - a over all questions, whatever the missing values are. */
export interface WorstCase {
  /** With everything that is missing at the worst for b, then at the best. */
  low: number
  high: number
  /** The lower end of the 95 % interval at worst and the upper end at best: what is missing and sampling error together. */
  interval_low: number
  interval_high: number
}

/**
 * Bounds that assume nothing about why values are missing; null on a scale without an end, and for no questions. A question of which
 * some repeat has no value counts as missing whole. Source: `naBounds` (Horowitz and Manski 2000); the outer ends are those of
 * the intervals of the two completions, which cover at least as often as these.
 */
export function worstCase(
  a: QuestionColumn,
  b: QuestionColumn,
  [lowest, highest]: RunMetric['range'],
  { questions, clusters }: Pick<PairedOptions, 'questions' | 'clusters'>,
): WorstCase | null {
  if (lowest === null || highest === null || !(lowest < highest)) return null
  const values = (column: QuestionColumn) =>
    Array.from(questions, (question) => {
      const value = column.wholeAt(question)
      return Number.isNaN(value) ? null : Math.min(highest, Math.max(lowest, value))
    })
  const [one, other] = [values(a), values(b)]
  const { low, high } = naBounds(other, one, { lowest, highest })
  if (low === null || high === null) return null
  const complete = (list: readonly (number | null)[], missing: number) => list.map((value) => value ?? missing)
  const worst = endsOf(complete(one, highest), complete(other, lowest), clusters)
  const best = endsOf(complete(one, lowest), complete(other, highest), clusters)
  return { low, high, interval_low: worst?.low ?? low, interval_high: best?.high ?? high }
}

/** The interval of completed values; undefined where all differences are equal. */
function endsOf(a: readonly number[], b: readonly number[], clusters: Uint32Array | undefined) {
  const isZeroOne = [a, b].every((list) => list.every((value) => value === 0 || value === 1))
  if (isZeroOne && clusters === undefined) {
    const higher = b.filter((value, place) => value > (a[place] ?? 0)).length
    const lower = b.filter((value, place) => value < (a[place] ?? 0)).length
    const { low, high } = bonettPrice(higher, lower, a.length)
    return low === null ? undefined : { low, high }
  }
  const { low, high } = pairedDifference(b, a, clusters === undefined ? {} : { clusters })
  return low === null ? undefined : { low, high }
}
