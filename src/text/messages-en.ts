import type { Messages } from './messages.ts'
import { attributeEn } from './messages-attribute-en.ts'
import { compareEn } from './messages-compare-en.ts'
import { gradeEn } from './messages-grade-en.ts'
import { caseEn, judgeEn } from './messages-judge-en.ts'
import { trustEn } from './messages-trust-en.ts'
import { naCounter } from './na-counts.ts'

const some = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** Each NA reason in a word or two. */
const naNames = {
  missing_field: 'missing field',
  no_context: 'nothing retrieved',
  no_claims: 'no claims',
  blank_response: 'blank response',
  refusal: 'declined',
  judge_refused: 'judge declined',
  judge_unreadable: 'judge unreadable',
  judge_truncated: 'judge cut off',
  missing_verdicts: 'missing verdicts',
  conflicting_verdicts: 'conflicting verdicts',
  out_of_scale: 'out of scale',
  context_truncated: 'text too long',
  timeout: 'timeout',
  rate_limited: 'rate limit',
  budget_exhausted: 'budget used up',
  provider_error: 'provider error',
  system_error: 'system error',
  not_applicable: 'not applicable',
  embeddings_missing: 'no embeddings',
}

/** The report in English. */
export const en: Messages = {
  ...judgeEn,
  ...trustEn,
  ...compareEn,
  ...attributeEn,
  ...gradeEn,
  ...caseEn,
  title: (name) => `Ragstone report: ${name}`,
  runLine: (id, createdAt) => `run ${id}, ${createdAt}`,
  testSet: 'test set',
  cases: (n) => (n === null ? 'number of cases not known yet' : some(n, 'case')),
  repeats: (n) => `each asked ${n} times`,
  configuration: 'configuration',
  configurations: 'configurations',
  judge: 'judge',
  scoredBy: 'scored by',
  rulesOnly: 'rules, no model',
  note: 'note',
  collected: 'collected',
  collectedOf: (collected, expected) => (expected === null ? `${collected}` : `${collected} of ${expected}`),
  problemsOf: (errors, problems, notEvaluated) => [
    ...(errors > 0 ? [some(errors, 'system error')] : []),
    ...(problems > 0 ? [`${some(problems, 'reply', 'replies')} with something odd`] : []),
    ...(notEvaluated > 0 ? [`${notEvaluated} not evaluated yet`] : []),
  ],
  everyConfiguration: 'every configuration',
  everyConfigurationBut: (names) => `every configuration but ${names}`,
  namesAndMore: (names, shown, n) => `${names} and ${n - shown} more`,
  comma: ', ',
  clause: ', ',
  semicolon: '; ',
  labelled: (label, text) => `${label}: ${text}`,
  bracketed: (name, inside) => `${name} (${inside})`,

  scores: 'Scores',
  stages: { retrieval: 'Retrieval', generation: 'Generation', cost: 'Time and cost' },
  metric: 'metric',
  lowerIsBetter: 'lower is better',
  na: 'NA',
  scoredOf: (n, total) => `${n} of ${total}`,
  notEvaluated: 'not evaluated yet',
  allNa: (n, counts) => (n === 1 ? `NA: ${counts}` : `all ${n} NA: ${counts}`),
  naCounts: naCounter({
    names: naNames,
    separator: ', ',
    one: (name, n) => `${name} ${n}`,
    missing: (fields, n) =>
      `${naNames.missing_field} ${n} (${fields.length === 1 ? fields[0]?.name : fields.map((one) => `${one.name} ${one.n}`).join(', ')})`,
  }),
  naRemark: (counts, worstCase) => (worstCase === null ? `NA ${counts}` : `NA ${counts}; worst case ${worstCase}`),
  noInterval: (why) =>
    why === 'one_question' ? 'no interval: only one question' : 'no interval: every question has the same value',
  intervals: {
    wilson: 'Wilson (0/1 metrics)',
    cluster_bootstrap: 'bootstrap over questions',
    cluster_robust: 'cluster-robust (more than 10,000 questions)',
  },
  intervalNote: (methods) =>
    `Mean [95 % interval], n scored of N; the rest is NA and not in the mean. Intervals: ${methods.join('; ')}.`,
  noMetrics: 'This run has no metrics.',
  naNames,
  naMeaning: {},

  refusalMetric: 'refusal = share of right decisions to answer or decline.',
  refusals: 'Refusals',
  noneUnanswerable:
    'No case is marked unanswerable: correct refusals cannot be told; mark them with expected_source: null or answerable: false.',
  refusalStates: { answered: 'answered', declined: 'declined', both: 'both', neither: 'neither' },
  refusalNote: 'both = declines and answers anyway, neither = no answer and no refusal; only "declined" is a refusal.',
  cases2x2: 'questions',
  answerable: 'answerable',
  unanswerable: 'unanswerable',
  correctRefusal: 'correct refusals',
  overRefusal: 'over-refusal',
  underRefusal: 'under-refusal',

  responsesTo: (n, questions) => `${some(n, 'response')}, ${some(questions, 'question')}`,
  missTitle: (metric, count) => `Retrieval misses (${metric}): ${count}`,
  missAlso: (metric, n) => `${n} of these ${n === 1 ? 'is a miss' : 'are misses'} of ${metric} too.`,
  missLine: (expected, found) => `expected ${expected}; found ${found ?? 'nothing'}`,
  missStates: {
    answered: 'answered all the same',
    declined: 'declined',
    both: 'declined and answered all the same',
    neither: 'neither answered nor declined',
  },
  nothingExpected: '(not named)',
  times: (n) => `x${n}`,
  answeredUnanswerable: (count) => `Should have refused but did not: ${count}`,
  refusedAnswerable: (count) => `Refused although answerable: ${count}`,
  refusedUnmarked: (count) => `Refused: ${count}`,
  lowTitle: (metric, below, count) => `Answers far from the reference (${metric} below ${below}): ${count}`,
  lowNote: (metric) =>
    `${metric} compares words. That is a hint, not a verdict: a right answer in other words is low too. Read these first.`,
  lowReference: (reference) => `reference: ${reference}`,
  lowStages: (metric) => ({
    missed: `retrieval missed (${metric})`,
    found: 'retrieved, then answered otherwise',
    unknown: null,
  }),
  blankResponse: '(empty response)',
  systemErrors: (n) => `System errors: ${n}`,
  errorLine: (n, configurations, example) => `${some(n, 'response')} (${configurations}), for example ${example}`,
  repeat: (configuration, repeat) => `${configuration} (repeat ${repeat})`,
  more: (n, command = 'npx ragstone report --format json') => `and ${n} more (${command} shows all)`,

  latency: 'Latency in ms',
  latencyMeasured: 'measured',
  latencyMean: 'mean',
  latencyMax: 'max',
  latencyNotMeasured: 'No latency was measured (recorded answers carry none).',

  grades: 'Grades by people',
  question: 'question',
  right: 'right',
  wrong: 'wrong',
  total: 'right in all',

  gates: 'Gates',
  gate: 'gate',
  gateState: 'state',
  gateDetail: 'figure',
  gateStates: { passed: 'PASSED', failed: 'FAILED', undecided: 'UNDECIDED' },
  gateScored: ({ value, configuration, of, scored, total, inapplicable }) => {
    const which = of > 1 ? `${configuration}, the worst of ${of}` : configuration
    const counted = `${scored} of ${total} scored${inapplicable > 0 ? `, ${inapplicable} not applicable` : ''}`
    return value === null ? `${which}, ${counted}` : `${value} (${which}), ${counted}`
  },
  gateBelowFloor: (scored, floor) => `${scored}: below the coverage floor of ${floor}`,
  gateNotEvaluated: (metric, configuration) =>
    configuration === undefined
      ? `${metric} was not evaluated in this run`
      : `${metric} was not evaluated for ${configuration} in this run`,

  next: 'Next',
  nextResume: (command) => `The run is not complete; fill its gaps: ${command}`,
  nextErrors: (n, command) =>
    `The system failed ${n === 1 ? 'once' : `${n} times`}; mend it, then ask those again: ${command}`,
  nextPassing: (n, reasons, command) =>
    `${n} ${n === 1 ? 'score is' : 'scores are'} missing for a reason that can pass (${reasons}); to make only these: ${command}`,
  nextMisses: (n) =>
    `${some(n, 'retrieval miss', 'retrieval misses')}: look at chunking, index and top_k before the prompt; what was not found cannot be answered.`,
  nextUnanswerable: (n) =>
    `${some(n, 'response')} to questions that the documents do not answer: tighten the prompt or the threshold for refusing.`,
  nextRefused: (n) =>
    `${some(n, 'refusal')} of answerable questions: see whether retrieval or the prompt is the cause.`,
  nextUndecided: 'A gate is undecided: too few samples were scored; see the NA reasons above.',
  nextNoInterval: 'With one question there is no interval: add test cases.',
  nextSave: (command) => `Keep this report: ${command}`,
  nextScores: (command) => `All scores, one a line: ${command}`,
}
