import { en } from './en.ts'
import type { PromptsByLanguage } from './prompts.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

/** The prompts of every metric, by the language in which they are written. */
export const PROMPTS: PromptsByLanguage = { en, 'zh-Hant': zhHant, 'zh-Hans': zhHans }
