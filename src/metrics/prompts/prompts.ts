import type { Language } from '../../core/language.ts'
import type { Item } from '../../judge/judge.ts'
import type { Prompt } from '../../judge/prompt.ts'

export const ENTAILMENT_CLASSES = ['supported', 'contradicted', 'not_mentioned'] as const
export type EntailmentClass = (typeof ENTAILMENT_CLASSES)[number]
export const RELEVANCE_CLASSES = ['useful', 'not_useful'] as const
export type RelevanceClass = (typeof RELEVANCE_CLASSES)[number]
export const CORRECT_CLASSES = ['correct', 'incorrect'] as const
export type CorrectClass = (typeof CORRECT_CLASSES)[number]
export const ATTRIBUTION_CLASSES = ['attributed', 'not_attributed'] as const
export type AttributionClass = (typeof ATTRIBUTION_CLASSES)[number]

/** The word that stands for each class in the single form, first list preferred. */
export type Words<C extends string> = readonly [Readonly<Record<C, string>>, ...Readonly<Record<C, string>>[]]

type Form = { reasons: boolean }

/**
 * All prompts in one language. Batched prompts are answered as `{"verdicts": [{"id", "reason", "verdict"}]}` (without `reason`
 * when `reasons` is false), single ones by one word. Texts of the sample stand in blocks only.
 */
export interface Prompts {
  entailment: {
    words: Words<EntailmentClass>
    /** `words` is the list in use: the instructions and examples are written with it. */
    single(texts: readonly string[], claim: Item, words: Readonly<Record<EntailmentClass, string>>): Prompt
    batched(texts: readonly string[], claims: readonly Item[], form: Form): Prompt
  }
  relevance: {
    words: Words<RelevanceClass>
    single(
      about: { user_input: string; reference: string },
      chunk: Item,
      words: Readonly<Record<RelevanceClass, string>>,
    ): Prompt
    batched(about: { user_input: string; reference: string }, chunks: readonly Item[], form: Form): Prompt
  }
  correct: {
    words: Words<CorrectClass>
    single(
      about: { user_input: string; reference: string },
      response: Item,
      words: Readonly<Record<CorrectClass, string>>,
    ): Prompt
    batched(about: { user_input: string; reference: string }, responses: readonly Item[], form: Form): Prompt
  }
  /** Which claims of the reference can be attributed to the chunks; each verdict also has `chunk`: its number, or null. */
  attribution(about: { user_input: string }, chunks: readonly Item[], claims: readonly Item[], form: Form): Prompt
  /** The claims of a text as `{"claims": ["...", ...]}`: each can be understood alone; none when it claims nothing. */
  claims(about: { user_input: string }, text: string): Prompt
  /** `{"questions": [{"question", "noncommittal"}, ...]}`: `count` different questions that the response answers. */
  reverseQuestions(response: string, count: number): Prompt
  /** `{"reason": "..."}`: why the verdict on this item was given; `question` is the single prompt that it was given to. */
  explain(question: Prompt, word: string): Prompt
}

export type PromptsByLanguage = Readonly<Record<Language, Prompts>>
