import type { Language } from './language.ts'
import type { NaReason } from './score.ts'

/**
 * A way of asking that a judge is tested in: `per_item` = one call an item, read from its word's probability; `batched` = many
 * items a call, answered by id, with reasons before the verdicts or without.
 */
export const CHECK_MODES = ['per_item', 'batched_with_reasons', 'batched'] as const
export type CheckMode = (typeof CHECK_MODES)[number]

export type CheckedQuestion = 'entailment' | 'relevance' | 'correct'

/** A labelled item with what the model said of it. */
export interface CheckedItem {
  id: string
  kind: string
  language: Language
  asks: CheckedQuestion
  gold: string
  /** null = no verdict; `failed` says why. */
  verdict: string | null
  /** Probability of the good class (`supported`, `useful`, `correct`); null where the model gave none. */
  probability: number | null
  failed: NaReason | null
  /** The reason says one thing and the verdict another. */
  contradiction: boolean
}

/** A call to the model, as far as the check counts it. */
export interface CheckedCall {
  form: 'word' | 'json'
  prompt_tokens: number | null
  completion_tokens: number | null
  /** The server had kept a part of the prompt. */
  cached: boolean
  latency_ms: number
  /** In which way JSON was demanded. */
  structured: string | null
  /** Probability that all words of the list had together in the first token; null without probabilities. */
  word_mass: number | null
  /** The likeliest first token names exactly one of the words; null without probabilities. */
  word_named: boolean | null
  /** Nothing could be read of it. */
  unreadable: boolean
}

/** All items in one way of asking. */
export interface CheckedMode {
  mode: CheckMode
  items: CheckedItem[]
  calls: CheckedCall[]
  seconds: number
}

/** One prompt of the canary: a code at the very beginning, asked for at the end. */
export interface CanaryTry {
  /** As the provider counted them, else as estimated. */
  tokens: number
  /** What became of it; `found`: the model read the beginning. */
  outcome: 'found' | 'not_found' | 'cut' | 'refused' | 'unreadable' | 'failed'
  seconds: number
  detail: string | null
}

export interface Canary {
  /** Tokens of the largest prompt whose beginning was read; null when none was. */
  largest: number | null
  /** The counts are the provider's own; else they are estimates. */
  counted: boolean
  tries: CanaryTry[]
  /** Why no longer prompt was tried, in words. */
  stopped: string
}

export interface ConcurrencyCheck {
  /** Requests in flight; null when it was not measured. */
  recommended: number | null
  measured: { in_flight: number; per_second: number }[]
  /** In words, where it was not measured or ended early. */
  note: string | null
}

/** Items asked again: real calls of the same questions. */
export interface StabilityCheck {
  mode: CheckMode
  /** Items whose verdicts were all equal, of those that had a verdict every time. */
  equal: number
  of: number
  /** How often each was asked. */
  times: number
}

/** What a self-test gave, before anything is computed of it. */
export interface CheckRecord {
  /** The way of asking that the configuration leads to. */
  in_use: CheckMode
  modes: CheckedMode[]
  stability: StabilityCheck | null
  canary: Canary | null
  concurrency: ConcurrencyCheck
  verifier: { fingerprint: string; items: CheckedItem[] } | null
  /** Nothing was cut short by the user or the budget. */
  complete: boolean
  /** What cut it short, in words. */
  cut_short: string | null
}

/** A share with its 95 % Wilson interval; all null without items. */
export interface CheckShare {
  value: number | null
  low: number | null
  high: number | null
  k: number
  n: number
}

/** One way of asking in figures. */
export interface ModeFigures {
  mode: CheckMode
  items: number
  calls: number
  seconds: number
  /** Items that got no verdict for the form of the reply, of those that were answered. */
  format_failures: number
  /** Of the failures, by reason. */
  by_reason: Record<string, number>
  /** Replies that could not be read and were asked for again. */
  unreadable_replies: number
  /** In which ways JSON was demanded. */
  structured: string[]
  accuracy: CheckShare
  /** Entailment folded into supported and the rest, as scores are made of it. */
  supported_vs_rest: CheckShare
  /** Whether a supported claim stands above the others, .5 = chance: by verdict word, and by probability. null: too few. */
  auc_word: number | null
  auc_probability: number | null
}

/** The same figures for two ways of asking, on the items that both were asked. */
export interface ModeComparison {
  items: number
  figures: { mode: CheckMode; accuracy: number | null; separation: number | null }[]
  /** The way that separates supported claims from others best; null when none is better by .05. */
  better: CheckMode | null
  /** What reasons gain: accuracy with reasons less accuracy without; null when not measured. */
  reasons_gain: number | null
  sentence: string
}

export interface VerifierFigures {
  fingerprint: string
  items: number
  format_failures: number
  /** Supported or not, the two classes that it tells. */
  accuracy: CheckShare
  by_language: Partial<Record<Language, CheckShare>>
  auc: number | null
  sentence: string
}

/** The self-test of a judge: what `check-judge` prints and keeps with the model. */
export interface JudgeCheckResult {
  format: 1
  /** Provider and model. */
  model: string
  fingerprint: string
  checked_at: string
  quick: boolean
  complete: boolean
  /** Items in the way of asking in use. */
  items: number
  in_use: CheckMode
  /** By way of asking: items without a verdict for the form of the reply, of those answered. */
  format_failures: Partial<Record<CheckMode, { failed: number; of: number }>>
  accuracy: CheckShare
  by_language: Partial<Record<Language, CheckShare>>
  by_kind: Record<string, CheckShare>
  /** Entailment: gold class, then verdict. */
  confusion: Record<string, Record<string, number>>
  contradictions: { count: number; of: number }
  stability: (StabilityCheck & { share: number | null }) | null
  modes: ModeFigures[]
  comparison: ModeComparison
  /**
   * Of the single words; null without probabilities. `mass`: mean probability that they have together. `named`: share of calls
   * whose likeliest first token names exactly one of them.
   */
  words: { probabilities: boolean; mass: number | null; named: number | null }
  largest_prompt_read: number | null
  canary: Canary | null
  latency_ms: Record<'word' | 'json', { n: number; p50: number | null; p95: number | null }>
  /** Tokens a second; null where usage is not told or the calls do not tell reading from writing. */
  tokens_per_second: { read: number | null; written: number | null }
  recommended_concurrency: number | null
  concurrency: ConcurrencyCheck
  verifier: VerifierFigures | null
  warnings: string[]
  usable: 'no' | 'undecided' | 'comparing' | 'single_answers'
  advice: string
}
