import type { Selectable } from 'kysely'
import type { NaOutcome, NaReason, Outcome, ScoredOutcome } from '../core/score.ts'
import { type Score, scored } from '../core/score.ts'
import { toJson } from './json.ts'
import type { ScoresTable } from './schema.ts'
import { fromText, toText, toTextOrNull } from './stored-text.ts'

/** The columns of a score that come from its record. */
export type ScoreColumns = Omit<Selectable<ScoresTable>, 'response_id' | 'metric_key'>

/** The outcome and steps of a score as they are stored. A value that is not finite is a bug of the metric and throws. */
export function toScoreColumns({ outcome, steps }: Score): ScoreColumns {
  if (outcome.status === 'scored') {
    const { value } = scored(outcome.value)
    const { verdict_value } = outcome
    return {
      status: 'scored',
      value,
      k: outcome.k ?? null,
      n: outcome.n ?? null,
      label: toTextOrNull(outcome.label),
      reason: null,
      detail: null,
      low: null,
      high: null,
      steps: toJson(steps),
      grading: outcome.grading ?? null,
      verdict_value: verdict_value === undefined ? null : scored(verdict_value).value,
    }
  }
  return {
    status: 'na',
    value: null,
    k: null,
    n: null,
    label: null,
    reason: outcome.reason,
    detail: toText(outcome.detail),
    low: outcome.bounds?.[0] ?? null,
    high: outcome.bounds?.[1] ?? null,
    steps: toJson(steps),
    grading: null,
    verdict_value: null,
  }
}

/** The outcome that a row holds. */
export function fromScoreColumns(row: Omit<ScoreColumns, 'status' | 'steps'>): Outcome {
  if (row.value !== null) {
    const outcome: ScoredOutcome = { status: 'scored', value: row.value }
    if (row.k !== null) outcome.k = row.k
    if (row.n !== null) outcome.n = row.n
    if (row.label !== null) outcome.label = fromText(row.label)
    if (row.grading !== null) outcome.grading = row.grading as NonNullable<ScoredOutcome['grading']>
    if (row.verdict_value !== null) outcome.verdict_value = row.verdict_value
    return outcome
  }
  const outcome: NaOutcome = { status: 'na', reason: row.reason as NaReason, detail: fromText(row.detail ?? '') }
  if (row.low !== null && row.high !== null) outcome.bounds = [row.low, row.high]
  return outcome
}
