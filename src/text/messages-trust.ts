type VerdictName = 'separates' | 'does_not_separate' | 'undecided' | 'too_few_grades'
type FlagName = 'deep_cut' | 'chance_hits' | 'at_maximum' | 'no_differences' | 'few_values'
type SamplingName = 'random' | 'chosen' | 'all' | 'mixed' | 'unknown'

/** A line of the table in written figures. */
export interface TrustFigures {
  right: number
  wrong: number
  auc: string
  low: string
  high: string
  /** After Holm's correction. */
  p: string
  bar: string
}

/** Two AUCs compared; `p` and the interval are written figures. */
export interface DifferenceFigures {
  difference: string
  low: string
  high: string
  /** Whether the interval leaves out zero, and on which side. */
  sign: 'better' | 'worse' | 'unclear'
  /** Answers that have both scores. */
  n: number
}

/** Texts of `trust`: which metrics separate right from wrong answers, corrected rates, agreement. */
export interface TrustMessages {
  trustTitle: (name: string) => string
  /** Label of what was graded. */
  graded: string
  gradedLine: (n: number, of: number, right: number, wrong: number) => string
  graders: string
  sample: string
  samplings: Record<SamplingName, string>
  skippedLine: (n: number) => string
  clusteredBy: string
  clusterLine: (clusters: number, by: string, designEffect: string | null) => string
  splitLabel: string
  splitLine: (n: number, ids: string) => string

  /** What follows for a reader who goes no further; `names` are metrics with notes. */
  briefTitle: string
  briefUse: (names: string) => string
  briefNone: string
  briefBetter: (names: string, baseline: string) => string
  briefNoneBetter: (baseline: string) => string
  briefOpen: (names: string) => string
  briefNeeded: (n: number) => string
  briefFew: (names: string) => string
  /** In place of all other lines, where no metric has enough grades. */
  briefAllFew: (right: number, wrong: number) => string
  briefUseless: (names: string) => string
  briefReversed: (names: string) => string

  trustTable: string
  means: string
  gradedCount: string
  gap: string
  trustVerdict: string
  /** Beside a metric: verdicts of a judge read as probabilities or as words. */
  formOf: Record<'probability' | 'verdict', string>
  fromElsewhere: string
  baselineMark: string
  verdictNames: Record<VerdictName, string>
  /** Below the table: what the columns mean. */
  trustNote: (level: string) => string
  permutationNote: (replicates: number | null) => string

  metricByMetric: string
  trustReasons: {
    separates: (figures: TrustFigures) => string
    reversed: (figures: TrustFigures) => string
    below_bar: (figures: TrustFigures) => string
    interval_holds_half: (figures: TrustFigures) => string
    not_after_holm: (figures: TrustFigures) => string
    between: (figures: TrustFigures) => string
    few_of_one_class: (right: number, wrong: number) => string
    p_unreachable: (right: number, wrong: number) => string
    few_clusters: (clusters: number) => string
    no_right: string
    no_wrong: string
    no_scores: string
    all_equal: string
  }
  neededLine: (right: number, wrong: number, shows: 'separates' | 'does_not_separate') => string
  neededNever: string
  /** `calls` is null where no judge was asked. */
  againstBaseline: (figures: DifferenceFigures, calls: number | null, baseline: string) => string
  againstWords: (figures: DifferenceFigures) => string
  thresholdLine: (value: string, sensitivity: string, specificity: string, lowerIsBetter: boolean) => string
  leftOutNa: (n: number, counts: string) => string
  leftOutReference: (n: number) => string
  atMaximum: (share: string) => string
  coarse: (values: number) => string
  saturationFlags: Record<FlagName, string>
  saturatedLine: (flags: string) => string
  chanceLine: (chance: string, above: string) => string
  repeatsLine: (kind: 'judge' | 'system', items: number, flips: string, icc: string | null) => string
  repeatsNeeded: (n: number) => string
  brierLine: (brier: string, platt: string | null) => string

  agreementTitle: string
  agreementPair: (a: string, b: string, n: number) => string
  agreementLine: (agreement: string, kappa: string, ac1: string) => string
  agreementTable: (bothRight: number, onlyA: number, onlyB: number, bothWrong: number, a: string, b: string) => string
  kappaParadox: string
  alphaLine: (alpha: string, graders: number, n: number) => string
  alphaMarksLine: (ordinal: string, nominal: string, interval: string) => string
  ceilingNote: string
  oneGrader: string

  pairsTitle: string
  pairColumn: string
  onlyFirst: string
  onlySecond: string
  pairNever: string
  pairsNote: string

  ratesTitle: string
  rate: string
  rateMethod: string
  judgeAlone: string
  rateMethods: Record<'human_only' | 'ppi_plus_plus' | 'lang_reiczigel', string>
  rateReasons: Record<
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
    | 'no_grades',
    string
  >
  rateCounts: (graded: number, scoredOnly: number) => string

  spotTitle: (metric: string) => string
  spotLine: (agreement: string, n: number, kappa: string) => string
  spotTable: (bothRight: number, judgeWrong: number, judgeRight: number, bothWrong: number) => string
  spotPerson: (verdict: string, names: string, notes: string | null) => string
  spotJudge: (verdict: string, value: string, reasons: string | null) => string

  warningsTitle: string
  trustWarnings: {
    few_clusters: (clusters: number) => string
    na_differs: (metric: string, right: string, wrong: string) => string
    split_grades: (n: number) => string
    other_judges: string
    few_replicates: (n: number) => string
    configurations_missing: string
  }
  nextGrade: (command: string) => string
  nextCases: string
  nextReport: (command: string) => string

  /** Beside a metric's name in the tables of a report. */
  trustMark: (verdict: VerdictName, auc: string | null) => string
  notValidated: string
  notValidatedNote: (command: string) => string
  /** Below the tables of a run with grades: what stands beside the names. */
  validatedNote: (command: string) => string
}
