import type { ClusterTotals } from '../stats/cluster-totals.ts'
import { compensatedSum } from '../stats/mean.ts'

/** Scores of one metric under one configuration, 12 bytes each. */
export interface ScoreColumn {
  push(caseNumber: number, value: number): void
  readonly size: number
  /** Whether every value is 0 or 1. */
  readonly isZeroOne: boolean
  /**
   * Sum and number of the values of each question, questions in the order of `ranks` and values within one ascending: the
   * same digits in whatever order the rows came.
   */
  totals(ranks: Uint32Array): ClusterTotals
}

const FIRST_SIZE = 64

export function createScoreColumn(): ScoreColumn {
  let cases = new Uint32Array(FIRST_SIZE)
  let values = new Float64Array(FIRST_SIZE)
  let size = 0
  let isZeroOne = true
  return {
    push(caseNumber, value) {
      if (size === values.length) {
        cases = grown(cases, new Uint32Array(size * 2))
        values = grown(values, new Float64Array(size * 2))
      }
      cases[size] = caseNumber
      values[size] = value
      size += 1
      if (value !== 0 && value !== 1) isZeroOne = false
    },
    get size() {
      return size
    },
    get isZeroOne() {
      return isZeroOne
    },
    totals: (ranks) => totalsByRank(cases.subarray(0, size), values, ranks),
  }
}

function grown<T extends Uint32Array | Float64Array>(old: T, bigger: T): T {
  bigger.set(old)
  return bigger
}

/** Counting sort of the values by the rank of their question. */
function totalsByRank(cases: Uint32Array, values: Float64Array, ranks: Uint32Array): ClusterTotals {
  const at = (list: ArrayLike<number>, index: number) => list[index] as number
  const starts = new Uint32Array(ranks.length + 1)
  for (const caseNumber of cases) {
    const after = at(ranks, caseNumber) + 1
    starts[after] = at(starts, after) + 1
  }
  const questions = starts.reduce((filled, count) => (count > 0 ? filled + 1 : filled), 0)
  for (let rank = 0; rank < ranks.length; rank++) starts[rank + 1] = at(starts, rank + 1) + at(starts, rank)
  const next = starts.slice()
  const sorted = new Float64Array(cases.length)
  for (let row = 0; row < cases.length; row++) {
    const rank = at(ranks, at(cases, row))
    const place = at(next, rank)
    sorted[place] = at(values, row)
    next[rank] = place + 1
  }
  const sums = new Float64Array(questions)
  const counts = new Float64Array(questions)
  for (let rank = 0, question = 0; rank < ranks.length; rank++) {
    const own = sorted.subarray(starts[rank], starts[rank + 1])
    if (own.length === 0) continue
    sums[question] = own.length === 1 ? at(own, 0) : compensatedSum(own.sort())
    counts[question] = own.length
    question += 1
  }
  return { sums, counts }
}
