import { z } from 'zod'

/**
 * Why there is no score. The list is closed: reports, gates and other people's scripts rely on it.
 * `src/core/na-reasons.ts` says in words when each is used.
 */
export const NA_REASONS = [
  'missing_field',
  'no_context',
  'no_claims',
  'blank_response',
  'refusal',
  'judge_refused',
  'judge_unreadable',
  'judge_truncated',
  'missing_verdicts',
  'conflicting_verdicts',
  'out_of_scale',
  'context_truncated',
  'timeout',
  'rate_limited',
  'budget_exhausted',
  'provider_error',
  'system_error',
  'not_applicable',
  'embeddings_missing',
] as const
export type NaReason = (typeof NA_REASONS)[number]

/** Reasons that may pass: such a score is made again when the run is evaluated again. */
export const PASSING_REASONS: readonly NaReason[] = ['timeout', 'rate_limited', 'budget_exhausted', 'provider_error']

/**
 * A metric's outcome on one sample: a number, or NA with its reason. Never NaN, never a stand-in 0.
 * `k` of `n` is kept for every ratio; `label` names the class of a categorical outcome; `bounds` are the lowest and
 * highest value still possible when part of the evidence is missing.
 * A judge's verdicts make two forms of a score: `probability` (mean probability of the good class) and `verdict` (k of n).
 */
export const outcomeSchema = z.discriminatedUnion('status', [
  z.object({
    status: z.literal('scored'),
    value: z.number(),
    k: z.number().optional(),
    n: z.number().optional(),
    label: z.string().optional(),
    /** How verdicts of a judge were read; absent where none were. */
    grading: z.enum(['verdict', 'probability']).optional(),
    /** With `grading: probability`, the same score from the verdict words alone; absent where it has none. */
    verdict_value: z.number().optional(),
  }),
  z.object({
    status: z.literal('na'),
    reason: z.enum(NA_REASONS),
    detail: z.string(),
    bounds: z.tuple([z.number(), z.number()]).optional(),
  }),
])
export type Outcome = z.infer<typeof outcomeSchema>
export type ScoredOutcome = Extract<Outcome, { status: 'scored' }>
export type NaOutcome = Extract<Outcome, { status: 'na' }>

/** One recorded action behind a score: a rule that fired, or a question to the judge with its reply. */
export const stepSchema = z.looseObject({ kind: z.enum(['rule', 'judge', 'embedding']), step: z.string() })
export type Step = z.infer<typeof stepSchema>

export const DIRECTIONS = ['higher_is_better', 'lower_is_better', 'neutral'] as const
export type Direction = (typeof DIRECTIONS)[number]

/**
 * A metric's outcome on one response, with the steps that made it. `judge` is the fingerprint of the judge, `rule` when no
 * model was involved, or `imported` when the score was made elsewhere. The key is that of the response plus (metric, metric_version, judge).
 */
export const scoreSchema = z.object({
  run_id: z.string(),
  configuration: z.string(),
  test_case_id: z.string(),
  repeat: z.number().int().positive(),
  metric: z.string(),
  metric_version: z.string(),
  judge: z.string(),
  direction: z.enum(DIRECTIONS),
  outcome: outcomeSchema,
  steps: z.array(stepSchema),
})
export type Score = z.infer<typeof scoreSchema>

/** The `judge` of a score that no model had a part in. */
export const RULE_JUDGE = 'rule'
/** The `judge` of a score that was made elsewhere. */
export const IMPORTED_JUDGE = 'imported'

/** Whether a model had a part in the scores under this `judge` (absent = by rule): not so when they were made elsewhere. */
export function isAsked(judge: string | undefined): judge is string {
  return judge !== undefined && judge !== RULE_JUDGE && judge !== IMPORTED_JUDGE
}

/**
 * A scored outcome. A value that is not finite is a bug of the metric and throws; -0 becomes 0.
 */
export function scored(value: number, extra: Omit<ScoredOutcome, 'status' | 'value'> = {}): ScoredOutcome {
  if (!Number.isFinite(value)) throw new TypeError(`a score must be a finite number, got ${value}`)
  return { status: 'scored', value: value === 0 ? 0 : value, ...extra }
}

/** The outcome k / n, or NA for n = 0. */
export function ratio(k: number, n: number, whenEmpty: NaOutcome, label?: string): Outcome {
  if (n === 0) return whenEmpty
  return scored(k / n, label === undefined ? { k, n } : { k, n, label })
}

/** An NA outcome; `detail` says in one sentence what was missing. */
export function na(reason: NaReason, detail: string, bounds?: [number, number]): NaOutcome {
  return bounds === undefined ? { status: 'na', reason, detail } : { status: 'na', reason, detail, bounds }
}
