import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import { DIRECTIONS, type Direction, NA_REASONS, na, type Outcome, scored } from '../core/score.ts'
import { shownPath } from '../core/shown-path.ts'
import { badValue, type Cell, isNothing } from '../files/cell.ts'
import { plainName } from '../files/field-names.ts'
import { type CanonicalRow, fieldReader } from '../files/fields.ts'
import { isRecord, type Place, type Row } from '../files/row.ts'
import { placeText, readRows } from '../files/rows.ts'
import { readCount } from '../files/values.ts'
import type { LongColumns, ScoreForm } from './import-form.ts'
import { readMetricName, readScoreValue } from './import-value.ts'

/** One score as a file gives it. */
export interface FileScore {
  metric: string
  outcome: Outcome
  /** As the row says; undefined where it does not. */
  direction?: Direction
  /** Why the score is what it is, in the words of the tool. */
  reason?: string
}

/** A row with its scores and by what it names its response. */
export interface FileScoreRow {
  row: CanonicalRow
  scores: readonly FileScore[]
  /** The run that the row says it is of. */
  runId: string | undefined
}

export interface ReadScoresOptions {
  /** Metrics to take, as the file or as reports call them; default all. */
  wanted?: readonly string[] | undefined
  fields?: Readonly<Record<string, string>> | undefined
}

/** The rows of a file with their scores, as a stream. A value that is no score is refused by file, line and column. */
export async function* readScores(
  file: string,
  form: ScoreForm,
  { wanted, fields }: ReadScoresOptions,
): AsyncGenerator<FileScoreRow> {
  const reader = fieldReader({ expects: 'score', ...(fields === undefined ? {} : { fields }) })
  const seen = new Set<string>()
  for await (const raw of readRows(file)) {
    const scores = scoresOf(raw, form)
    for (const { metric } of scores) seen.add(metric)
    const { run_id: runId } = raw.value
    yield {
      row: reader.read(raw),
      scores:
        wanted === undefined || form.kind === 'wide' ? scores : scores.filter(({ metric }) => isWanted(metric, wanted)),
      runId: typeof runId === 'string' ? runId.trim() : undefined,
    }
  }
  reader.finish()
  const missing =
    form.kind === 'wide' ? undefined : wanted?.find((one) => ![...seen].some((name) => isWanted(name, [one])))
  if (missing !== undefined) {
    throw new RagstoneError('unknown_metric', `${shownPath(file)}: no row has a score of "${missing}"`, {
      hint: suggest(missing, [...seen]),
    })
  }
}

function isWanted(metric: string, wanted: readonly string[]): boolean {
  return wanted.some((one) => one === metric || plainName(one) === plainName(metric))
}

function scoresOf(row: Row, form: ScoreForm): FileScore[] {
  if (form.kind === 'long') return [longScore(row, form.columns)]
  if (form.kind === 'nested') return nestedScores(row, form.column)
  return form.metrics.flatMap(({ metric, column, within }) => {
    const holder = within === undefined ? row.value : row.value[within]
    // A row without the column says nothing of the metric; an empty cell says that there is no score.
    if (!isRecord(holder) || !Object.hasOwn(holder, column)) return []
    const cell = { place: row.place, column: within === undefined ? column : `${within}.${column}` }
    return [{ metric, outcome: outcomeOf(holder[column], cell) }]
  })
}

function outcomeOf(value: unknown, cell: Cell): Outcome {
  const number = readScoreValue(value, cell)
  return number === null ? noScore(value, cell.place) : scored(number)
}

/** NA with what stands in the file, and where. */
function noScore(value: unknown, place: Place): Outcome {
  const written = isNothing(value) || String(value).trim() === '' ? 'empty' : String(value).trim()
  return na('missing_field', `score is ${written} at ${placeText(place)}`)
}

