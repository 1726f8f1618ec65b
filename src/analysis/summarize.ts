import type { Language } from '../core/config.ts'
import type { Run, RunMetric } from '../core/run.ts'
import { isAsked, type NaOutcome, type NaReason, type ScoredOutcome } from '../core/score.ts'
import { messages } from '../text/catalogue.ts'
import { type CaseIndex, createCaseIndex } from './case-index.ts'
import { intervalOf, seedOf } from './interval-of.ts'
import { missingFieldOf } from './missing-field.ts'
import type { GradingForm, Summary } from './run-report.ts'
import { createScoreColumn, type ScoreColumn } from './score-column.ts'
import type { ScoreRow } from './score-row.ts'

export interface SummarizerOptions {
  /** Default 1. */
  seed?: number
  /** The numbering of test cases, when others use it too. */
  cases?: CaseIndex
  /** Whether the documents answer a test case; default: every one. */
  isAnswerable?: (testCaseId: string) => boolean
}

/** Takes scores one by one and ends with one summary for every configuration and metric of the run. */
export interface Summarizer {
  /** A row of another metric than the run's is left out, and so is one of another configuration than it has at the end. */
  add(row: ScoreRow): void
  /** In the order of the run: by configuration, within it by metric. `language` is that of `reason`; default English. */
  finish(language?: Language): Summary[]
}

interface Cell {
  metric: RunMetric
  column: ScoreColumn
  na: Map<string, number>
  /** Missing fields by name. */
  fields: Map<string, number>
  inapplicable: number
  /** Sums of k and n; undefined once an outcome without them was seen. */
  pooled: { k: number; n: number } | undefined
  /** Of a metric that asks a judge. */
  graded: Graded | undefined
}

interface Graded {
  forms: Set<'probability' | 'verdict'>
  /** The scores by the verdict words alone; undefined once a score without that form was seen. */
  words: ScoreColumn | undefined
}

/**
 * Means, intervals and NA counts of a run, from a stream of scores. Memory: 12 bytes a score, whatever the texts were.
 *
 * The value is the mean over scored rows (for a ratio metric the mean of ratios; the pooled sum k / sum n is beside it).
 * `n_total` counts the rows, scored or NA; a response that a metric was not applied to yet is in neither. `worst_case`
 * counts every NA at the bad end of the range, except where there was nothing to score: `not_applicable`, and on a case
 * that the documents do not answer a refusal, a response without claims, or a missing reference.
 */
export function createSummarizer(run: Run, options: SummarizerOptions = {}): Summarizer {
  const { seed = 1, cases = createCaseIndex(), isAnswerable = () => true } = options
  const table = new Map<string, Map<string, Cell>>()
  const cellsOf = (configuration: string): Map<string, Cell> => {
    const known = table.get(configuration)
    if (known !== undefined) return known
    const cells = new Map(run.metrics.map((metric) => [metric.metric, newCell(metric)]))
    table.set(configuration, cells)
    return cells
  }
  return {
    add(row) {
      const cell = cellsOf(row.configuration).get(row.metric)
      if (cell === undefined) return
      const { outcome, test_case_id } = row
      if (outcome.status === 'scored') addScored(cell, outcome, cases.indexOf(test_case_id))
      else addNa(cell, outcome, isAnswerable(test_case_id))
    },
    finish(language = 'en') {
      const ranks = cases.ranks()
      return run.configurations.flatMap(({ name }) =>
        [...cellsOf(name).values()].map((cell) => summaryOf(cell, name, { ranks, seed, language })),
      )
    },
  }
}

function newCell(metric: RunMetric): Cell {
  const pooled = metric.scale === 'ratio' ? { k: 0, n: 0 } : undefined
  const graded: Graded | undefined = !isAsked(metric.judge)
    ? undefined
    : { forms: new Set(), words: createScoreColumn() }
  return { metric, column: createScoreColumn(), na: new Map(), fields: new Map(), inapplicable: 0, pooled, graded }
}

/** Reasons that are in order on a case that the documents do not answer. */
const NATURAL_WHEN_UNANSWERABLE: readonly NaReason[] = ['refusal', 'no_claims', 'missing_field']

/** Names of missing fields that are kept; a metric needs no more, whatever the details of custom ones say. */
const MOST_FIELDS = 20

function addNa(cell: Cell, outcome: NaOutcome, answerable: boolean): void {
  const { reason } = outcome
  const field = missingFieldOf(outcome)
  if (field !== undefined && (cell.fields.has(field) || cell.fields.size < MOST_FIELDS)) {
    cell.fields.set(field, (cell.fields.get(field) ?? 0) + 1)
  }
  cell.na.set(reason, (cell.na.get(reason) ?? 0) + 1)
  const natural = reason === 'not_applicable' || (!answerable && NATURAL_WHEN_UNANSWERABLE.includes(reason))
  if (natural) cell.inapplicable += 1
}

