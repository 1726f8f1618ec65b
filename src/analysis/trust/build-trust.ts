import type { Language } from '../../core/config.ts'
import type { Grade } from '../../core/grade.ts'
import type { ResponseName } from '../../core/response-key.ts'
import type { Run, RunMetric } from '../../core/run.ts'
import { correctedRates } from './corrected-rates.ts'
import { finishLine } from './finish-line.ts'
import { gradedPairs } from './graded-pairs.ts'
import type { GradedRows } from './graded-rows.ts'
import { humanAgreement } from './human-agreement.ts'
import { judgeSaysRight } from './judge-says-right.ts'
import { rateInputs } from './rate-inputs.ts'
import { spotCheck } from './spot-check.ts'
import type { TrustData } from './trust-data.ts'
import type { CalibrationSet, SpotRow, TruthRow } from './trust-inputs.ts'
import { collectTruths, gradedRows, type Truths, trustLabels } from './trust-labels.ts'
import { byVerdict, type DecidedLine, decideLines } from './trust-lines.ts'
import { BASELINE_METRIC, type TrustMark, type TrustReport } from './trust-report.ts'
import { trustWarnings } from './trust-warnings.ts'

/** An AUC whose interval ends below it does not separate for practical purposes. */
export const DEFAULT_BAR = 0.7
/** Random permutations, where not all are enumerated. */
export const DEFAULT_REPLICATES = 10_000
/** The metric that says whether an answer is right, when the run has it. */
export const CORRECTNESS_METRIC = 'correct'

export interface TrustOptions {
  run: Run
  /** `question`, or a tag of the test cases. */
  clusterBy: string
  bar: number
  seed: number
  replicates: number
  /** Whether that number is the user's own. */
  asked: boolean
  /** Only these people's grades count; default all. */
  graders?: readonly string[] | undefined
  /** Metrics that have a line. */
  metrics: readonly RunMetric[]
  /** Whether rows whose response equals the reference have no part in a metric. */
  leavesReference(metric: RunMetric): boolean
}

export interface TrustReportOptions extends TrustOptions {
  language: Language
  corpusSize?: number | undefined
  /** The metric that stands in for grades in the corrected rates; default `correct` when the run has it. */
  rateFrom?: string | undefined
  calibration?: CalibrationSet | undefined
  /** Rows equal to the reference were asked to be kept. */
  keepReferenceRows?: boolean | undefined
}

/** A report and the disagreements with the judge whose texts are still to be read and filled in. */
export interface BuiltTrust {
  report: TrustReport
  listed: SpotRow[]
  /** All grades of a response that count. */
  grades(key: ResponseName): readonly Grade[]
}

type Steps<T> = Generator<{ done: number; total: number }, T>

/** What tables of a run show beside each metric: the same verdicts as {@link buildTrust} gives, without all the rest. */
export function* buildTrustMarks(data: TrustData, options: TrustOptions): Steps<TrustMark[]> {
  const { truths, rows } = rowsOf(data, options)
  if (truths.grades.size === 0) return []
  const { lines } = yield* decideLines(data, rows, { ...options, within: false })
  const marks = new Map<string, TrustMark>()
  for (const { data: line, figures, verdict } of lines) {
    const { metric } = line.metric
    // The first form is the one that is the metric's value.
    if (marks.has(metric)) continue
    const { auc, low, high } = figures
    marks.set(metric, { metric, verdict: verdict.verdict, auc, low, high })
  }
  return [...marks.values()]
}

/** Everything that `trust` says of a run. The generator gives the progress of the permutations and ends with the report. */
export function* buildTrust(data: TrustData, options: TrustReportOptions): Steps<BuiltTrust> {
  const { run, clusterBy, bar, seed, language } = options
  const { truths, rows } = rowsOf(data, options)
  const { lines, p } = yield* decideLines(data, rows, { ...options, within: true })
  const sorted = [...lines].sort(byVerdict)
  const configurations = run.configurations.map(({ name }) => name)
  const truthRows = rows.places.map((place, row): TruthRow => {
    const { configuration, test_case_id, repeat } = data.index.keyOf(place)
    return { configuration, test_case_id, repeat, right: rows.labels[row] === 1 }
  })
  const right = rows.labels.reduce((sum, label) => sum + label, 0)
  const labels = trustLabels(data, truths, rows, clusterBy)
  const clusters = new Set(rows.clusters).size
  const { check, listed } = spotCheckOf(sorted, data, rows, truthRows)
  const report: TrustReport = {
    run: { id: run.id, name: run.name, created_at: run.created_at },
    language,
    n_right: right,
    n_wrong: rows.labels.length - right,
    clusters,
    cluster_by: clusterBy,
    labels,
    metrics: sorted.map((line) => finishLine(line, sorted, rows, data, options)),
    baseline: BASELINE_METRIC,
    bar,
    family: p.family,
    replicates: p.replicates,
    seed,
    ...(options.keepReferenceRows === true ? { reference_rows: 'kept' as const } : {}),
    human: truths.graders.length < 2 ? null : humanAgreement(gradesInOrder(truths, data)),
    pairs: gradedPairs(truthRows, configurations),
    rates: correctedRates(rateInputs(data, truths, configurations, rateOptions(options))),
    spot_check: check,
    warnings: trustWarnings({
      clusters,
      splitTotal: truths.split.length,
      others: data.others,
      p,
      lines: sorted,
      right,
      wrong: rows.labels.length - right,
      configurations: configurations.length,
      graded: new Set(truthRows.map(({ configuration }) => configuration)).size,
    }),
  }
  return { report, listed, grades: (key) => truths.grades.get(data.index.find(key) ?? -1) ?? [] }
}

function rowsOf(data: TrustData, { run, graders, clusterBy }: TrustOptions): { truths: Truths; rows: GradedRows } {
  const truths = collectTruths(data, new Set(run.configurations.map(({ name }) => name)), graders)
  return { truths, rows: gradedRows(data, truths, clusterBy) }
}

function gradesInOrder({ grades }: Truths, { index }: TrustData) {
  const places = [...grades.keys()].sort(index.order())
  return places.flatMap((place) => grades.get(place) ?? [])
}

function rateOptions({ run, rateFrom, calibration }: TrustReportOptions) {
  const named = rateFrom ?? CORRECTNESS_METRIC
  return {
    metric: run.metrics.find(({ metric }) => metric === named) ?? null,
    calibration: calibration ?? null,
  }
}

/** The judge's verdicts on correctness beside the people's; none without that metric, or when its scores are no shares. */
function spotCheckOf(
  lines: readonly DecidedLine[],
  data: TrustData,
  rows: GradedRows,
  truthRows: readonly TruthRow[],
): { check: TrustReport['spot_check']; listed: SpotRow[] } {
  const line = lines.find((one) => one.data.metric.metric === CORRECTNESS_METRIC && one.data.form !== 'verdict')
  const column = data.columns.get(CORRECTNESS_METRIC)
  const none = { check: null, listed: [] }
  if (column === undefined) return none
  const form = column.forms()[0] ?? null
  const lowerIsBetter = line?.data.metric.direction === 'lower_is_better'
  const spots = truthRows.flatMap((row, place): SpotRow[] => {
    const value = column.valueAt(rows.places[place] ?? -1, form)
    return Number.isNaN(value) ? [] : [{ ...row, value, judgeRight: judgeSaysRight(value, lowerIsBetter) }]
  })
  if (spots.length === 0 || spots.some(({ value }) => value < 0 || value > 1)) return none
  return spotCheck(CORRECTNESS_METRIC, spots)
}
