import type { TrustMessages } from './messages-trust.ts'

const some = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** What `trust` says, in English. */
export const trustEn: TrustMessages = {
  trustTitle: (name) => `Which metrics can be believed here: ${name}`,
  graded: 'graded',
  gradedLine: (n, of, right, wrong) => `${n} of ${some(of, 'answer')}: ${right} right, ${wrong} wrong`,
  graders: 'graders',
  sample: 'sample',
  samplings: {
    random: 'drawn at random, so the grades speak for the other answers too',
    chosen: 'chosen by a person, so no rate for the other answers follows from them',
    all: 'every answer is graded',
    mixed: 'some drawn at random, some chosen, so no rate for the other answers follows from them',
    unknown: 'how the answers were chosen is not known (the grades came from a file)',
  },
  skippedLine: (n) => `${some(n, 'answer')} drawn and passed over`,
  clusteredBy: 'clusters',
  clusterLine: (clusters, by, effect) =>
    `${clusters}, by ${by}; answers in one cluster may depend on each other${effect === null ? '' : ` (design effect of the grades ${effect}; 1 means they do not)`}`,
  splitLabel: 'left out',
  splitLine: (n, ids) => `${some(n, 'answer')} on which the graders are evenly split: ${ids}`,

  briefTitle: 'In short',
  briefUse: (names) =>
    `To be believed here, since right answers score better than wrong ones (the nearer the AUC is to 1, the better): ${names}`,
  briefNone: 'No metric is shown to separate right answers from wrong ones here.',
  briefBetter: (names, baseline) =>
    `Worth asking a model: ${names}; shown to be better than ${baseline}, which needs none.`,
  briefNoneBetter: (baseline) =>
    `No metric of a judge and no imported one is shown to be better than ${baseline}, which counts shared words and needs no model.`,
  briefOpen: (names) => `Undecided, do not build on it yet: ${names}`,
  briefNeeded: (n) => `about ${some(n, 'more grade')}`,
  briefFew: (names) => `Too few grades to say anything of: ${names}`,
  briefAllFew: (right, wrong) =>
    `Too few grades to say anything yet: ${right} right, ${wrong} wrong. A verdict needs at least 5 of each, on at least 6 questions; most metrics need some dozens.`,
  briefUseless: (names) => `Of no use here for telling right answers from wrong ones: ${names}`,
  briefReversed: (names) => `Better for wrong answers than for right ones, check the direction: ${names}`,

  trustTable: 'Does the score separate right from wrong?',
  means: 'mean',
  gradedCount: 'graded',
  gap: 'gap',
  trustVerdict: 'verdict',
  formOf: { probability: 'by probability', verdict: 'by words' },
  fromElsewhere: 'imported',
  baselineMark: 'baseline, no model',
  verdictNames: {
    separates: 'separates',
    does_not_separate: 'does not separate',
    undecided: 'undecided',
    too_few_grades: 'too few grades',
  },
  trustNote: (level) =>
    `AUC: how often a right answer scores better than a wrong one, ties counting half; 0.5 is chance, 1 is perfect. The brackets are its ${level} interval, which allows for answers of one cluster being alike. p: how likely such an AUC is by chance alone, corrected for the number of lines (Holm).`,
  permutationNote: (replicates) =>
    replicates === null
      ? 'p counts every way in which the grades could have fallen on the clusters.'
      : `p comes from ${replicates} random ways in which the grades could have fallen on the clusters.`,

  metricByMetric: 'Metric by metric',
  trustReasons: {
    separates: ({ right, wrong, low, p }) =>
      `${right} right against ${wrong} wrong: the AUC is above chance (at least ${low}), p ${p}.`,
    reversed: ({ high }) => `It ranks wrong answers above right ones (AUC at most ${high}): check its direction.`,
    below_bar: ({ high, bar }) =>
      `Its AUC is at most ${high}, below the bar of ${bar}: it is of no use for telling these answers apart.`,
    interval_holds_half: ({ low, high }) =>
      `Its AUC may be anything from ${low} to ${high}, which holds chance and useful values alike.`,
    not_after_holm: ({ p }) =>
      `Above chance by itself, but not after correction for the number of lines tested (p ${p}).`,
    between: ({ low, high }) => `Its AUC lies between ${low} and ${high}: neither shown to separate nor shown not to.`,
    few_of_one_class: (right, wrong) =>
      `${right} right and ${wrong} wrong graded answers have a score; at least 5 of each are needed.`,
    p_unreachable: (right, wrong) =>
      `With ${right} right and ${wrong} wrong no result could be told from chance, however good the metric.`,
    few_clusters: (clusters) => `Only ${some(clusters, 'cluster')}; at least 6 are needed.`,
    no_right: 'No graded answer with a score is right, so there is nothing to tell apart.',
    no_wrong: 'No graded answer with a score is wrong, so there is nothing to tell apart.',
    no_scores: 'No graded answer has a score of this metric.',
    all_equal: 'All scores are equal: it cannot tell any two answers apart.',
  },
  neededLine: (right, wrong, shows) =>
    `About ${right} more right and ${wrong} more wrong answers, if the AUC stays, would show that it ${shows === 'separates' ? 'separates' : 'does not separate'}.`,
  neededNever: 'So close to a limit that no number of grades within reach would decide it.',
  againstBaseline: ({ difference, low, high, sign, n }, calls, baseline) => {
    const cost = calls === null ? '' : ` It cost ${some(calls, 'judge question')}.`
    const interval = `AUC differs by ${difference} [${low}, ${high}] on ${some(n, 'answer')} with both scores`
    if (sign === 'better') return `Better than ${baseline}, which needs no model: ${interval}.${cost}`
    if (sign === 'worse') return `Worse than ${baseline}, which needs no model: ${interval}.${cost}`
    return `Not shown to be better than ${baseline}, which needs no model and counts shared words: ${interval}.${cost}`
  },
  againstWords: ({ difference, low, high, sign }) => {
    const interval = `AUC differs by ${difference} [${low}, ${high}]`
    if (sign === 'better') return `Better than the same verdicts read as words: ${interval}.`
    if (sign === 'worse') return `Worse than the same verdicts read as words: ${interval}.`
    return `No difference shown to the same verdicts read as words: ${interval}.`
  },
  thresholdLine: (value, sensitivity, specificity, lower) =>
    `Calling answers ${lower ? 'at or below' : 'at or above'} ${value} right finds ${sensitivity} of the right and ${specificity} of the wrong ones, on questions that had no part in the choice.`,
  leftOutNa: (n, counts) => `${some(n, 'graded answer')} without a score: ${counts}.`,
  leftOutReference: (n) =>
    `${some(n, 'graded answer')} left out that repeat the reference, which the metric reads: a text compared with itself says nothing.`,
  atMaximum: (share) => `${share} of the scores are at the maximum, where it cannot tell answers apart.`,
  coarse: (values) => `Only ${some(values, 'different value')}.`,
  saturationFlags: {
    deep_cut: 'it looks at half of the corpus or more',
    chance_hits: 'a random ranking would hit 80 % or more',
    at_maximum: 'at least 90 % of the questions are at the maximum under every configuration',
    no_differences: 'no question differs between configurations',
    few_values: 'fewer than three different values',
  },
  saturatedLine: (flags) =>
    `Saturated: ${flags}. Use a smaller k, a larger corpus, or the rank of the first relevant chunk (mrr).`,
  chanceLine: (chance, above) =>
    `A random ranking would score ${chance}; it stands at ${above} of the way from there to 1.`,
  repeatsLine: (kind, items, flips, icc) =>
    kind === 'judge'
      ? `Asked again about the same ${some(items, 'answer')}, the judge changed its score for ${flips}${icc === null ? '' : ` (ICC ${icc})`}.`
      : `Asked the same ${some(items, 'question')} again, system and judge together changed the score for ${flips}${icc === null ? '' : ` (ICC ${icc})`}.`,
  repeatsNeeded: (n) => `The mean of ${some(n, 'repeat')} would be reliable (0.9).`,
  brierLine: (brier, platt) =>
    `Read as the probability of being right: Brier score ${brier} (0 is perfect, always saying 0.5 gives 0.25)${platt === null ? '' : `; recalibrated on other questions ${platt}`}.`,

  agreementTitle: 'How well people agree',
  agreementPair: (a, b, n) => `${a} and ${b}, ${some(n, 'answer')}`,
  agreementLine: (agreement, kappa, ac1) => `same verdict on ${agreement}; kappa ${kappa}, AC1 ${ac1}`,
  agreementTable: (bothRight, onlyA, onlyB, bothWrong, a, b) =>
    `both right ${bothRight}, only ${a} right ${onlyA}, only ${b} right ${onlyB}, both wrong ${bothWrong}`,
  kappaParadox:
    'Almost all answers are of one kind, so kappa is low however well the two agree: read AC1 and the counts.',
  alphaLine: (alpha, graders, n) =>
    `Krippendorff's alpha of the verdicts ${alpha} (${some(graders, 'grader')}, ${some(n, 'answer')} with two or more grades)`,
  alphaMarksLine: (ordinal, nominal, interval) =>
    `alpha of the marks: ordinal ${ordinal}, nominal ${nominal}, interval ${interval}`,
  ceilingNote:
    'kappa, AC1 and alpha: agreement beyond what chance alone would give; 1 is perfect, 0 is chance. No metric can be held to agree with people more than people agree with each other.',
  oneGrader:
    'One grader only: how far people agree, which bounds what a metric can reach, is not known. A second grader on the same answers would tell.',

  pairsTitle: 'Configurations by the grades',
  pairColumn: 'a / b',
  onlyFirst: 'only a right',
  onlySecond: 'only b right',
  pairNever: 'fewer than 6 differ: p < .05 cannot be reached',
  pairsNote:
    'a - b: difference of the share right, with its 95% interval. p: how likely such a difference is by chance alone (McNemar, exact), not corrected for the number of pairs.',

  ratesTitle: 'Share of right answers',
  rate: 'share right',
  rateMethod: 'from',
  judgeAlone: 'judge alone',
  rateMethods: {
    human_only: 'grades alone',
    ppi_plus_plus: 'grades and scores (PPI++)',
    lang_reiczigel: 'judge, corrected (Rogan-Gladen)',
  },
  rateReasons: {
    ppi_narrower: 'the scores of the ungraded answers make the interval narrower',
    few_grades: 'fewer than 30 graded questions, too few to weigh the scores in',
    weak_correlation: 'the scores follow the grades too little to help',
    no_metric: 'no metric stands in for grades; name one: --rate-from METRIC',
    no_scores: 'the ungraded answers have no score',
    human_narrower: 'the scores would not make the interval narrower',
    all_graded: 'every answer is graded',
    calibrated: 'the errors of the judge are known from the calibration set (interval of Lang and Reiczigel)',
    uninformative_judge: 'the judge is uninformative on the calibration set, so its verdicts say nothing of the rate',
    not_random: 'no rate for the other answers: the graded ones were not drawn at random',
    sampling_unknown:
      'no rate for the other answers: nobody recorded how the graded ones were chosen (ragstone grade draws at random)',
    many_skipped: 'no rate for the other answers: more than one in ten of the drawn ones were passed over',
    run_grew: 'no rate for the other answers: the run has got more answers since the sample was drawn',
    other_judge: 'the calibration set was scored by another judge or another version of the metric',
    no_grades: 'no grades',
  },
  rateCounts: (graded, scoredOnly) => `${graded} graded, ${scoredOnly} scored only`,

  spotTitle: (metric) => `Spot check of the judge: ${metric}`,
  spotLine: (agreement, n, kappa) =>
    `judge and people say the same of ${agreement} of ${some(n, 'answer')}; kappa ${kappa}`,
  spotTable: (bothRight, judgeWrong, judgeRight, bothWrong) =>
    `both right ${bothRight}; right, but the judge says wrong ${judgeWrong}; wrong, but the judge says right ${judgeRight}; both wrong ${bothWrong}`,
  spotPerson: (verdict, names, notes) => `${names}: ${verdict}${notes === null ? '' : ` (${notes})`}`,
  spotJudge: (verdict, value, reasons) => `judge: ${verdict}, score ${value}${reasons === null ? '' : ` (${reasons})`}`,

  warningsTitle: 'Mind',
  trustWarnings: {
    few_clusters: (clusters) =>
      `Only ${some(clusters, 'cluster')}: below about 40 the intervals themselves are rough, so they are made wider (by the t distribution).`,
    na_differs: (metric, right, wrong) =>
      `${metric} has no score for ${wrong} of the wrong answers and ${right} of the right ones: failing on bad answers makes it look better than it is.`,
    split_grades: (n) => `${some(n, 'answer')} left out: the graders are evenly split.`,
    other_judges: 'Some scores were made by another judge or version than the run now has; they have no part.',
    few_replicates: (n) => `With so many answers only ${n} random permutations were drawn: small p values are rough.`,
    configurations_missing:
      'Not every configuration has grades: what holds for the graded ones may not hold for the others.',
  },
  nextGrade: (command) => `grade more answers: ${command}`,
  nextCases:
    'every answer of this run is graded, and some metrics are still open: it takes more questions to decide them',
  nextReport: (command) => `the scores with these verdicts beside them: ${command}`,

  trustMark: (verdict, auc) =>
    ({
      separates: `separates${auc === null ? '' : ` (AUC ${auc})`}`,
      does_not_separate: `does not separate${auc === null ? '' : ` (AUC ${auc})`}`,
      undecided: 'undecided',
      too_few_grades: 'too few grades',
    })[verdict],
  notValidated: 'not validated here',
  notValidatedNote: (command) =>
    `Not validated here: nobody has graded answers of this run, so it is not known which metrics tell right from wrong on this corpus. Some dozens of grades would show it: ${command}`,
  validatedNote: (command) =>
    `Below each name: whether the metric separates right from wrong answers here, by the grades of people. Why, and how far: ${command}`,
}
