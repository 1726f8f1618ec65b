import { compareText } from '../../core/compare-text.ts'
import type { RunMetric } from '../../core/run.ts'
import { type GradedRows, type LineData, type LineItems, lineData, lineItems } from './graded-rows.ts'
import { createLineColumn } from './line-column.ts'
import { type LineFigures, lineFigures } from './line-figures.ts'
import { type TrustP, type TrustPOptions, trustP } from './line-p.ts'
import { reasonSentence, type VerdictInput, verdictOf } from './line-verdict.ts'
import type { TrustData } from './trust-data.ts'
import type { TrustLine, TrustVerdict } from './trust-line.ts'

/** A line with all that decides its verdict, and the numbers behind it. */
export interface DecidedLine {
  data: LineData
  items: LineItems
  figures: LineFigures
  input: VerdictInput
  verdict: Pick<TrustLine, 'verdict' | 'reason_code' | 'reason'>
}

export interface DecideOptions extends TrustPOptions {
  bar: number
  /** Metrics that have a line. */
  metrics: readonly RunMetric[]
  /** Whether rows whose response equals the reference have no part in a metric. */
  leavesReference(metric: RunMetric): boolean
}

/** Verdicts on all lines: everything that `report` shows of them. The generator gives progress and ends with the lines. */
export function* decideLines(
  data: TrustData,
  rows: GradedRows,
  options: DecideOptions,
): Generator<{ done: number; total: number }, { lines: DecidedLine[]; p: TrustP }> {
  const nobody = () => false
  const isReference = (place: number) => data.facts.get(place)?.isReference === true
  const sources = options.metrics.flatMap((metric): LineData[] => {
    const column = data.columns.get(metric.metric)
    if (column === undefined) return [withoutScores(rows, metric)]
    const left = options.leavesReference(metric) ? isReference : nobody
    return column.forms().map((form) => lineData(rows, metric, column, form, left))
  })
  const items = sources.map((source) => lineItems(rows, source))
  const figures = sources.map((source, k) => lineFigures(source, items[k] as LineItems))
  const p = yield* trustP(rows, sources, figures, options)
  const lines = sources.map((source, k): DecidedLine => {
    const input: VerdictInput = {
      figures: figures[k] as LineFigures,
      p: p.lines[k] as TrustP['lines'][number],
      bar: options.bar,
      family: p.family,
      smallest: p.smallest,
    }
    const { verdict, reason_code } = verdictOf(input)
    const reason = reasonSentence(reason_code, input)
    return {
      data: source,
      items: items[k] as LineItems,
      figures: input.figures,
      input,
      verdict: { verdict, reason_code, reason },
    }
  })
  return { lines, p }
}

function withoutScores(rows: GradedRows, metric: RunMetric): LineData {
  return lineData(rows, metric, createLineColumn(), null, () => false)
}

/** What separates stands first, what could not be said for want of grades last. */
const RANKS: Record<TrustVerdict, number> = { separates: 0, undecided: 1, does_not_separate: 2, too_few_grades: 3 }

/** By the verdict, then best first by the lower end of the AUC, then by name; of one metric probabilities before words. */
export function byVerdict(a: DecidedLine, b: DecidedLine): number {
  const one = a.figures
  const other = b.figures
  return (
    RANKS[a.verdict.verdict] - RANKS[b.verdict.verdict] ||
    (other.low ?? -1) - (one.low ?? -1) ||
    (other.auc ?? -1) - (one.auc ?? -1) ||
    compareText(a.data.metric.metric, b.data.metric.metric) ||
    compareText(a.data.form ?? '', b.data.form ?? '')
  )
}
