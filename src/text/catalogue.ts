import type { CatalogueLanguage, Messages } from './messages.ts'
import { en } from './messages-en.ts'
import { zhHans } from './messages-zh-hans.ts'
import { zhHant } from './messages-zh-hant.ts'

export type { CatalogueLanguage, Messages } from './messages.ts'

/** The texts of every language; the type makes a missing translation a compile error. */
export const catalogue: Record<CatalogueLanguage, Messages> = { en, 'zh-Hant': zhHant, 'zh-Hans': zhHans }

/** The texts of one language. */
export function messages(language: CatalogueLanguage): Messages {
  return catalogue[language]
}
