import type { RunReport, Summary } from '../analysis/run-report.ts'
import { NA_REASON_MEANING } from '../core/na-reasons.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatNumber } from '../text/format-number.ts'
import type { Block, Cell, ListItem, Section, Table } from './blocks.ts'
import { groupBy, namesOf, shortList } from './grouping.ts'
import { trustNotes, trustOf } from './trust-mark.ts'

const STAGES = ['retrieval', 'generation', 'cost'] as const

/**
 * One table of configurations x metrics for each stage, with what is NA and why, and how to read it under the last. With
 * `worstCase` each NA count also says what the mean would be with every NA at the bad end. `flags`: of printed commands.
 */
export function scoreSections(report: RunReport, text: Messages, worstCase: boolean, flags = ''): Section[] {
  const { summaries } = report
  if (summaries.length === 0) {
    const why = report.run.metrics.length === 0 ? text.noMetrics : text.notEvaluated
    return [{ title: text.scores, blocks: [{ kind: 'paragraph', text: why }] }]
  }
  const sections = STAGES.map((stage) => summaries.filter((summary) => summary.stage === stage))
    .filter((own) => own.length > 0)
    .map((own): Section => {
      const title = text.stages[own[0]?.stage ?? 'generation']
      const blocks = [
        scoreTable(report, own, text),
        ...gradingNotes(own, text),
        ...remarks(report, own, text, worstCase),
      ]
      if (own.some(({ metric }) => metric === 'refusal')) blocks.push({ kind: 'paragraph', text: text.refusalMetric })
      return { title, blocks }
    })
  sections.at(-1)?.blocks.push(...howToRead(summaries, text))
  sections.at(-1)?.blocks.push(...trustNotes(report, text, flags))
  return sections
}

function scoreTable(report: RunReport, summaries: readonly Summary[], text: Messages): Table {
  const metrics = groupBy(summaries, (summary) => summary.metric).flatMap((group) => group.slice(0, 1))
  const byKey = new Map(summaries.map((summary) => [`${summary.configuration}\u0000${summary.metric}`, summary]))
  return {
    kind: 'table',
    header: [[text.configuration], ...metrics.map((summary) => metricHeader(summary, report, text))],
    rows: report.run.configurations.map(({ name }) => [
      [name],
      ...metrics.map(({ metric }) => scoreCell(byKey.get(`${name}\u0000${metric}`), text)),
    ]),
  }
}

function metricHeader({ metric, unit, direction, stage }: Summary, report: RunReport, text: Messages): Cell {
  const name = unit === undefined ? metric : text.bracketed(metric, unit)
  return [
    name,
    ...(direction === 'lower_is_better' ? [text.lowerIsBetter] : []),
    ...(stage === 'cost' ? [] : [trustOf(metric, report, text)]),
  ]
}

function scoreCell(summary: Summary | undefined, text: Messages): Cell {
  if (summary === undefined || summary.n_total === 0) return [text.notEvaluated]
  const { value, low, high, n_scored, n_total } = summary
  const counted = text.scoredOf(n_scored, n_total)
  if (value === null) return [text.na, counted]
  const figure = formatNumber(value, summary)
  if (low === null || high === null) return [figure, counted]
  return [`${figure} [${formatNumber(low, summary)}, ${formatNumber(high, summary)}]`, counted]
}

/** Configurations whose figures by words stand on one line. */
const FIGURES_A_LINE = 3

