import type { Language } from '../core/config.ts'
import type { TestCase } from '../core/test-case.ts'
import { dominantLanguage } from '../text/language.ts'

/** How many questions are read to tell the language of a test set. */
export const LANGUAGE_SAMPLE = 200

/** The language of a report: the one that is wanted, else that of the questions. */
export function chooseLanguage(wanted: Language | 'auto' | undefined, cases: ReadonlyMap<string, TestCase>): Language {
  if (wanted !== undefined && wanted !== 'auto') return wanted
  const questions: string[] = []
  for (const testCase of cases.values()) {
    if (questions.length >= LANGUAGE_SAMPLE) break
    questions.push(testCase.user_input)
  }
  return dominantLanguage(questions)
}
