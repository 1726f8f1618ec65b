import type { Language } from '../../core/language.ts'
import type { Judge } from '../../judge/judge.ts'
import { dominantLanguage } from '../../text/language.ts'
import { PROMPTS } from '../prompts/by-language.ts'
import type { Prompts } from '../prompts/prompts.ts'

/**
 * The prompts of a question: in the judge's language, or with `auto` in the language of the texts that the question is about.
 * Japanese and other languages are asked in English. Texts that differ between configurations are not passed where the
 * question should be the same for all of them.
 */
export function promptsFor({ language }: Pick<Judge, 'language'>, texts: readonly string[]): Prompts {
  const chosen: Language = language === 'auto' ? dominantLanguage(texts) : language
  return PROMPTS[chosen]
}