function addScored(cell: Cell, outcome: ScoredOutcome, caseNumber: number): void {
  cell.column.push(caseNumber, outcome.value)
  if (cell.graded !== undefined) addGraded(cell.graded, outcome, caseNumber)
  if (cell.pooled === undefined) return
  if (outcome.k === undefined || outcome.n === undefined) cell.pooled = undefined
  else {
    cell.pooled.k += outcome.k
    cell.pooled.n += outcome.n
  }
}

/** A score without verdicts, made by rule, is the same in both forms. */
function addGraded(graded: Graded, { value, grading, verdict_value }: ScoredOutcome, caseNumber: number): void {
  if (grading !== undefined) graded.forms.add(grading)
  const byWords = grading === 'probability' ? verdict_value : value
  if (byWords === undefined) graded.words = undefined
  else graded.words?.push(caseNumber, byWords)
}

function formOf({ forms }: Graded): GradingForm | undefined {
  return forms.size > 1 ? 'mixed' : [...forms][0]
}

function summaryOf(
  cell: Cell,
  configuration: string,
  options: { ranks: Uint32Array; seed: number; language: Language },
): Summary {
  const { metric, direction, stage, scale, range, unit } = cell.metric
  const counted = byCount(cell.na)
  const nNa = counted.reduce((sum, [, n]) => sum + n, 0)
  const n_scored = cell.column.size
  const summary: Summary = {
    configuration,
    metric,
    value: null,
    low: null,
    high: null,
    interval_method: null,
    n_scored,
    n_total: n_scored + nNa,
    na: Object.fromEntries(counted),
    ...(cell.fields.size === 0 ? {} : { na_fields: Object.fromEntries(byCount(cell.fields)) }),
    n_inapplicable: cell.inapplicable,
    direction,
    stage,
    scale,
    ...(unit === undefined ? {} : { unit }),
    worst_case: null,
    pooled: cell.pooled !== undefined && cell.pooled.n > 0 ? cell.pooled : null,
  }
  const text = messages(options.language)
  if (n_scored === 0) {
    summary.reason = nNa === 0 ? text.notEvaluated : text.allNa(nNa, text.naCounts(summary.na, summary.na_fields))
    summary.reason_code = nNa === 0 ? 'not_evaluated' : 'all_na'
  } else {
    const seed = seedOf(options.seed, metric, configuration)
    const found = intervalOf(cell.column, { ranks: options.ranks, binary: scale === 'binary', seed })
    summary.value = found.value
    summary.low = found.low === null ? null : within(found.low, range)
    summary.high = found.high === null ? null : within(found.high, range)
    summary.interval_method = found.interval_method
    if (found.without !== undefined) {
      summary.reason = text.noInterval(found.without)
      summary.reason_code = found.without
    }
  }
  summary.worst_case = worstCase(summary, cell.metric)
  return { ...summary, ...gradingOf(cell, summary, options) }
}

type GradingPart = Pick<Summary, 'grading' | 'verdict_value' | 'verdict_low' | 'verdict_high'>

/** The form of a judge metric, and what the words alone say. */
function gradingOf(
  { graded, metric }: Cell,
  summary: Summary,
  options: { ranks: Uint32Array; seed: number },
): GradingPart {
  const grading = graded === undefined ? undefined : formOf(graded)
  if (graded === undefined || grading === undefined) return {}
  if (grading === 'verdict') {
    return { grading, verdict_value: summary.value, verdict_low: summary.low, verdict_high: summary.high }
  }
  if (graded.words === undefined) return { grading, verdict_value: null, verdict_low: null, verdict_high: null }
  const seed = seedOf(options.seed, summary.metric, summary.configuration, 'words')
  const { value, low, high } = intervalOf(graded.words, {
    ranks: options.ranks,
    binary: metric.scale === 'binary',
    seed,
  })
  const limited = (limit: number | null) => (limit === null ? null : within(limit, metric.range))
  return { grading, verdict_value: value, verdict_low: limited(low), verdict_high: limited(high) }
}

/** Names and counts, the largest count first. */
function byCount(counts: ReadonlyMap<string, number>): [string, number][] {
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
}

/** The large-sample interval knows nothing of the scale's ends. */
function within(limit: number, [low, high]: RunMetric['range']): number {
  return Math.min(high ?? limit, Math.max(low ?? limit, limit))
}

function worstCase({ value, n_scored, n_total, n_inapplicable }: Summary, metric: RunMetric): number | null {
  if (metric.direction === 'neutral') return null
  const badEnd = metric.range[metric.direction === 'higher_is_better' ? 0 : 1]
  const missing = n_total - n_scored - n_inapplicable
  if (badEnd === null || n_scored + missing === 0) return null
  if (missing === 0) return value
  return ((value ?? 0) * n_scored + badEnd * missing) / (n_scored + missing)
}
