type VerdictName =
  | 'supported'
  | 'contradicted'
  | 'not_mentioned'
  | 'not_supported'
  | 'useful'
  | 'not_useful'
  | 'correct'
  | 'incorrect'
  | 'attributed'
  | 'not_attributed'

/** Texts about scores that a judge made: the judge's section of a report, its notes and lists. */
export interface JudgeMessages {
  judgeTitle: string
  verifier: string
  /** Label of the ways in which metrics were graded. */
  gradedBy: string
  forms: Record<'probability' | 'verdict' | 'mixed', string>
  formUnknown: string
  asked: string
  askedLine: (questions: number, scores: number, calls: number, cached: number) => string
  tokens: string
  tokensLine: (prompt: string, completion: string) => string
  judgeFailures: string
  contradictions: string
  contradictionsLine: (n: number) => string
  repaired: string
  repairedLine: (n: number) => string
  instructionLike: string
  instructionLikeLine: (n: number) => string
  dropped: string
  check: string
  checkLine: (accuracy: string | null, items: number | null, advice: string) => string
  quickCheck: string
  notChecked: (command: string) => string
  spentNow: string
  embeddingsNow: string
  /** `cost` is null when the price is not known. */
  spentLine: (calls: number, hits: number, tokens: string, cost: string | null) => string

  /** Under a table: what a metric in probability form is, and what its words alone say. */
  probabilityNote: (metric: string) => string
  mixedNote: (metric: string) => string
  byWords: (figures: string) => string
  byWordsUnknown: string
  verdicts: Record<VerdictName, string>
  /** Beside verdicts of a verifier, which has two classes only. */
  verifierNote: string
  probabilityOf: (probability: string) => string
  reason: (reason: string) => string
  contradicts: string

  unsupportedTitle: (metric: string, count: string) => string
  unsupportedNote: (command: string) => string
  supportedProbability: (probability: string) => string
  unsupportedClaim: (claim: string, verdict: string) => string
  claimsSupported: (k: number, n: number) => string
}

/** Texts of the page that shows everything behind the scores of one test case. */
export interface CaseMessages {
  caseTitle: (id: string) => string
  run: string
  reference: string
  noReference: string
  expectedSources: string
  tags: string
  kind: string
  caseAnswerable: string
  caseUnanswerable: string
  response: string
  systemError: string
  retrieved: (n: number) => string
  nothingRetrieved: string
  chunkScore: (score: string) => string
  noResponses: string
  scoresTitle: (where: string) => string
  noScores: string
  naFor: (name: string, reason: string, detail: string) => string
  bounds: (low: string, high: string) => string
  resolution: (k: number, n: number, low: string, high: string) => string
  ofText: (chunks: string) => string
  arithmetic: (line: string) => string
  rule: (name: string, detail: string) => string
  stepLine: (step: string, exchange: string, state: string) => string
  cacheStates: Record<'asked' | 'stored' | 'in_flight', string>
  repairs: (names: string) => string
  problems: (names: string) => string
  failed: (reason: string, detail: string) => string
  value: (json: string) => string
  embedded: (n: number, state: string) => string
  exchange: (n: number) => string
  earlierExchange: (n: number) => string
  exchangeGone: string
  exchangesTitle: (n: number) => string
  model: string
  parameters: string
  outputLimit: string
  window: string
  structured: string
  firstToken: string
  stop: string
  usage: string
  notTold: string
  latencyAttempts: (ms: string, attempts: number) => string
  time: string
  warnings: string
  error: string
  prompt: (role: string) => string
  reply: string
  noReply: string
  moreLines: (n: number) => string
  cutNote: (command: string) => string
}
