import type { Language } from '../../core/config.ts'
import type { Sampling } from '../../core/grade.ts'
import type { ResponseKey } from '../../core/response.ts'
import type { RunMetric } from '../../core/run.ts'
import type { Direction } from '../../core/score.ts'

/** The metric without a model that stands in every table, to see whether a judge is worth its price. */
export const BASELINE_METRIC = 'k_precision'

/** Whether a metric separates right from wrong answers on this corpus. `docs/trust.md` says how each is decided. */
export const TRUST_VERDICTS = ['separates', 'does_not_separate', 'undecided', 'too_few_grades'] as const
export type TrustVerdict = (typeof TRUST_VERDICTS)[number]

/** A figure with its 95 % interval; all null with `reason` where it is undefined. */
export interface TrustInterval {
  value: number | null
  low: number | null
  high: number | null
  reason?: string
}

/** A difference of two AUCs on the same answers. `p` is two-sided. */
export interface AucDifference {
  difference: number | null
  low: number | null
  high: number | null
  p: number | null
  /** Answers that have both scores. */
  n: number
  reason?: string
}

/** What would decide a metric that is undecided, at the AUC and the dependence seen so far. */
export interface GradesNeeded {
  /** More right and more wrong answers to grade; null where nothing within reach would do. */
  right: number | null
  wrong: number | null
  /** What those grades would show. */
  shows: 'separates' | 'does_not_separate' | null
  /** More answers of the rarer class alone that would do as well; null where they never would. */
  rarer?: { class: 'right' | 'wrong'; n: number } | null
  reason?: string
}

/** A cut of a score that calls answers right, chosen and tested on different questions. */
export interface TrustThreshold {
  /** Scores at or above it (at or below, where lower is better) are called right. */
  value: number
  sensitivity: TrustInterval
  specificity: TrustInterval
  /** Youden's J within the sample less that out of fold: how much the choice flatters itself. */
  optimism: number
}

/** How well a score between 0 and 1 serves as the probability that an answer is right. */
export interface TrustCalibration {
  brier: number
  reliability: number
  resolution: number
  uncertainty: number
  /** What differing scores in one bin add: brier = reliability - resolution + uncertainty + within_bins. */
  within_bins: number
  /** Brier scores out of fold after recalibration; null where there are too few grades. */
  brier_platt: number | null
  brier_isotonic: number | null
  curve: { low: number; high: number; n: number; mean_score: number; share_right: TrustInterval }[]
}

/** How a retrieval metric stands against chance, and whether it can still tell configurations apart. */
export interface TrustSaturation {
  saturated: boolean
  /** Which marks of saturation hold. */
  flags: ('deep_cut' | 'chance_hits' | 'at_maximum' | 'no_differences' | 'few_values')[]
  /** Mean chance level over the cases; null where the size of the corpus is not known. */
  chance: number | null
  /** (mean - chance) / (1 - chance). */
  above_chance: number | null
}

/** How much a score moves when nothing but chance changes. */
export interface TrustRepeats {
  /** `judge`: the same answer was scored again; `system`: the question was answered again. */
  kind: 'judge' | 'system'
  items: number
  /** Scores an item, on average. */
  k: number
  /** Share of items whose scores are not all equal. */
  flip_rate: number
  icc: number | null
  mean_sd: number
  /** How many repeats to average for a reliability of .9; null where that cannot be said. */
  repeats_for_90: number | null
}

/** Why a verdict is what it is; the reports put it into words. */
export type TrustReasonCode =
  | 'separates'
  | 'reversed'
  | 'below_bar'
  | 'interval_holds_half'
  | 'not_after_holm'
  | 'between'
  | 'no_right'
  | 'no_wrong'
  | 'few_of_one_class'
  | 'few_clusters'
  | 'no_scores'
  | 'all_equal'
  | 'p_unreachable'

/**
 * One metric against the grades. Rows are graded answers that the metric scored. AUC is the probability that a right answer
 * has the better score than a wrong one (ties count half; "better" by the metric's direction), so .5 is chance.
 */
export interface TrustLine {
  metric: string
  /** Which reading of a judge's verdicts: probabilities, or words alone. The two are two lines. null for other metrics. */
  form: 'probability' | 'verdict' | null
  origin: 'judge' | 'rule' | 'imported'
  stage: RunMetric['stage']
  direction: Direction
  n: number
  n_right: number
  n_wrong: number
  /** Graded answers without a part in this line: NA by reason, and those that are the reference itself. */
  left_out: { na: Record<string, number>; not_scored: number; equal_to_reference: number }
  mean_right: number | null
  mean_wrong: number | null
  /** mean_right - mean_wrong, in units of the score, with Welch's interval. */
  gap: number | null
  gap_low: number | null
  gap_high: number | null
  auc: number | null
  /** Standard error of the AUC that allows answers of one cluster to depend on each other. */
  se: number | null
  low: number | null
  high: number | null
  interval_method: 'obuchowski' | 'newcombe' | null
  /** DeLong's, as if all answers were independent. */
  se_unclustered: number | null
  /** Clusters with an answer in this line. */
  clusters: number
  /** Intraclass correlation of the score within clusters, and 1 + (k-1) ICC. */
  icc: number | null
  design_effect: number | null
  /** Two-sided; permutation of whole clusters where that is possible. */
  p: number | null
  p_method: 'exact_permutation' | 'sampled_permutation' | 'wald' | null
  p_holm: number | null
  /** Westfall and Young's step-down p over the same permutations; null where the lines cannot share them. */
  p_max: number | null
  /** Permutation within questions: does the metric rank the configurations of one question? A stronger claim. */
  p_within: number | null
  verdict: TrustVerdict
  reason_code: TrustReasonCode
  /** One sentence in English; reports say it in their own language. */
  reason: string
  distinct_values: number
  share_at_max: number | null
  threshold: TrustThreshold | null
  threshold_reason?: string
  needed: GradesNeeded | null
  /** AUC of this line less that of the baseline. null on the baseline itself. */
  against_baseline: AucDifference | null
  /** On the probability line: its AUC less that of the verdict line. */
  against_verdict_form: AucDifference | null
  /** Questions that a judge was asked for the scores of this metric in the whole run; null where no judge was. */
  judge_calls: number | null
  calibration: TrustCalibration | null
  saturation: TrustSaturation | null
  repeats: TrustRepeats | null
}

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
  /** By the lower end of the AUC, best first; the baseline is always among them when it can be computed. */
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
