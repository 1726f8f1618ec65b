import type { Outcome } from '../core/score.ts'

/** What summaries need of a stored score. */
export interface ScoreRow {
  configuration: string
  test_case_id: string
  repeat: number
  metric: string
  outcome: Outcome
}
