import type { Item, VerdictQuestion } from '../../judge/judge.ts'
import { type Prompts, RELEVANCE_CLASSES, type RelevanceClass } from '../prompts/prompts.ts'

/**
 * Whether each passage is useful for the reference answer to the question. The question holds nothing of the response, and
 * each passage is judged by itself, so a passage is paid once however many configurations retrieve it.
 */
export function relevanceQuestion(
  about: { user_input: string; reference: string },
  passages: readonly Item[],
  { prompts: { relevance }, perCall }: { prompts: Prompts; perCall: number },
): VerdictQuestion<RelevanceClass> {
  const [words, ...otherWords] = relevance.words
  return {
    step: 'chunk_usefulness',
    classes: RELEVANCE_CLASSES,
    items: passages,
    single: (passage, list) => relevance.single(about, passage, list),
    words,
    otherWords,
    batched: (items, form) => relevance.batched(about, items, form),
    perCall,
    typical: 'useful',
  }
}
