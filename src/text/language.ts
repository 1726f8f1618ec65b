export type DetectedLanguage = 'en' | 'zh-Hant' | 'zh-Hans' | 'ja' | 'other'

export function detectLanguage(text: string): DetectedLanguage {
  const kana = (text.match(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu) ?? []).length
  const han = (text.match(/\p{sc=Han}/gu) ?? []).length
  const latin = (text.match(/\p{sc=Latin}/gu) ?? []).length
  if (kana > 0 && kana * 5 >= han) return 'ja'
  if (han > 0 && han * 3 >= latin)
    return /[們這個為說來國會後請沒問對無與據關點還應過發經實現種開]/.test(text) ? 'zh-Hant' : 'zh-Hans'
  return latin > 0 ? 'en' : 'other'
}

/** The language of a report or prompt: the commonest of the texts' languages; Japanese and others count as English. */
export function dominantLanguage(texts: Iterable<string>): 'en' | 'zh-Hant' | 'zh-Hans' {
  const counts = { en: 0, 'zh-Hant': 0, 'zh-Hans': 0 }
  for (const text of texts) {
    const language = detectLanguage(text)
    counts[language === 'zh-Hant' || language === 'zh-Hans' ? language : 'en'] += 1
  }
  if (counts.en >= counts['zh-Hant'] && counts.en >= counts['zh-Hans']) return 'en'
  return counts['zh-Hant'] > counts['zh-Hans'] ? 'zh-Hant' : 'zh-Hans'
}
