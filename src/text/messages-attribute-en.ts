import type { AttributeMessages } from './messages-attribute.ts'

const some = (n: number, one: string, many = `${one}s`) => `${n} ${n === 1 ? one : many}`

/** What `attribute` says, in English. */
export const attributeEn: AttributeMessages = {
  attributeTitle: (name) => `Which change did what: ${name}`,
  judgedBy: 'judged by',
  byMarks: (right, wrong) => `the grades of people: ${right} right, ${wrong} wrong`,
  baseLabel: 'base',
  averagedRepeats: (n) => `up to ${n} answers to a question, averaged before anything is compared`,
  reachedTitle: 'What each configuration reached',
  reached: 'mean',
  scoredQuestions: 'questions',

  pairsOfOne: 'One change at a time',
  change: 'change',
  wonLost: 'won/lost',
  stage: 'stage',
  stageNames: { generation: 'generation', retrieval: 'retrieval changed', both: 'both', unknown: 'not known' },
  pairsOfOneNote:
    'Each line is two configurations that differ in this one setting. Won: questions on which the second did better. The brackets are the 95% interval of the mean difference, second less first; Holm corrects p for the number of lines. Stage: where the chunks were the same, the won and lost questions come from generation; where they differed, retrieval changed.',
  noPairs: 'No two configurations differ in exactly one setting, so no difference can be laid to a setting.',
  nonePossible:
    'None of these pairs has 6 questions that differ, so no pair can reach p < .05, whatever they show: more questions are needed.',
  wonNames: (names) => `won: ${names}`,
  lostNames: (names) => `lost: ${names}`,
  stageSentences: {
    generation: 'The chunks were the same on these questions, so the difference lies in generation.',
    retrieval: 'Other chunks were retrieved for all of these questions.',
    both: 'For some of these questions the chunks were the same (generation), for others not.',
    unknown: 'What was retrieved is not known for all of these questions.',
  },
  leftOutPairs: (n) => `${some(n, 'more pair')} differ in one setting; shown are those with the base`,

  notAttributable: 'Not attributable',
  changedTogether: (factors) => `${factors} changed together, so a difference cannot be laid to one of them.`,
  sameSettings: 'The settings are equal, so what differs is chance.',
  severalCounted: (n) => `${some(n, 'more pair')} changed several settings at once.`,
  equalCounted: (n) => `${some(n, 'more pair')} with equal settings.`,

  factorsTitle: 'What each setting did',
  effect: 'effect [95%]',
  contexts: 'pairs',
  factorsNote:
    'The effect is the mean difference per question over all pairs that change nothing else; it holds for the other settings that were run, and p is not corrected.',
  changedNothing: (factor) =>
    `${factor}: every answer is byte-equal whatever its value; the system seems to take no notice of it.`,
  changedWith: (factor, others) => `${factor} changed whenever ${others} did: their effects are one number.`,
  notEstimable: (factor) => `${factor}: these configurations cannot tell its effect from those of other settings.`,
  interactionsTitle: 'Main effects and interactions',
  interactionsNote:
    'From all configurations together, which are a balanced design. An interaction (a x b) is half the difference between what a does with b on and with b off.',
  aliasedWith: (effect, others) => `${effect} is mixed with ${others} in these configurations.`,
  additivityLine: (all, base, gap) =>
    `${all} against ${base}: all changes together do ${gap} beyond the sum of what each does alone.`,
  additivityExcluded: 'The changes help or hinder each other: do not divide the improvement among them.',
  additivityOpen: 'That is within chance, which does not show that they add up.',

  kindsTitle: 'By kind of question',
  questionKind: 'kind',
  best: 'best',
  noneBetter: 'all alike',
  kindsNote: 'Means as they are; differences between kinds are not tested, and few questions decide little.',

  disagreeTitle: (metric) => `Where grades and ${metric} disagree`,
  disagreeKinds: {
    opposite: (marks, metric) => `opposite: grades ${marks}, metric ${metric}`,
    one_decided: (marks, metric) => `only one is decided: grades ${marks}, metric ${metric}`,
  },
  agreeEverywhere: (metric) => `The grades and ${metric} nowhere point in opposite directions.`,
}
