import type { Exchanges } from '../core/exchanges.ts'
import type { Grade } from '../core/grade.ts'
import type { GradingSession } from '../core/grading-session.ts'
import type { Response, ResponseFacts, ResponseKey } from '../core/response.ts'
import type { Run } from '../core/run.ts'
import type { Direction, NaReason, Outcome, Score } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'

/** A score without its steps, as summaries read it. */
export interface ScoreRow extends ResponseKey {
  metric: string
  metric_version: string
  judge: string
  direction: Direction
  outcome: Outcome
}

/** A metric with the version and judge under which its score would be stored. */
export interface ScoreIdentity {
  metric: string
  metric_version: string
  judge: string
  /** Why there is no value, for a score that is NA. */
  reason?: NaReason
}

/** A response with its test case and the identities of the scores that it already has. */
export interface StoredSample {
  test_case: TestCase
  response: Response
  scored: ScoreIdentity[]
}

/** What the judge cache holds. */
export interface CacheSummary {
  exchanges: number
  /** Exchanges that answer their question again without a call. */
  usable: number
  vectors: number
  bytes: number
  hits: number
  oldest: string | null
  newest: string | null
  by_model: { provider: string; model: string; exchanges: number; usable: number; bytes: number }[]
}

/** Which rows to read; absent = all. */
export interface Selection {
  configurations?: readonly string[]
  test_case_ids?: readonly string[]
}

/**
 * Runs, responses and scores. A resolved promise means that the rows are on disk: they outlive the death of the process
 * at any instant. Of a call that fails nothing is stored. All iterations are streams in a stable order (configuration
 * and test case in the order of the run, then repeat, then metric) that hold little in memory and nothing open: every
 * row is whole and comes once, and rows written meanwhile come when they lie ahead.
 *
 * Surrogates without a partner are stored as U+FFFD. An unknown run is RagstoneError `unknown_run`, a fault of the disk
 * or the file one that begins with `store_`.
 */
export interface Store extends Exchanges {
  readonly engine: 'sqlite' | 'postgres'
  /** Path or address, without a password. */
  readonly location: string

  /** RagstoneError `run_exists` when the id is taken. */
  createRun(run: Run): Promise<void>
  /** Replaces the record of an existing run. */
  updateRun(run: Run): Promise<void>
  /** By id, else the newest run of that name; `latest` is the newest of all. */
  findRun(reference: string): Promise<Run | undefined>
  /** Newest first. */
  listRuns(options?: { limit?: number }): Promise<Run[]>
  /** Removes a run with all that hangs on it; does nothing without one. Fails with `run_in_use` as {@link claimRun} does. */
  deleteRun(runId: string): Promise<void>

  /**
   * Takes the run for this process until `release`; fails with RagstoneError `run_in_use` while another living process
   * has it. A dead process never blocks.
   */
  claimRun(runId: string): Promise<{ release(): Promise<void> }>

  /**
   * Adds test cases, or replaces those whose content changed. Scores of a replaced case are removed with it, and a case
   * keeps its place, and its responses and grades. Returns the ids that were replaced.
   */
  saveTestCases(runId: string, cases: readonly { position: number; test_case: TestCase }[]): Promise<string[]>
  testCases(runId: string): AsyncIterable<TestCase>
  /** Removes cases and all that hangs on them. */
  deleteTestCases(runId: string, ids: readonly string[]): Promise<void>

  /**
   * Inserts, or replaces and removes the scores and grades of what was there. Rows given in one tick are committed
   * together. RagstoneError `unknown_test_case` when the run lacks the test case.
   */
  saveResponse(response: Response): Promise<void>
  saveResponses(responses: readonly Response[]): Promise<void>
  /** All responses without their texts. */
  responseFacts(runId: string): AsyncIterable<ResponseFacts>
  responses(runId: string, selection?: Selection): AsyncIterable<Response>
  samples(runId: string, selection?: Selection): AsyncIterable<StoredSample>

  /**
   * Inserts what is not there yet; a score that exists under the same key stays as it is, unless it is NA for one of
   * `PASSING_REASONS`: then the new one takes its place. With `replace` every score given takes the place of the old one.
   * Exchanges that the steps name (`exchange`, `exchanges`) are from then on held by the score. RagstoneError
   * `unknown_response` when a response is not stored. `direction` belongs to the metric within the run: the newest holds.
   */
  saveScores(scores: readonly Score[], options?: { replace?: boolean }): Promise<void>
  /**
   * Stores scores together with the record of their run: all of it or, when anything throws or the process dies, nothing. Every
   * score takes the place of the one under its key. `scores` is called again when another process was in the way.
   */
  saveImport(run: Run, scores: () => Iterable<Score>): Promise<void>
  /** Outcomes without steps; `metrics` leaves out all other metrics. */
  scoreRows(runId: string, selection?: Selection & { metrics?: readonly string[] }): AsyncIterable<ScoreRow>
  /** Whole scores with steps. */
  scores(runId: string, selection?: Selection & { metric?: string }): AsyncIterable<Score>

  /** Inserts, or replaces the same grader's verdict on the same response. `unknown_response` as with scores. */
  saveGrades(grades: readonly Grade[]): Promise<void>
  grades(runId: string): AsyncIterable<Grade>
  /** Takes back what these graders said of these responses; does nothing where there is nothing. */
  deleteGrades(runId: string, grades: readonly (Omit<ResponseKey, 'run_id'> & { grader: string })[]): Promise<void>
  /** The orders in which people were asked, one a grader. */
  gradingSessions(runId: string): Promise<GradingSession[]>
  /** Inserts, or replaces the same grader's. */
  saveGradingSession(session: GradingSession): Promise<void>

  cacheSummary(): Promise<CacheSummary>
  /**
   * Makes exchanges and vectors that are older than `before` (all without it) unusable, so that their questions are asked
   * anew, and removes those that no score is made of. While a run is being worked on exchanges are not removed, as a score
   * may be made of them yet; the next clearing does. `removed` counts exchanges and vectors.
   */
  clearCache(options?: { before?: string }): Promise<{ removed: number; kept_for_scores: number }>

  /** Commits what is waiting and releases claims; safe to call twice. */
  close(): Promise<void>
}
