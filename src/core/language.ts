/** The languages of reports. */
export const LANGUAGES = ['en', 'zh-Hant', 'zh-Hans'] as const
export type Language = (typeof LANGUAGES)[number]

/** Other codes that people write for them, by country. */
export const LANGUAGE_ALIASES = { zh: 'zh-Hans', 'zh-CN': 'zh-Hans', 'zh-TW': 'zh-Hant', 'zh-HK': 'zh-Hant' } as const
export type LanguageAlias = keyof typeof LANGUAGE_ALIASES

/** The language that a code stands for; other codes stay as they are. */
export function languageOf<T extends string>(code: T | LanguageAlias): Exclude<T, LanguageAlias> | Language {
  const aliases: Partial<Record<string, Language>> = LANGUAGE_ALIASES
  return aliases[code] ?? (code as Exclude<T, LanguageAlias>)
}
