import { RagstoneError } from '../core/errors.ts'
import { nearest } from '../core/nearest.ts'
import { shownPath } from '../core/shown-path.ts'
import { listedColumns } from '../files/column-use.ts'
import { type Field, meaningOf, plainName } from '../files/field-names.ts'
import { isRecord, type Row } from '../files/row.ts'
import { readRows } from '../files/rows.ts'
import { isMeasure, looksLikeScore, readMetricName } from './import-value.ts'

/** How a file holds scores, and which of its columns do. */
export type ScoreForm = { hasAnswers: boolean; notUsed: readonly string[] } & (
  | { kind: 'long'; columns: LongColumns }
  | { kind: 'nested'; column: string }
  | { kind: 'wide'; metrics: readonly WideMetric[] }
)

/** Columns of a file with one score a row; undefined where it has none of that meaning. */
export interface LongColumns {
  metric: string
  value: string | undefined
  direction: string | undefined
  reason: string | undefined
  detail: string | undefined
  label: string | undefined
  k: string | undefined
  n: string | undefined
}

/** A metric that has a column of its own; `within` is the column of the object that holds it. */
export interface WideMetric {
  metric: string
  column: string
  within?: string
}

const LONG_NAMES: Readonly<Record<keyof LongColumns, readonly string[]>> = {
  metric: ['metric', 'metric_name', 'scorer', 'scorer_name'],
  value: ['value', 'score', 'metric_value', 'metric_score'],
  direction: ['direction'],
  reason: ['reason', 'explanation', 'rationale', 'justification'],
  detail: ['detail'],
  label: ['label'],
  k: ['k'],
  n: ['n'],
}

/** Objects of names to scores. */
const SCORE_OBJECTS = ['scores', 'metrics', 'metric_scores']
/** DeepEval: a list of metrics with their scores. */
const NESTED = ['metrics_data']

interface Profile {
  scores: number
  nothing: number
  others: number
  within?: string
}

/** Reads a file once to see how it holds scores. `wanted` are the columns or metrics that the user named. */
export async function scoreForm(
  file: string,
  options: { wanted?: readonly string[] | undefined; fields?: Readonly<Record<string, string>> | undefined } = {},
): Promise<ScoreForm> {
  const profiles = new Map<string, Profile>()
  const mapped = Object.values(options.fields ?? {})
  let nested: string | undefined
  let long: LongColumns | undefined
  let hasAnswers = false
  let rows = 0
  for await (const row of readRows(file)) {
    rows += 1
    if (rows <= LOOKED_AT) {
      nested ??= Object.keys(row.value).find(
        (name) => NESTED.includes(plainName(name)) && Array.isArray(row.value[name]),
      )
      long ??= longColumns(Object.keys(row.value), mapped)
      hasAnswers ||= holdsAnswer(Object.keys(row.value), options.fields)
    } else if (nested !== undefined || long !== undefined) break
    profileRow(profiles, row)
  }
  if (nested !== undefined) {
    const notUsed = unusedOf(profiles, [nested])
    return { kind: 'nested', column: nested, hasAnswers, notUsed }
  }
  if (long !== undefined) {
    const used = Object.values(long).filter((one) => one !== undefined)
    return { kind: 'long', columns: long, hasAnswers, notUsed: unusedOf(profiles, [...used, ...mapped]) }
  }
  const metrics = wideMetrics(profiles, { ...options, file, mapped })
  const used = [...metrics.map(({ column, within }) => pathOf(column, within)), ...mapped]
  return { kind: 'wide', metrics, hasAnswers, notUsed: unusedOf(profiles, used) }
}

/** Rows that are looked at to tell the form. */
const LOOKED_AT = 100

/** The columns of the long form, where a file has one for the metric and one for the value. */
function longColumns(names: readonly string[], mapped: readonly string[]): LongColumns | undefined {
  const free = names.filter((name) => !mapped.includes(name))
  const find = (key: keyof LongColumns) =>
    LONG_NAMES[key].flatMap((one) => free.find((name) => plainName(name) === one) ?? [])[0]
  const metric = find('metric')
  const [value, k, n] = [find('value'), find('k'), find('n')]
  if (metric === undefined || (value === undefined && (k === undefined || n === undefined))) return undefined
  const rest = { direction: find('direction'), reason: find('reason'), detail: find('detail'), label: find('label') }
  return { metric, value, k, n, ...rest }
}

