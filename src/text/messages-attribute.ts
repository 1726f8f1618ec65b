type StageName = 'generation' | 'retrieval' | 'both' | 'unknown'

/** Texts of `attribute`: which single change did what. Figures are handed in as written. */
export interface AttributeMessages {
  attributeTitle: (name: string) => string
  judgedBy: string
  byMarks: (right: number, wrong: number) => string
  baseLabel: string
  /** Up to `n` answers to a question are averaged. */
  averagedRepeats: (n: number) => string
  reachedTitle: string
  reached: string
  scoredQuestions: string

  pairsOfOne: string
  change: string
  wonLost: string
  stage: string
  stageNames: Record<StageName, string>
  pairsOfOneNote: string
  noPairs: string
  nonePossible: string
  wonNames: (names: string) => string
  lostNames: (names: string) => string
  stageSentences: Record<StageName, string>
  leftOutPairs: (n: number) => string

  notAttributable: string
  changedTogether: (factors: string) => string
  sameSettings: string
  severalCounted: (n: number) => string
  equalCounted: (n: number) => string

  factorsTitle: string
  effect: string
  contexts: string
  factorsNote: string
  changedNothing: (factor: string) => string
  changedWith: (factor: string, others: string) => string
  notEstimable: (factor: string) => string
  interactionsTitle: string
  interactionsNote: string
  aliasedWith: (effect: string, others: string) => string
  additivityLine: (all: string, base: string, gap: string) => string
  additivityExcluded: string
  additivityOpen: string

  kindsTitle: string
  questionKind: string
  best: string
  noneBetter: string
  kindsNote: string

  disagreeTitle: (metric: string) => string
  disagreeKinds: Record<'opposite' | 'one_decided', (marks: string, metric: string) => string>
  agreeEverywhere: (metric: string) => string
}
