import type { Language } from '../core/config.ts'
import type { ResponseKey, SystemError } from '../core/response.ts'
import type { Run, RunMetric } from '../core/run.ts'
import type { Direction } from '../core/score.ts'
import type { RefusalState } from '../text/refusal.ts'
import type { TrustMark } from './trust/trust-report.ts'

/**
 * One metric under one configuration, over all its samples. `value` is the mean of the scored samples, with a 95 %
 * interval; all three are null when nothing could be scored, and `reason` says why. `n_inapplicable` of the NA rows are no
 * gap: there was nothing to score. `worst_case` counts every other NA at the bad end of the metric's range; null where
 * the range has no bad end. `pooled` is sum k / sum n of a ratio metric. `na_fields` counts `missing_field` by the field
 * that is missing. `reason_code` is `reason` in every language.
 */
export interface Summary {
  configuration: string
  metric: string
  value: number | null
  low: number | null
  high: number | null
  interval_method: 'wilson' | 'cluster_bootstrap' | 'cluster_robust' | null
  n_scored: number
  n_total: number
  na: Record<string, number>
  na_fields?: Record<string, number>
  n_inapplicable: number
  direction: Direction
  stage: RunMetric['stage']
  scale: RunMetric['scale']
  unit?: string
  worst_case: number | null
  pooled: { k: number; n: number } | null
  reason?: string
  reason_code?: 'not_evaluated' | 'all_na' | 'one_question' | 'equal_questions'
  /** How verdicts of a judge were read; absent where none were. `mixed`: some scores have probabilities, some have none. */
  grading?: GradingForm
  /**
   * With `grading`, the mean that the verdict words alone give, with its interval: that of a 0/1 metric is Wilson's. null
   * where some score has no such form.
   */
  verdict_value?: number | null
  verdict_low?: number | null
  verdict_high?: number | null
}
export type GradingForm = 'probability' | 'verdict' | 'mixed'

export type GateState = 'passed' | 'failed' | 'undecided'
/** `value` is the figure that the gate looked at (of the worst configuration); `detail` one sentence. */
export interface GateResult {
  gate: string
  /** Absent where the gate cannot be read. */
  metric?: string
  state: GateState
  value: number | null
  detail: string
}

export interface Rate {
  k: number
  n: number
  value: number | null
  low: number | null
  high: number | null
}

/** Responses of one configuration by whether the case is answerable and what the response did. */
export interface RefusalTable {
  configuration: string
  answerable: Record<RefusalState, number>
  unanswerable: Record<RefusalState, number>
  /** Declined although answerable. */
  over_refusal: Rate
  /** Not declined although unanswerable. */
  under_refusal: Rate
  /** Declined when unanswerable: the correct refusals. */
  correct_refusal: Rate
}

/** One case that a report lists by name. */
export interface NamedCase extends Omit<ResponseKey, 'run_id'> {
  user_input: string
}
export interface RetrievalMiss extends NamedCase {
  metric: string
  expected: string[]
  /** Sources, else ids, else the beginnings of the texts that were found instead, in rank order. */
  found: string[]
  /** What was said all the same; null where the run does not say. */
  state: RefusalState | null
}
/**
 * An answer to an answerable case that has little in common with its reference: `value` of `metric` is below 0.5. `retrieval`
 * is what the strictest hit rate (else recall) of the run says of the response; unknown where it is not scored.
 */
export interface LowAnswer extends NamedCase {
  metric: string
  value: number
  reference: string
  response: string
  retrieval: 'missed' | 'found' | 'unknown'
}
/** How many low answers a configuration has, beyond the 200 that are listed. */
export interface LowAnswerTotal {
  configuration: string
  metric: string
  n: number
}
/** A claim of a response that the retrieved texts do not support. */
export interface UnsupportedClaim {
  text: string
  /** `contradicted` or `not_mentioned`; by the words, so it may be `supported` with a probability below .5. */
  verdict: string
  /** Probability of `supported`; absent where the judge gave none. */
  probability?: number
  /** A verifier decided, which does not tell contradiction apart from what is not mentioned. */
  verifier?: true
  reason?: string
}
/** An answer with claims that the texts do not support, by faithfulness. */
export interface UnsupportedAnswer extends NamedCase {
  metric: string
  value: number
  /** Claims that are supported (at .5), of all. */
  k: number
  n: number
  /** At most 20. */
  claims: UnsupportedClaim[]
}

