import type { CompareMessages } from './messages-compare.ts'

const some = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** What `compare` says, in English. */
export const compareEn: CompareMessages = {
  sentenceGap: ' ',
  compareTitle: (a, b) => `What changes from ${a} to ${b}`,
  sideLine: (configuration, run, day) => `${configuration} of run ${run}, ${day}`,
  changedSettings: 'changed settings',
  settingsEqual: 'none: what differs is chance, or comes from something that is no setting',
  settingsUnknown: 'not known, since the answers came from a file; name them with --configurations FILE',
  settingUnset: '(not set)',
  settingLine: (factor, from, to) => `${factor}: ${from} -> ${to}`,
  sharedQuestions: (n) => `${some(n, 'question')}, the same on both sides`,
  sharedOf: (n, a, b, altered) =>
    `${some(n, 'question')} that both runs have (A has ${a}, B has ${b})${altered > 0 ? `; ${some(altered, 'id')} left out that ${altered === 1 ? 'means' : 'mean'} another question in each run` : ''}`,
  averagedFirst: (a, b) => `up to ${a} a question in A, ${b} in B; they are averaged before anything is compared`,
  clustersOf: (n, tag) => `${some(n, 'cluster')} by ${tag}; answers within one may depend on each other`,
  failedLine: (a, b) => `no answer from the system: A ${a}, B ${b}`,

  uncontrolledTitle: 'Different besides the settings',
  uncontrolledNote: 'Each of these may be the cause as well, so no difference below may be laid to a setting alone.',
  uncontrolledKinds: {
    test_set: () => 'test set',
    system: () => 'how the system is reached',
    version: (name) => `version of ${name}`,
    judge: () => 'judge',
    metric_version: (name) => `version of the metric ${name}`,
    metric_judge: (name) => `what scores the metric ${name}`,
    commit: () => 'commit of the project',
    repeats: () => 'repeats',
    date: () => 'date',
  },
  fromTo: (from, to) => `${from} -> ${to}`,
  notKnown: '(not known)',

  changesTitle: 'Metric by metric',
  difference: 'B - A [95%]',
  wonLostTied: 'won/lost/tied',
  finding: 'finding',
  findings: { a: 'A is better', b: 'B is better', open: 'not decided', neutral: 'no direction' },
  changesNote:
    'Won: questions on which B did better than A, lost: on which it did worse; only questions with a score on both sides count. The brackets are the 95% interval of the mean difference. p: McNemar exact for right or wrong, otherwise from flipping the signs of the differences (above 500 questions Student t). Holm corrects p for the number of lines; the finding goes by it, at .05.',
  gradesName: 'grades',
  noneDiffers: (names) => `No question differs by ${names}.`,
  neverSignificant: (name, n) =>
    `${name}: ${n === 1 ? '1 question differs' : `${n} questions differ`}; with fewer than 6, p cannot fall below .05 whatever they show.`,
  noDifferenceInterval: {
    no_questions: (name) => `${name}: no question has a score on both sides.`,
    one_question: (name) => `${name}: one question has no spread, so there is no interval.`,
    equal_differences: (name) => `${name}: the difference is the same on every question, so there is no interval.`,
  },
  missingScores: (name, a, b) => `${name}: scored in A ${a}, in B ${b} answers.`,
  missingBounds: (low, high) =>
    `Whatever the missing scores are, the difference over all questions lies between ${low} and ${high}.`,
  marginFinding: {
    not_worse: (name, margin) => `${name}: B is at most ${margin} worse than A.`,
    worse: (name, margin) => `${name}: B is worse than A by more than ${margin}.`,
    undecided: (name, margin) => `${name}: not shown that B is at most ${margin} worse than A, nor that it is more.`,
  },
  marginNoInterval: (name) => `${name}: without an interval nothing can be said about the margin.`,
  identicalAnswers: (n, of) => `${n} of ${some(of, 'question')} got byte-equal answers from both.`,
  identicalRetrieved: (n, of) => `${n} of ${some(of, 'question')} got the same chunks from both, in the same order.`,

  costsTitle: 'What it costs',
  costNames: {
    latency_ms: 'latency in ms',
    prompt_tokens: 'prompt tokens',
    completion_tokens: 'completion tokens',
    total_tokens: 'tokens',
    cost_usd: 'cost in USD',
  },
  costsNote: 'Means of an answer, over the questions for which both sides told it.',

  answersTitle: (metric, n) => `Won and lost by ${metric}: ${some(n, 'question')}`,
  wonQuestion: 'won',
  lostQuestion: 'lost',
  noAnswer: '(no answer)',
  moreAnswers: (n) => `and ${n} more; --json has all of them`,
}
