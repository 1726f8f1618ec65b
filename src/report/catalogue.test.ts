import { describe, expect, it } from 'vitest'
import { NA_REASON_MEANING } from '../core/na-reasons.ts'
import { NA_REASONS, type NaReason } from '../core/score.ts'
import { type catalogue, messages } from '../text/catalogue.ts'
import { detectLanguage } from '../text/language.ts'

/** Characters that only the other script has. */
const FOREIGN = {
  'zh-Hant': /[们这为说来国会请没问对无与关点还应过发经实现种开题检质设评验统错误]/,
  'zh-Hans': /[們這為說來國會請沒問對無與關點還應過發經實現種開題檢質設評驗統錯誤]/,
}

/** Every text of a language, functions called with plain values. */
function textsOf(language: keyof typeof catalogue): string[] {
  const collect = (value: unknown): string[] => {
    if (typeof value === 'string') return [value]
    if (typeof value === 'function') return collect(value(...Array.from({ length: value.length }, () => 3)))
    if (Array.isArray(value)) return value.flatMap(collect)
    return typeof value === 'object' && value !== null ? Object.values(value).flatMap(collect) : []
  }
  const { naCounts, intervalNote, ...others } = messages(language)
  return [naCounts({ timeout: 2 }), intervalNote(['Wilson']), ...collect(others)]
}

describe('the catalogue', () => {
  it('says what every NA reason means in both kinds of Chinese', () => {
    for (const language of ['zh-Hant', 'zh-Hans'] as const) {
      expect(Object.keys(messages(language).naMeaning).sort()).toEqual([...NA_REASONS].sort())
    }
  })

  it('has a word for every NA reason in every language', () => {
    for (const language of ['en', 'zh-Hant', 'zh-Hans'] as const) {
      const names = messages(language).naNames
      expect(Object.keys(names).sort()).toEqual([...NA_REASONS].sort())
      expect(new Set(Object.values(names)).size).toBe(NA_REASONS.length)
    }
  })

  it.each(['zh-Hant', 'zh-Hans'] as const)(
    'has full-width brackets and colons beside the Chinese of %s',
    (language) => {
      for (const text of textsOf(language)) expect(text).not.toMatch(/\p{Script=Han} ?[(:]|[):] ?\p{Script=Han}/u)
    },
  )

  it('does not blame the judge alone for what a metric may be the cause of', () => {
    const [hant, hans] = [messages('zh-Hant').naMeaning, messages('zh-Hans').naMeaning]
    for (const reason of ['provider_error', 'context_truncated']) {
      expect(NA_REASON_MEANING[reason as NaReason]).toContain('metric')
      expect(hant[reason]).toMatch(/裁判.*或.*指標/)
      expect(hans[reason]).toMatch(/评判模型.*或.*指标/)
    }
  })

  it('takes the singular in English for one alone', () => {
    const { allNa, missAlso, cases } = messages('en')
    expect([allNa(1, 'refusal 1'), allNa(2, 'refusal 2')]).toEqual(['NA: refusal 1', 'all 2 NA: refusal 2'])
    expect([1, 2].map((n) => missAlso('hit_rate@1', n))).toEqual([
      '1 of these is a miss of hit_rate@1 too.',
      '2 of these are misses of hit_rate@1 too.',
    ])
    expect(cases(1)).toBe('1 case')
  })

  it.each(['zh-Hant', 'zh-Hans'] as const)('is written in the script of %s', (language) => {
    for (const text of textsOf(language)) expect(text).not.toMatch(FOREIGN[language])
    expect(
      detectLanguage(
        textsOf(language)
          .join('\n')
          .replace(/[a-z]+/gi, ''),
      ),
    ).toBe(language)
  })

  it('has no Chinese in English', () => {
    for (const text of textsOf('en')) expect(text).not.toMatch(/\p{Script=Han}/u)
  })
})