/** What the metrics in probability form say by words alone, one item a metric. */
function gradingNotes(summaries: readonly Summary[], text: Messages): Block[] {
  const graded = summaries.filter(({ grading }) => grading === 'probability' || grading === 'mixed')
  const items = groupBy(graded, ({ metric }) => metric).map((same): ListItem => {
    const metric = same[0]?.metric ?? ''
    const head = same.some(({ grading }) => grading === 'mixed') ? text.mixedNote(metric) : text.probabilityNote(metric)
    const figures = same.map((summary) => text.labelled(summary.configuration, figureByWords(summary, text)))
    const lines = Array.from({ length: Math.ceil(figures.length / FIGURES_A_LINE) }, (_, line) =>
      figures.slice(line * FIGURES_A_LINE, (line + 1) * FIGURES_A_LINE).join(text.semicolon),
    )
    return { head: text.labelled(head, '').trim(), lines }
  })
  return items.length === 0 ? [] : [{ kind: 'list', items }]
}

function figureByWords(summary: Summary, text: Messages): string {
  const { verdict_value: value, verdict_low: low, verdict_high: high } = summary
  if (value === undefined || value === null) return text.byWordsUnknown
  const figure = formatNumber(value, summary)
  if (typeof low !== 'number' || typeof high !== 'number') return figure
  return `${figure} [${formatNumber(low, summary)}, ${formatNumber(high, summary)}]`
}

/** Remarks that are shown below a table. */
const MOST_REMARKS = 20

/** What is NA by reason, and where an interval is missing; the same remark on several metrics or configurations is made once. */
function remarks(report: RunReport, summaries: readonly Summary[], text: Messages, worstCase: boolean): Block[] {
  const said = summaries.flatMap((summary) =>
    remarkOn(summary, text, worstCase).map((remark) => ({ remark, ...summary })),
  )
  const byMetric = groupBy(said, ({ metric, remark }) => `${metric}\u0000${remark}`).flatMap((same) => {
    const [first] = same
    if (first === undefined) return []
    const names = namesOf(
      same.map(({ configuration }) => configuration),
      report,
      text,
    )
    return [{ metric: first.metric, names, remark: first.remark }]
  })
  const items = groupBy(byMetric, ({ names, remark }) => `${names}\u0000${remark}`).map((same): ListItem => {
    const metrics = same.map(({ metric }) => metric).join(text.comma)
    return { head: text.labelled(text.bracketed(metrics, same[0]?.names ?? ''), same[0]?.remark ?? ''), lines: [] }
  })
  return items.length === 0 ? [] : [shortList(items.slice(0, MOST_REMARKS), items.length, text, () => 1)]
}

function remarkOn(summary: Summary, text: Messages, worstCase: boolean): string[] {
  const { value, na, na_fields, n_total, n_scored, n_inapplicable, worst_case, reason } = summary
  if (value === null) return n_total === 0 || reason === undefined ? [] : [reason]
  const remarks: string[] = []
  if (n_scored < n_total) {
    const matters = worstCase && worst_case !== null && n_total - n_scored > n_inapplicable
    remarks.push(text.naRemark(text.naCounts(na, na_fields), matters ? formatNumber(worst_case, summary) : null))
  }
  if (reason !== undefined) remarks.push(reason)
  return remarks
}

function howToRead(summaries: readonly Summary[], text: Messages): Block[] {
  const methods = [...new Set(summaries.flatMap(({ interval_method }) => interval_method ?? []))]
  const reasons = [...new Set(summaries.flatMap(({ na }) => Object.keys(na)))]
  const blocks: Block[] = []
  if (methods.length > 0) {
    blocks.push({ kind: 'paragraph', text: text.intervalNote(methods.map((method) => text.intervals[method])) })
  }
  if (reasons.length > 0)
    blocks.push({ kind: 'facts', pairs: reasons.map((reason) => [nameOf(reason, text), meaningOf(reason, text)]) })
  return blocks
}

/** A reason in words, with the code that files and commands know it by. */
function nameOf(reason: string, text: Messages): string {
  const name = text.naNames[reason]
  return name === undefined ? reason : text.bracketed(name, reason)
}

function meaningOf(reason: string, text: Messages): string {
  const meanings: Readonly<Record<string, string>> = { ...NA_REASON_MEANING, ...text.naMeaning }
  return meanings[reason] ?? ''
}
