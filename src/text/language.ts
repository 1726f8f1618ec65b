import { scriptOf } from './han-scripts.ts'

/** `en` stands for all text in Latin script; `other` for other scripts and for text without letters. */
export type DetectedLanguage = 'en' | 'zh-Hant' | 'zh-Hans' | 'ja' | 'other'

/** How much of each script a text holds: Latin and other words, Han and kana characters, exclusive Han characters. */
interface ScriptCounts {
  latin: number
  other: number
  han: number
  kana: number
  hant: number
  hans: number
}

/** Share of kana among Han and kana from which a text is Japanese; Chinese that quotes a Japanese name stays below. */
const KANA_SHARE = 0.1

const WORDS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]+|\p{sc=Latin}+|\p{L}+/gu
const CJK = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u
/** A reading in brackets, as Chinese text gives it after a Japanese name. */
const READING = /[(（][\p{sc=Hiragana}\p{sc=Katakana}ー・\s]{1,40}[)）]/gu
const LATIN = /^\p{sc=Latin}/u

function isKana(unit: number): boolean {
  return (unit >= 0x3041 && unit <= 0x30ff && unit !== 0x30fb) || (unit >= 0xff66 && unit <= 0xff9f)
}

function countCjk(word: string, counts: ScriptCounts): void {
  for (let i = 0; i < word.length; i++) {
    const unit = word.charCodeAt(i)
    if (isKana(unit)) counts.kana += 1
    else if (unit < 0xdc00 || unit > 0xdfff) counts.han += 1
    const script = scriptOf(unit)
    if (script !== undefined) counts[script] += 1
  }
}

function scriptCounts(text: string): ScriptCounts {
  const counts = { latin: 0, other: 0, han: 0, kana: 0, hant: 0, hans: 0 }
  for (const [word] of text.replace(READING, ' ').matchAll(WORDS)) {
    if (CJK.test(word)) countCjk(word, counts)
    else if (LATIN.test(word)) counts.latin += 1
    else counts.other += 1
  }
  return counts
}

function familyOf({ latin, other, han, kana }: ScriptCounts): 'en' | 'zh' | 'ja' | 'other' {
  const cjk = han + kana
  if (cjk + latin + other === 0 || (other > latin && other > cjk)) return 'other'
  if (latin > cjk) return 'en'
  return kana >= KANA_SHARE * cjk ? 'ja' : 'zh'
}

/**
 * The language of a text by its scripts. One Latin word weighs as much as one Han or kana character, so Chinese with
 * English terms stays Chinese. Chinese is Traditional when it holds more characters that only Traditional text uses than
 * characters that only Simplified text uses, otherwise Simplified (also when neither occurs). Latin script is `en`:
 * languages that share it are not told apart.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const counts = scriptCounts(text)
  const family = familyOf(counts)
  if (family !== 'zh') return family
  return counts.hant > counts.hans ? 'zh-Hant' : 'zh-Hans'
}

/**
 * The language for a report or a prompt about these texts: each text with letters has one vote for Chinese or not
 * (Japanese and others count as English); the script of Chinese is decided by all texts together, so a short undecided
 * one follows its neighbours. A tie, or nothing to go by, is `en`.
 */
export function dominantLanguage(texts: Iterable<string>): 'en' | 'zh-Hant' | 'zh-Hans' {
  let votes = 0
  let hant = 0
  let hans = 0
  for (const text of texts) {
    const counts = scriptCounts(text)
    const family = familyOf(counts)
    if (family === 'zh') {
      votes += 1
      hant += counts.hant
      hans += counts.hans
    } else if (counts.latin + counts.other + counts.kana > 0) votes -= 1
  }
  if (votes <= 0) return 'en'
  return hant > hans ? 'zh-Hant' : 'zh-Hans'
}
