import type { RunMetric } from '../../core/run.ts'
import { IMPORTED_JUDGE, isAsked } from '../../core/score.ts'
import type { LineColumn } from './line-column.ts'
import type { TrustLine } from './trust-line.ts'

/** The responses that have a truth, in an order that does not depend on how they were read; one entry a response. */
export interface GradedRows {
  /** Places in the answer index. */
  places: readonly number[]
  /** 1 right, 0 wrong. */
  labels: Uint8Array
  /** Dense numbers of the clusters whose answers may depend on each other, and of the questions. */
  clusters: Uint32Array
  questions: Uint32Array
}

/** One metric in one form on the graded rows. */
export interface LineData {
  metric: RunMetric
  form: TrustLine['form']
  origin: TrustLine['origin']
  /** As scored; where `present` is 0 there is none. */
  scores: Float64Array
  present: Uint8Array
  left_out: TrustLine['left_out']
  /** Graded rows that are NA, and how many of them are right: for the question whether a metric fails on bad answers. */
  na: { right: number; wrong: number }
}

/** The present items of a line, with scores turned so that higher is better. */
export interface LineItems {
  scores: Float64Array
  labels: Uint8Array
  clusters: Uint32Array
}

/** Reads one form of a metric at the graded rows; `isReference` says of a place that its response is the reference itself. */
export function lineData(
  rows: GradedRows,
  metric: RunMetric,
  column: LineColumn,
  form: TrustLine['form'],
  isReference: (place: number) => boolean,
): LineData {
  const size = rows.places.length
  const scores = new Float64Array(size)
  const present = new Uint8Array(size)
  const left_out = { na: {} as Record<string, number>, not_scored: 0, equal_to_reference: 0 }
  const na = { right: 0, wrong: 0 }
  rows.places.forEach((place, row) => {
    if (isReference(place)) {
      left_out.equal_to_reference += 1
      return
    }
    const value = column.valueAt(place, form)
    if (!Number.isNaN(value)) {
      scores[row] = value
      present[row] = 1
      return
    }
    const reason = column.naAt(place)
    if (reason === undefined) left_out.not_scored += 1
    else {
      left_out.na[reason] = (left_out.na[reason] ?? 0) + 1
      na[rows.labels[row] === 1 ? 'right' : 'wrong'] += 1
    }
  })
  return { metric, form, origin: originOf(metric), scores, present, left_out, na }
}

function originOf({ judge }: RunMetric): TrustLine['origin'] {
  if (judge === IMPORTED_JUDGE) return 'imported'
  return isAsked(judge) ? 'judge' : 'rule'
}

/** The items that all of these lines have, and the scores of each line on them with higher better. */
export function commonItems(rows: GradedRows, lines: readonly LineData[]) {
  const at = new Uint32Array(rows.labels.length)
  let size = 0
  for (let row = 0; row < at.length; row++) {
    if (lines.every(({ present }) => present[row] === 1)) at[size++] = row
  }
  const labels = new Uint8Array(size)
  const clusters = new Uint32Array(size)
  const scores = lines.map(() => new Float64Array(size))
  for (let item = 0; item < size; item++) {
    const row = at[item] as number
    labels[item] = rows.labels[row] as number
    clusters[item] = rows.clusters[row] as number
  }
  lines.forEach((line, k) => {
    const sign = line.metric.direction === 'lower_is_better' ? -1 : 1
    const own = scores[k] as Float64Array
    for (let item = 0; item < size; item++) own[item] = sign * (line.scores[at[item] as number] as number)
  })
  return { size, labels, clusters, scores }
}

/** The items of one line. */
export function lineItems(rows: GradedRows, line: LineData): LineItems {
  const { labels, clusters, scores } = commonItems(rows, [line])
  return { labels, clusters, scores: scores[0] ?? new Float64Array(0) }
}