/** Whether rows hold question and answer, so that the file alone makes a run. */
function holdsAnswer(names: readonly string[], fields: Readonly<Record<string, string>> = {}): boolean {
  const has = (field: Field, others: readonly string[]) =>
    fields[field] !== undefined ||
    names.some((name) => {
      const meaning = meaningOf(name)
      return (meaning.kind === 'field' && meaning.field === field) || others.includes(plainName(name))
    })
  return has('user_input', []) && has('response', ['answer', '答案'])
}

function pathOf(column: string, within: string | undefined): string {
  return within === undefined ? column : `${within}.${column}`
}

function profileRow(profiles: Map<string, Profile>, { value }: Row): void {
  for (const name of Object.keys(value)) {
    const item = value[name]
    const holdsScores = isRecord(item) && meaningOf(name).kind === 'unknown' && SCORE_OBJECTS.includes(plainName(name))
    if (!holdsScores) note(profiles, name, item, undefined)
    else for (const [key, one] of Object.entries(item)) note(profiles, key, one, name)
  }
}

function note(profiles: Map<string, Profile>, name: string, value: unknown, within: string | undefined): void {
  const path = pathOf(name, within)
  const profile = profiles.get(path) ?? {
    scores: 0,
    nothing: 0,
    others: 0,
    ...(within === undefined ? {} : { within }),
  }
  profiles.set(path, profile)
  const looks = looksLikeScore(value)
  if (looks === undefined) profile.nothing += 1
  else if (looks) profile.scores += 1
  else profile.others += 1
}

/** The columns that hold scores: those named, else unknown ones of which most values are numbers. */
function wideMetrics(
  profiles: ReadonlyMap<string, Profile>,
  { wanted, file, mapped }: { wanted?: readonly string[] | undefined; file: string; mapped: readonly string[] },
): WideMetric[] {
  const place = { file, row: 1, line: 1 }
  const all = [...profiles].map(([path, { within, scores, others }]) => {
    const column = within === undefined ? path : path.slice(within.length + 1)
    const metric = readMetricName(column, { place, column: path })
    return { path, scores, others, metric: { metric, column, ...(within === undefined ? {} : { within }) } }
  })
  if (wanted !== undefined) {
    return wanted.map((name) => {
      const found =
        all.find(({ path, metric }) => path === name || metric.column === name || metric.metric === name) ??
        all.find(({ metric }) => plainName(metric.column) === plainName(name))
      if (found === undefined) throw unknownColumn(file, name, [...profiles.keys()])
      return found.metric
    })
  }
  const chosen = all.filter(({ path, scores, others, metric }) => {
    const isFree = metric.within !== undefined || (meaningOf(path).kind === 'unknown' && !mapped.includes(path))
    return isFree && scores > 0 && scores >= others && !isMeasure(metric.column)
  })
  if (chosen.length > 0) return chosen.map(({ metric }) => metric)
  throw new RagstoneError(
    'no_scores',
    `${shownPath(file)}: no column holds scores; the columns are ${listedColumns(profiles.keys())}`,
    {
      hint: 'name the columns that do with --metric COLUMN; or write one score a row: metric,test_case_id,configuration,repeat,value',
    },
  )
}

function unknownColumn(file: string, name: string, columns: readonly string[]): RagstoneError {
  const near = nearest(name, columns)
  return new RagstoneError('unknown_metric', `${shownPath(file)}: there is no column "${name}"`, {
    hint: near === undefined ? `the columns are ${listedColumns(columns)}` : `did you mean "${near}"?`,
  })
}

/** Columns of which nothing is made when scores alone are read. */
function unusedOf(profiles: ReadonlyMap<string, Profile>, used: readonly string[]): string[] {
  return [...profiles.keys()].filter((path) => {
    if (used.includes(path)) return false
    const meaning = meaningOf(path)
    return meaning.kind === 'unknown' || (meaning.kind === 'field' && OF_GRADES.includes(meaning.field))
  })
}

const OF_GRADES: readonly Field[] = ['mark', 'sampling', 'drawn']
