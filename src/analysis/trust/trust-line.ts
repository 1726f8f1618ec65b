import type { RunMetric } from '../../core/run.ts'
import type { Direction } from '../../core/score.ts'

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
