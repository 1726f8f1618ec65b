import type { ZodType } from 'zod'
import type { Language } from '../core/language.ts'
import type { NaReason } from '../core/score.ts'
import type { Prompt } from './prompt.ts'

/** A question whose reply is JSON of its own shape. `typical` is a plausible answer, from which the cost of a run is estimated. */
export interface Question<T> {
  /** The name of the step, for example `claims`; shown with the reply. */
  step: string
  /** A text of the caller's own is sent as one user message. */
  prompt: Prompt | string
  schema: ZodType<T>
  typical: T
  /** Most tokens that the reply may have; default that of the judge. */
  maxOutputTokens?: number
  /** Which draw of the same question this is, from 1: draws are real calls. */
  repeat?: number
}

/** What came of a question: a value, or the NA reason that it leads to. Bad output is never thrown. */
export type Answer<T> = { ok: true; value: T } | { ok: false; reason: NaReason; detail: string }

/** One thing to be judged: a claim, a chunk, a statement. `id` is a number written as text, unique within the question. */
export interface Item {
  id: string
  text: string
}

/**
 * A closed question about each of several items: which of `classes` does the item belong to? It is asked in the judge's own
 * way: one call an item whose one word carries a probability (`single`), or in one call for many items, answered as JSON by id
 * (`batched`). Items are known by their text and the fixed part of the question, so the same item is paid once.
 */
export interface VerdictQuestion<C extends string> {
  step: string
  /** The possible verdicts; the first is the good one, whose probability the score is made of. */
  classes: readonly [C, ...C[]]
  items: readonly Item[]
  /** The question about one item, to be answered by one of `words`: the list in use, `words` or one of `otherWords`. */
  single: (item: Item, words: Readonly<Record<C, string>>) => Prompt
  /** The word for each class in the single form; their first tokens differ. */
  words: Readonly<Record<C, string>>
  /** Further word lists, for models in which the first tokens of `words` do not differ. */
  otherWords?: readonly Readonly<Record<C, string>>[]
  /** The question about these items, to be answered as `{"verdicts": [{"id", "reason"?, "verdict", ...fields}]}`. */
  batched: (items: readonly Item[], form: { reasons: boolean }) => Prompt
  /** Most items in one batched call; default all. */
  perCall?: number
  /** Further fields of each batched verdict, by name, for example the number of the chunk that carries a claim. */
  fields?: Readonly<Record<string, ZodType>>
  /** Which draw of the same question this is, from 1: draws are real calls. */
  repeat?: number
  typical: C
  typicalFields?: Readonly<Record<string, unknown>>
}

/** The verdict on one item. */
export interface Verdict<C extends string> {
  id: string
  verdict: C
  /** The word in use for the verdict, where it is of another list than the question's `words`. */
  word?: string
  /** Probability of every class, normalised among them; absent where the model gives none. */
  probabilities?: Readonly<Record<C, number>>
  reason?: string
  /** The reason says one thing and the verdict another; for a human to look at, never changed. */
  contradiction?: boolean
  fields?: Readonly<Record<string, unknown>>
}

/** `verdict`: the word counts; `probability`: the probability of the good class counts. */
export type Grading = 'verdict' | 'probability'

/**
 * Verdicts on all items in their order, or the NA reason with the verdicts that are known all the same (for bounds).
 * `grading` is `probability` only when every verdict has probabilities.
 */
export type Verdicts<C extends string> =
  | { ok: true; grading: Grading; verdicts: Verdict<C>[] }
  | { ok: false; reason: NaReason; detail: string; known: Verdict<C>[] }

/**
 * The model that answers a metric's closed questions; every question and reply becomes a step of the score. Bad output never
 * throws; what only the user can mend (a wrong key, an unknown model) throws a RagstoneError and ends the run.
 */
export interface Judge {
  /** Identifies provider, model, effective parameters and way of asking; part of the key of a score. */
  readonly fingerprint: string
  /** In which language prompts are written; `auto` follows the sample. */
  readonly language: Language | 'auto'
  /** One call an item with probabilities, or many items a call answered by id. */
  readonly asking: 'per_item' | 'batched'
  /** Whether claims are the sentences of a text, by rule, or made by the model. */
  readonly claims: 'sentences' | 'judge'
  /** Whether every verdict is to be explained by one further call that does not change it. */
  readonly explain: boolean
  /** A second model that answers entailment in place of this one; its exchanges are steps of the same score. */
  readonly verifier?: Verifier
  ask<T>(question: Question<T>): Promise<Answer<T>>
  verdicts<C extends string>(question: VerdictQuestion<C>): Promise<Verdicts<C>>
}

/** A small model made for one question: does this text support this claim? */
export interface Verifier {
  readonly fingerprint: string
  /** How many tokens of text it reads at once; longer texts are asked chunk by chunk. */
  readonly window: number
  /** Probability that the text supports the claim where the model gives one, and the verdict. */
  supports(question: { text: string; claim: string }): Promise<Answer<{ supported: boolean; probability?: number }>>
}

/** Turns texts into vectors, one a text, in order. */
export interface Embedder {
  readonly fingerprint: string
  embed(texts: readonly string[]): Promise<Answer<number[][]>>
}
