import type { Outcome } from '../core/score.ts'

/** What summaries need of a stored score. */
export interface ScoreRow {
  configuration: string
  test_case_id: string
  repeat: number
  metric: string
  outcome: Outcome
}

/** A key of one response within a run. */
export function responseKey(row: { configuration: string; test_case_id: string; repeat: number }): string {
  return `${row.configuration}\u0000${row.test_case_id}\u0000${row.repeat}`
}