function longScore(row: Row, columns: LongColumns): FileScore {
  const cell = (column: string): Cell => ({ place: row.place, column })
  const read = (column: string | undefined) => (column === undefined ? undefined : row.value[column])
  const metric = readMetricName(read(columns.metric), cell(columns.metric))
  const direction = readDirection(read(columns.direction), cell(columns.direction ?? ''))
  const reason = textOf(read(columns.reason))
  const shared = { metric, ...(direction === undefined ? {} : { direction }) }
  const counts = readCounts(row, columns)
  const value = columns.value === undefined ? undefined : readScoreValue(read(columns.value), cell(columns.value))
  const number = value ?? (counts === undefined ? null : counts.k / counts.n)
  if (number === null) {
    const known = NA_REASONS.find((one) => one === reason)
    const detail = textOf(read(columns.detail))
    const written = noScore(read(columns.value), row.place)
    if (known !== undefined) return { ...shared, outcome: na(known, detail ?? `no score at ${placeText(row.place)}`) }
    return { ...shared, outcome: written, ...(reason === undefined ? {} : { reason }) }
  }
  const label = textOf(read(columns.label))
  const outcome = scored(number, { ...counts, ...(label === undefined ? {} : { label }) })
  return { ...shared, outcome, ...(reason === undefined ? {} : { reason }) }
}

/** k of n, where the row has both. */
function readCounts({ value, place }: Row, columns: LongColumns): { k: number; n: number } | undefined {
  const { k: kColumn, n: nColumn } = columns
  if (kColumn === undefined || nColumn === undefined) return undefined
  const n = readCount(emptied(value[nColumn]), { place, column: nColumn })
  const k = readScoreValue(value[kColumn], { place, column: kColumn })
  if (n === undefined || k === null) return undefined
  if (!Number.isInteger(k) || k < 0 || k > n)
    throw badValue({ place, column: kColumn }, k, `a whole number from 0 to ${n}`)
  return { k, n }
}

function emptied(value: unknown): unknown {
  return readsAsNothing(value) ? undefined : value
}

function readsAsNothing(value: unknown): boolean {
  return (
    isNothing(value) || (typeof value === 'string' && /^\s*(?:nan|null|none)?\s*$/i.test(value)) || Number.isNaN(value)
  )
}

/** A direction in the usual spellings: `lower_is_better`, `lower`, `min`. */
export function readDirection(value: unknown, cell: Cell): Direction | undefined {
  if (readsAsNothing(value)) return undefined
  const word = plainName(String(value))
  const known = DIRECTIONS.find((one) => one === word || one.split('_')[0] === word)
  if (known !== undefined) return known
  if (['min', 'minimize', 'minimise', 'low', 'down'].includes(word)) return 'lower_is_better'
  if (['max', 'maximize', 'maximise', 'high', 'up'].includes(word)) return 'higher_is_better'
  throw badValue(cell, value, DIRECTIONS.join(', '))
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || readsAsNothing(value)) return undefined
  return value.trim()
}

/** The metrics of one of DeepEval's test results. */
function nestedScores(row: Row, column: string): FileScore[] {
  const list = row.value[column]
  if (isNothing(list)) return []
  const cell = { place: row.place, column }
  if (!Array.isArray(list)) throw badValue(cell, list, 'a list of metrics, each with a name and a score')
  return list.map((item: unknown, index) => {
    const at = `${column}[${index}]`
    if (!isRecord(item)) throw badValue({ ...cell, column: at }, item, 'an object with a name and a score')
    const metric = readMetricName(item.name ?? item.metric, { ...cell, column: `${at}.name` }, { plain: true })
    const value = readScoreValue(item.score, { ...cell, column: `${at}.score` })
    const [reason, error] = [textOf(item.reason), textOf(item.error)]
    if (value !== null) return { metric, outcome: scored(value), ...(reason === undefined ? {} : { reason }) }
    if (error === undefined) return { metric, outcome: noScore(item.score, row.place) }
    return { metric, outcome: na('provider_error', `${error} (${placeText(row.place)})`) }
  })
}
