import type { Grade } from '../../core/grade.ts'
import type { ResponseName } from '../../core/response-key.ts'
import type { TrustLabels } from './trust-report.ts'

/** What agreement between people needs of a grade. */
export type AgreementGrade = Pick<
  Grade,
  'configuration' | 'test_case_id' | 'repeat' | 'verdict' | 'grader' | 'mark' | 'right_above'
>

/** A response that has a truth: people agree, or are not evenly split, on whether it is right. */
export interface TruthRow extends ResponseName {
  right: boolean
}

/** A response whose correctness people and a judge were both asked about. */
export interface SpotRow extends TruthRow {
  /** The judge's score. */
  value: number
  /** The same as a verdict: see `judgeSaysRight`. */
  judgeRight: boolean
}

/** A response of one configuration in the estimate of its rate. Responses on which graders are evenly split have no row. */
export interface RateRow {
  test_case_id: string
  /** null: without a grade. */
  right: boolean | null
  /** The score that stands in for a grade; null where it is NA or was never made. */
  value: number | null
}

/** What a judge said of answers whose truth is known, in another run. */
export interface CalibrationSet {
  good: number
  /** Right answers that the judge called right. */
  goodPassed: number
  bad: number
  /** Wrong answers that the judge called wrong. */
  badFailed: number
  /** Whether judge and metric version are those of the scores that are to be corrected. */
  sameJudge: boolean
}

/** All that the rate of one configuration is estimated from. */
export interface RateInput {
  configuration: string
  /** Every response that can be graded (an answer came), graded or not. */
  rows: readonly RateRow[]
  /** The metric of `value`; null when none was named and the run has no `correct`. */
  metric: string | null
  /** Whether a lower score is the better one. */
  lowerIsBetter: boolean
  /** How the graded rows were chosen. */
  sampling: TrustLabels['sampling']
  /** Responses that were drawn and passed over. */
  skipped: number
  /** Whether there are more responses now than when the sample was drawn. */
  runGrew: boolean
  calibration: CalibrationSet | null
}

/** A score of an answer that exists several times. */
export interface RepeatScore extends ResponseName {
  value: number
  /** Equal for answers that are byte-equal in text and contexts, such as a hash of both. */
  content: string
  /** Which reply of the model the score was read from; scores of one reply are one score. Absent where no model was asked. */
  reply?: string
}

/** One scored retrieval. */
export interface RetrievalRow extends ResponseName {
  value: number
  /** How many items are relevant, as the test case names them; null where it names none. */
  relevant: number | null
  /** How many chunks came back; null where that is not known. */
  retrieved: number | null
}
