import { LANGUAGES, type Language } from '../../core/language.ts'
import { en } from './en.ts'
import type { Probe } from './probe.ts'
import { zhHans } from './zh-hans.ts'
import { zhHant } from './zh-hant.ts'

const PROBES: Readonly<Record<Language, readonly Probe[]>> = { en, 'zh-Hant': zhHant, 'zh-Hans': zhHans }

/** The labelled set in one language or all; `quick`: the part of it that the short check asks. */
export function probesFor(options: { language?: Language | undefined; quick?: boolean } = {}): Probe[] {
  const { language, quick = false } = options
  const languages = language === undefined ? LANGUAGES : [language]
  return languages.flatMap((one) => PROBES[one]).filter((probe) => !quick || probe.quick)
}
