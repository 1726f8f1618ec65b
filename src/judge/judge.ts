import type { ZodType } from 'zod'
import type { NaReason } from '../core/score.ts'

/** A closed question to a judge. `typical` is a plausible answer, from which the cost of a run is estimated. */
export interface Question<T> {
  /** The name of the step, for example `entailment`; shown with the reply. */
  step: string
  prompt: string
  schema: ZodType<T>
  typical: T
}

/** What came of a question: a value, or the NA reason that it leads to. Bad output is never thrown. */
export type Answer<T> = { ok: true; value: T } | { ok: false; reason: NaReason; detail: string }

/** The model that answers a metric's closed questions; every question and reply becomes a step of the score. */
export interface Judge {
  /** Identifies model and effective parameters; part of the key of a score. */
  readonly fingerprint: string
  ask<T>(question: Question<T>): Promise<Answer<T>>
}

/** Turns texts into vectors, one a text, in order. */
export interface Embedder {
  readonly fingerprint: string
  embed(texts: readonly string[]): Promise<Answer<number[][]>>
}
