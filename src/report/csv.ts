import { stringify } from 'csv-stringify/sync'
import type { RunReport } from '../analysis/run-report.ts'
import { guardCell } from '../core/cell-guard.ts'
import { RULE_JUDGE } from '../core/score.ts'

const COLUMNS = [
  'run_id',
  'run_name',
  'configuration',
  'metric',
  'stage',
  'direction',
  'unit',
  'value',
  'low',
  'high',
  'interval_method',
  'n_scored',
  'n_total',
  'na',
  'n_inapplicable',
  'worst_case',
  'pooled_k',
  'pooled_n',
  'reason',
  'judge',
  'grading',
  'verdict_value',
  'verdict_low',
  'verdict_high',
  'trust',
  'trust_auc',
  'trust_low',
  'trust_high',
] as const

/** One line for each summary, with a header. An undefined figure is an empty cell; `reason` is a code, the same in every language. Texts are guarded against formulas. */
export function csvReport({ run, summaries, trust }: RunReport): string {
  const marks = new Map((trust ?? []).map((mark) => [mark.metric, mark]))
  const judges = new Map(run.metrics.map(({ metric, judge }) => [metric, judge]))
  const rows = summaries.map(
    (summary): Record<(typeof COLUMNS)[number], string | number | null> => ({
      run_id: guardCell(run.id),
      run_name: guardCell(run.name),
      configuration: guardCell(summary.configuration),
      metric: guardCell(summary.metric),
      stage: summary.stage,
      direction: summary.direction,
      unit: guardCell(summary.unit ?? ''),
      value: summary.value,
      low: summary.low,
      high: summary.high,
      interval_method: summary.interval_method,
      n_scored: summary.n_scored,
      n_total: summary.n_total,
      na: Object.entries(summary.na)
        .map(([reason, n]) => `${reason}=${n}`)
        .join(';'),
      n_inapplicable: summary.n_inapplicable,
      worst_case: summary.worst_case,
      pooled_k: summary.pooled?.k ?? null,
      pooled_n: summary.pooled?.n ?? null,
      reason: summary.reason_code ?? '',
      judge: guardCell(judges.get(summary.metric) ?? RULE_JUDGE),
      grading: summary.grading ?? '',
      verdict_value: summary.verdict_value ?? null,
      verdict_low: summary.verdict_low ?? null,
      verdict_high: summary.verdict_high ?? null,
      trust: marks.get(summary.metric)?.verdict ?? '',
      trust_auc: marks.get(summary.metric)?.auc ?? null,
      trust_low: marks.get(summary.metric)?.low ?? null,
      trust_high: marks.get(summary.metric)?.high ?? null,
    }),
  )
  return stringify(rows, { header: true, columns: [...COLUMNS], quoted_match: /\r/ })
}
