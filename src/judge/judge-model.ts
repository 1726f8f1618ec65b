import type { Step } from '../core/score.ts'
import type { Embedder, Judge } from './judge.ts'
import type { ModelFacts } from './provider.ts'

/** What was asked of a model since it was opened. */
export interface Spent {
  /** Requests that were answered or failed; retries count. */
  calls: number
  /** Questions answered without a request: from the store, or shared with one in flight. */
  hits: number
  prompt_tokens: number
  completion_tokens: number
  /** null when the price is unknown. */
  cost_usd: number | null
  /** Exchanges that led to no value, by NA reason. */
  failed: Record<string, number>
  /** Parameters that the model refused and that were dropped. */
  dropped_parameters: string[]
}

/** A judge that is open: model, cache, pace and budget behind it. One is shared by all metrics of a run. */
export interface JudgeModel extends Omit<Judge, 'ask' | 'verdicts' | 'verifier'> {
  /** Identifies provider, address, model and digest: the key of what is learnt about the model. */
  readonly modelKey: string
  readonly facts: ModelFacts
  readonly grading: 'probability' | 'verdict'
  /** How many scores should be waited for at once to keep the model busy. */
  readonly concurrency: number
  /** A judge whose questions and replies are handed to `record` as steps. */
  recording(record: (step: Step) => void): Judge
  spent(): Spent
  /** Waits for what is being written and frees the provider. */
  close(): Promise<void>
}

/** An embedding model that is open; requests of one moment go out together. */
export interface EmbeddingModel {
  readonly fingerprint: string
  readonly modelKey: string
  recording(record: (step: Step) => void): Embedder
  spent(): Spent
  close(): Promise<void>
}
