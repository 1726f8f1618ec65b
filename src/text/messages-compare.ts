type UncontrolledKind =
  | 'test_set'
  | 'system'
  | 'version'
  | 'judge'
  | 'metric_version'
  | 'metric_judge'
  | 'commit'
  | 'repeats'
  | 'date'
type CostName = 'latency_ms' | 'prompt_tokens' | 'completion_tokens' | 'total_tokens' | 'cost_usd'

/** Texts of `compare`: two configurations on the same questions. Figures are handed in as written. */
export interface CompareMessages {
  /** Between two sentences. */
  sentenceGap: string
  compareTitle: (a: string, b: string) => string
  sideLine: (configuration: string, run: string, day: string) => string
  changedSettings: string
  settingsEqual: string
  /** The answers came from a file, which tells nothing of settings. */
  settingsUnknown: string
  settingUnset: string
  settingLine: (factor: string, from: string, to: string) => string
  sharedQuestions: (n: number) => string
  /** Of the questions of two runs: how many are shared, how many each has, how many ids mean another question. */
  sharedOf: (n: number, a: number, b: number, altered: number) => string
  averagedFirst: (a: number, b: number) => string
  clustersOf: (n: number, tag: string) => string
  failedLine: (a: number, b: number) => string

  uncontrolledTitle: string
  uncontrolledNote: string
  uncontrolledKinds: Record<UncontrolledKind, (name: string) => string>
  fromTo: (from: string, to: string) => string
  notKnown: string

  changesTitle: string
  difference: string
  wonLostTied: string
  finding: string
  findings: Record<'a' | 'b' | 'open' | 'neutral', string>
  changesNote: string
  /** The grades as a line among metrics. */
  gradesName: string
  noneDiffers: (names: string) => string
  neverSignificant: (name: string, n: number) => string
  noDifferenceInterval: Record<'no_questions' | 'one_question' | 'equal_differences', (name: string) => string>
  missingScores: (name: string, a: string, b: string) => string
  missingBounds: (low: string, high: string) => string
  marginFinding: Record<'not_worse' | 'worse' | 'undecided', (name: string, margin: string) => string>
  marginNoInterval: (name: string) => string
  identicalAnswers: (n: number, of: number) => string
  identicalRetrieved: (n: number, of: number) => string

  costsTitle: string
  costNames: Record<CostName, string>
  costsNote: string

  answersTitle: (metric: string, n: number) => string
  wonQuestion: string
  lostQuestion: string
  noAnswer: string
  moreAnswers: (n: number) => string
}
