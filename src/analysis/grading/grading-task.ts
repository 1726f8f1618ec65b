import type { Response } from '../../core/response.ts'
import type { ResponseName } from '../../core/response-key.ts'
import type { TestCase } from '../../core/test-case.ts'

/** One answer to be graded. `members` are the equal answers that the verdict counts for. */
export interface GradingTask {
  test_case: TestCase
  response: string
  retrieved_contexts: NonNullable<Response['retrieved_contexts']>
  members: ResponseName[]
  /** A note that has no verdict yet. */
  note?: string
}

export interface GradingCounts {
  /** Answers that this person has graded, and passed over; equal answers count once. */
  graded: number
  skipped: number
  total: number
  right: number
  wrong: number
}
