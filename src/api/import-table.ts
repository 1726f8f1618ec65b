import { RagstoneError } from '../core/errors.ts'
import type { RunMetric } from '../core/run.ts'
import type { Direction, NaOutcome, Outcome, ScoredOutcome } from '../core/score.ts'
import { shownPath } from '../core/shown-path.ts'
import type { CanonicalRow } from '../files/fields.ts'
import { type Place, placeText } from '../files/row.ts'
import type { KnownResponses } from './import-responses.ts'
import type { FileScore } from './import-rows.ts'

/** What an outcome has beside its value. */
type Beside = NaOutcome | Omit<ScoredOutcome, 'value'>

/** The scores of one metric by the number of the response. Memory: 12 bytes a response, and what is not a bare number. */
export interface MetricScores {
  metric: string
  /** As the file says, with where it first does. */
  direction?: { direction: Direction; place: Place }
  values: Float64Array
  /** Line (or row) of each score in the file; 0 = the file has none. */
  lines: Int32Array
  beside: Map<number, Beside>
  reasons: Map<number, string>
}

/** The scores of a whole file. */
export interface ScoreTable {
  file: string
  /** Whether the file has lines; else places are rows. */
  hasLines: boolean
  metrics: Map<string, MetricScores>
  /** Rows that had at least one score or NA. */
  rows: number
}

/** An empty table for a file. */
export function scoreTable(file: string): ScoreTable {
  return { file, hasLines: true, metrics: new Map(), rows: 0 }
}

/** Puts the scores of one row in; a second score of the same metric on the same response is refused, naming both places. */
export function addRow(
  table: ScoreTable,
  row: CanonicalRow,
  scores: readonly FileScore[],
  responses: KnownResponses,
): number | undefined {
  if (scores.length === 0) return undefined
  const index = responses.find(row)
  table.rows += 1
  table.hasLines = row.place.line !== undefined
  const line = row.place.line ?? row.place.row
  for (const score of scores) {
    const own = metricOf(table, score.metric, responses.size)
    if ((own.lines[index] ?? 0) > 0) throw doubled(table, own, index, row.place, responses)
    noteDirection(own, score, row.place)
    own.lines[index] = line
    const { outcome } = score
    if (outcome.status === 'na') own.beside.set(index, outcome)
    else {
      const { value, ...rest } = outcome
      own.values[index] = value
      if (rest.k !== undefined || rest.label !== undefined) own.beside.set(index, rest)
    }
    if (score.reason !== undefined) own.reasons.set(index, score.reason)
  }
  return index
}

function metricOf(table: ScoreTable, metric: string, size: number): MetricScores {
  const known = table.metrics.get(metric)
  if (known !== undefined) return known
  const own: MetricScores = {
    metric,
    values: new Float64Array(size),
    lines: new Int32Array(size),
    beside: new Map(),
    reasons: new Map(),
  }
  table.metrics.set(metric, own)
  return own
}

function noteDirection(own: MetricScores, { metric, direction }: FileScore, place: Place): void {
  if (direction === undefined) return
  own.direction ??= { direction, place }
  if (own.direction.direction === direction) return
  throw new RagstoneError(
    'conflicting_direction',
    `${placeText(place)}: ${metric} is ${direction} here and ${own.direction.direction} at ${placeText(own.direction.place)}`,
    { hint: 'a metric has one direction' },
  )
}

function doubled(
  table: ScoreTable,
  own: MetricScores,
  index: number,
  place: Place,
  responses: KnownResponses,
): RagstoneError {
  const { configuration, test_case_id: id, repeat } = responses.keyAt(index)
  return new RagstoneError(
    'duplicate_score',
    `${placeText(place)}: a second ${own.metric} of "${id}" under configuration "${configuration}", repeat ${repeat}; the first is at ${placeAt(table, own, index)}`,
    { hint: 'keep one of the two, or tell the rows apart by a column repeat or configuration' },
  )
}

/** Where a score stands in the file. */
export function placeAt({ file, hasLines }: ScoreTable, own: MetricScores, index: number): string {
  const line = own.lines[index] ?? 0
  return hasLines ? `${shownPath(file)}:${line}` : `${shownPath(file)}, row ${line}`
}

/** The outcome at a response; undefined where the file has none. */
export function outcomeAt(own: MetricScores, index: number): Outcome | undefined {
  if ((own.lines[index] ?? 0) === 0) return undefined
  const beside = own.beside.get(index)
  if (beside?.status === 'na') return beside
  return { ...beside, status: 'scored', value: own.values[index] ?? 0 }
}

/** Scale and range that values have by themselves: 0 and 1 alone, within 0 and 1, or any numbers. */
export function scaleOf(values: Iterable<number>): Pick<RunMetric, 'scale' | 'range'> {
  let isBinary = true
  for (const value of values) {
    if (value < 0 || value > 1) return { scale: 'number', range: [null, null] }
    if (value !== 0 && value !== 1) isBinary = false
  }
  return { scale: isBinary ? 'binary' : 'ratio', range: [0, 1] }
}