/** A model that scores of a run were made with, as its exchanges tell. */
export interface JudgeModelFacts {
  role: 'judge' | 'verifier'
  provider: string
  model: string
  digest?: string
  /** Effective parameters: what was sent. */
  parameters: Record<string, unknown>
}

/** What the self-test said of the judge. */
export interface JudgeCheck {
  items: number | null
  accuracy: { value: number | null; low: number | null; high: number | null } | null
  advice: string
  /** ISO time; null where it is not known. */
  checked_at: string | null
  /** Made with fewer items. */
  quick: boolean
}

/** What one command asked of a model; see `Spent` of the judge. */
export interface ModelSpent {
  calls: number
  hits: number
  prompt_tokens: number
  completion_tokens: number
  cost_usd: number | null
  failed: Record<string, number>
  dropped_parameters: string[]
}

/**
 * How the judge worked on the scores of a run. All but `spent` and `check` is read out of the stored steps, so that it is the
 * same whenever the report is made: what was asked for a score that was made anew is not in it.
 */
export interface JudgeReport {
  fingerprint: string
  models: JudgeModelFacts[]
  /** How each metric that asks a judge was graded; null where no verdict was read. */
  grading: Record<string, GradingForm | null>
  /** Scores of those metrics, with those that are NA. */
  scores: number
  /** Questions behind the scores: steps that a model answered. */
  questions: number
  /** Requests that were sent for them, with retries; each exchange counts once, however many scores share it. */
  calls: number
  /** Questions that needed no request of their own. */
  cached: number
  prompt_tokens: number
  completion_tokens: number
  /** Scores that are NA for a reason of the judge or its provider, by reason. */
  failures: Record<string, number>
  /** Verdicts whose reason says otherwise. */
  contradictions: number
  /** Replies that were read after a permitted repair. */
  repaired: number
  /** Scores for which a retrieved text spoke to the grader. */
  instruction_like: number
  /** Parameters that the model refused and that are no longer sent. */
  dropped_parameters: string[]
  check: JudgeCheck | null
  /** What the command that made this report asked of models; null when it asked nobody, as `report` does. */
  spent: { judge?: ModelSpent; embeddings?: ModelSpent } | null
}

/** A case that should have been declined and was not, or the reverse. */
export interface WrongRefusal extends NamedCase {
  state: RefusalState
  response: string
}
export interface CaseError extends NamedCase {
  error: SystemError
}

/** Latency of the responses of one configuration in milliseconds; null when none was measured. */
export interface Latency {
  configuration: string
  n: number
  mean: number | null
  p50: number | null
  p95: number | null
  max: number | null
}

/** Marks of people, questions x configurations. A mark is null where nobody graded; with repeats or several graders the share right. */
export interface GradeGrid {
  configurations: string[]
  rows: { test_case_id: string; marks: (number | null)[] }[]
  totals: { configuration: string; right: number; graded: number }[]
}

/**
 * How far a run is. `expected` is null while the number of test cases is not known; `errors` and `problems` count responses;
 * `not_evaluated` counts collected responses to which some metric of the run was not applied yet.
 */
export interface Progress {
  configuration: string
  collected: number
  expected: number | null
  errors: number
  problems: number
  not_evaluated: number
}

/** All that a report shows of one run; reports lay it out and compute nothing. */
export interface RunReport {
  run: Run
  language: Language
  /** Test cases that are marked as not answerable; with none of them nobody can tell a correct refusal. */
  unanswerable_cases: number
  progress: Progress[]
  summaries: Summary[]
  refusals: RefusalTable[]
  retrieval_misses: RetrievalMiss[]
  answered_unanswerable: WrongRefusal[]
  refused_answerable: WrongRefusal[]
  /** The lowest first, at most 200 of each configuration. */
  low_answers: LowAnswer[]
  /** Every configuration; empty when the run has no metric that compares with the reference. */
  low_answers_total: LowAnswerTotal[]
  /** Different test cases among all low answers, listed or not. */
  low_answers_cases: number
  /** The lowest faithfulness first, at most 200 of each configuration. */
  unsupported_answers: UnsupportedAnswer[]
  /** How many there are, listed or not. */
  unsupported_answers_total: number
  system_errors: CaseError[]
  latency: Latency[]
  grades: GradeGrid | null
  /** Whether each metric separates right from wrong answers here; null where nobody graded: no metric is validated then. */
  trust: TrustMark[] | null
  gates: GateResult[]
  /** null when no metric of the run asks a judge. */
  judge: JudgeReport | null
}
