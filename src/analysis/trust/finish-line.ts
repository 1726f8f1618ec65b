import type { GradedRows } from './graded-rows.ts'
import { lineCalibration } from './line-calibration.ts'
import { aucDifference, lineThreshold } from './line-comparison.ts'
import { lineSaturation } from './line-saturation.ts'
import { neededFor } from './line-verdict.ts'
import { lineRepeats } from './repeats.ts'
import type { TrustData } from './trust-data.ts'
import type { RepeatScore, RetrievalRow } from './trust-inputs.ts'
import type { TrustLine } from './trust-line.ts'
import type { DecidedLine } from './trust-lines.ts'
import { BASELINE_METRIC } from './trust-report.ts'

export interface FinishOptions {
  seed: number
  /** Items in the corpus, in the units in which test cases name what is relevant. */
  corpusSize?: number | undefined
}

/** Everything else that is said of a line, beside the other lines of the same report. */
export function finishLine(
  line: DecidedLine,
  all: readonly DecidedLine[],
  rows: GradedRows,
  data: TrustData,
  options: FinishOptions,
): TrustLine {
  const { metric, form, origin, left_out } = line.data
  const baseline = all.find((one) => one.data.metric.metric === BASELINE_METRIC)
  const words = all.find((one) => one.data.metric === metric && one.data.form === 'verdict')
  return {
    metric: metric.metric,
    form,
    origin,
    stage: metric.stage,
    direction: metric.direction,
    left_out,
    ...line.figures,
    ...line.input.p,
    ...line.verdict,
    ...lineThreshold(line.data, line.items, options.seed),
    needed: neededFor(line.verdict.verdict, line.input),
    against_baseline:
      baseline === undefined || baseline === line ? null : aucDifference(rows, line.data, baseline.data),
    against_verdict_form:
      form !== 'probability' || words === undefined ? null : aucDifference(rows, line.data, words.data),
    judge_calls: origin === 'judge' ? (data.calls.get(metric.metric) ?? 0) : null,
    calibration: calibrationOf(line, options.seed),
    saturation: saturationOf(line, data, options),
    repeats: repeatsOf(line, data),
  }
}

/** Scores between 0 and 1 that rise with being right; then the items' scores are the scores as they are. */
function calibrationOf({ data: { metric }, items }: DecidedLine, seed: number): TrustLine['calibration'] {
  const [low, high] = metric.range
  const isShare = low !== null && low >= 0 && high !== null && high <= 1
  return isShare && metric.direction === 'higher_is_better' ? lineCalibration(items, { seed }) : null
}

/** Every response with a score of the line, graded or not, in an order that no reading order can change. */
function scoredPlaces({ data: line }: DecidedLine, data: TrustData): { place: number; value: number }[] {
  const column = data.columns.get(line.metric.metric)
  if (column === undefined) return []
  const scored: { place: number; value: number }[] = []
  for (let place = 0; place < data.index.size; place++) {
    const value = column.valueAt(place, line.form)
    if (!Number.isNaN(value)) scored.push({ place, value })
  }
  const order = data.index.order()
  return scored.sort((a, b) => order(a.place, b.place))
}

function saturationOf(line: DecidedLine, data: TrustData, { corpusSize }: FinishOptions): TrustLine['saturation'] {
  const { metric } = line.data
  if (metric.stage !== 'retrieval') return null
  const rows = scoredPlaces(line, data).map(({ place, value }): RetrievalRow => {
    const key = data.index.keyOf(place)
    const { retrieved = null } = data.facts.get(place) ?? {}
    return { ...key, value, relevant: data.cases.get(key.test_case_id)?.relevant ?? null, retrieved }
  })
  return rows.length === 0 ? null : lineSaturation(rows, { metric, corpus: corpusSize })
}

function repeatsOf(line: DecidedLine, data: TrustData): TrustLine['repeats'] {
  const replies = data.replies.get(line.data.metric.metric)
  let known = false
  for (const { content } of data.facts.values()) if (content !== undefined) known = true
  if (!known) return null
  const rows = scoredPlaces(line, data).flatMap(({ place, value }): RepeatScore[] => {
    const content = data.facts.get(place)?.content
    if (content === undefined) return []
    const reply = replies?.get(place)
    return [{ ...data.index.keyOf(place), value, content, ...(reply === undefined ? {} : { reply }) }]
  })
  return lineRepeats(rows, line.data.origin)
}
