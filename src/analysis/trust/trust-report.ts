import type { Language } from '../../core/config.ts'
import type { Sampling } from '../../core/grade.ts'
import type { ResponseKey } from '../../core/response.ts'
import type { TrustInterval, TrustLine, TrustVerdict } from './trust-line.ts'

/** The metric without a model that stands in every table, to see whether a judge is worth its price. */
export const BASELINE_METRIC = 'k_precision'

/** Two people who graded the same answers. */
export interface GraderPair {
  a: string
  b: string
  n: number
  /** Rows: a right, a wrong; columns: b right, b wrong. */
  table: [[number, number], [number, number]]
  agreement: TrustInterval
  kappa: TrustInterval
  ac1: TrustInterval
  pabak: number | null
  /** Almost all answers are of one class, so that kappa is low however well they agree. */
  paradox: boolean
}

/** How well people agree with each other: no judge can be held to more. null with one grader. */
export interface HumanAgreement {
  graders: string[]
  pairs: GraderPair[]
  /** Answers with at least two grades. */
  n: number
  /** Krippendorff's alpha of the verdicts over all graders. */
  alpha: number | null
  /** And of the marks on a scale; null where there are none. */
  alpha_marks: { nominal: number | null; ordinal: number | null; interval: number | null } | null
  ac1: number | null
}

/** Marks of two configurations on the same questions. */
export interface GradedPair {
  a: string
  b: string
  n: number
  /** Questions that only a, only b got right. */
  a_only: number
  b_only: number
  /** McNemar's exact test; null where it can never reach .05, and `reason` says so. */
  p: number | null
  mid_p: number | null
  difference: TrustInterval
  reason?: string
}

/** The share of right answers in all of a configuration's responses, from few grades and many scores. */
export interface CorrectedRate {
  /** `*` for all configurations together. */
  configuration: string
  /** Metric whose scores stand in for grades. */
  metric: string | null
  method: 'human_only' | 'ppi_plus_plus' | 'lang_reiczigel' | null
  value: number | null
  low: number | null
  high: number | null
  graded: number
  /** Responses that have a score and no grade. */
  scored_only: number
  /** Responses without a score. PPI++ sets them to the mean score; a calibrated rate does not cover them. */
  no_score: number
  /** The rate by the judge alone, without correction; null for scores beyond 0 .. 1. */
  judge_rate: number | null
  /** By the graded answers alone. */
  human: TrustInterval
  /** Weight that PPI++ gave the scores, 0 .. 1. */
  lambda: number | null
  /** The interval of PPI++ as published; `low` .. `high` is wider by the guard against errors not seen yet. null with other methods. */
  unguarded: { low: number; high: number } | null
  /** Shares of right and wrong answers of the calibration set that the judge called so. */
  sensitivity: number | null
  specificity: number | null
  /** Why this method, or why there is no rate. */
  reason_code:
    | 'ppi_narrower'
    | 'few_grades'
    | 'weak_correlation'
    | 'no_metric'
    | 'no_scores'
    | 'human_narrower'
    | 'all_graded'
    | 'calibrated'
    | 'uninformative_judge'
    | 'not_random'
    | 'sampling_unknown'
    | 'many_skipped'
    | 'run_grew'
    | 'other_judge'
    | 'no_grades'
  reason: string
}

/** One answer on which judge and people say otherwise. */
export interface Disagreement extends Omit<ResponseKey, 'run_id'> {
  user_input: string
  response: string
  person: { verdict: 'right' | 'wrong'; graders: string[]; notes: string[] }
  judge: { verdict: 'right' | 'wrong'; value: number; reasons: string[] }
}

/** The judge's verdict on correctness against the people's. */
export interface SpotCheck {
  metric: string
  n: number
  /** Rows: person right, person wrong; columns: judge right, judge wrong. */
  table: [[number, number], [number, number]]
  agreement: TrustInterval
  kappa: TrustInterval
  ac1: TrustInterval
  disagreements: Disagreement[]
  /** How many there are, listed or not. */
  disagreements_total: number
}

/** What grades there are. */
export interface TrustLabels {
  graders: string[]
  /** Graded responses that have a truth. */
  graded: number
  /** Responses of the run to which the system gave an answer. */
  responses: number
  /** Responses on which graders are evenly split; they are left out. */
  split: Omit<ResponseKey, 'run_id'>[]
  split_total: number
  /** `all`: every response is graded; `mixed`: some random, some not. */
  sampling: Sampling | 'all' | 'mixed' | 'unknown'
  /** Responses that were drawn and passed over. */
  skipped: number
  /** Intraclass correlation of the truth within clusters, and 1 + (k-1) ICC. */
  icc: number | null
  design_effect: number | null
  /** Graded test cases without the tag that clusters go by: each is a cluster of its own. Absent when there are none. */
  without_tag?: number
}

export type TrustWarningCode =
  | 'few_clusters'
  | 'na_differs'
  | 'split_grades'
  | 'other_judges'
  | 'few_replicates'
  | 'configurations_missing'

/** Which metrics can be believed on this corpus. */
export interface TrustReport {
  run: { id: string; name: string; created_at: string }
  language: Language
  n_right: number
  n_wrong: number
  clusters: number
  /** `question`, or a tag of the test cases. */
  cluster_by: string
  labels: TrustLabels
  /** By verdict, then by the lower end of the AUC, best first; the baseline is always among them when it can be computed. */
  metrics: TrustLine[]
  baseline: typeof BASELINE_METRIC
  /** An AUC whose interval lies below it is said not to separate. */
  bar: number
  /** Lines that Holm's correction counts. */
  family: number
  /** Permutations that were drawn; null where all were enumerated or none. */
  replicates: number | null
  seed: number
  /** Present when rows whose response equals the reference have a part in metrics that read the reference, as was asked for. */
  reference_rows?: 'kept'
  human: HumanAgreement | null
  pairs: GradedPair[]
  rates: CorrectedRate[]
  spot_check: SpotCheck | null
  warnings: { code: TrustWarningCode; detail: Record<string, string | number> }[]
}

/** What a report of a run shows beside a metric's name. */
export interface TrustMark {
  metric: string
  verdict: TrustVerdict
  auc: number | null
  low: number | null
  high: number | null
}
