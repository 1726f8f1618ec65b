import { foldHan } from './han-scripts.ts'
import { replaceRadicals } from './radicals.ts'

const ASCII_ONLY = /^[\x20-\x7e]*$/
/** Zero-width characters: spaces, joiners, direction marks, soft hyphens, variation selectors, byte order marks. */
const ZERO_WIDTH = /\p{Default_Ignorable_Code_Point}+/gu
const BLANKS = /[\s\p{Cc}]+/gu

/**
 * The text in one comparable spelling: NFKC (full-width letters, digits and stops become ordinary ones), CJK radicals
 * replaced by the characters they look like, lower case, zero-width characters removed, runs of white space and control
 * characters as one space, none at the ends. Traditional and Simplified stay apart (see {@link matchKey}). Idempotent.
 */
export function normalize(text: string): string {
  if (ASCII_ONLY.test(text)) return text.toLowerCase().replace(/ +/g, ' ').trim()
  const composed = replaceRadicals(text).normalize('NFKC').replace(ZERO_WIDTH, '').toLowerCase()
  return composed.replace(/ß/g, 'ss').replace(/ς/g, 'σ').normalize('NFKC').replace(BLANKS, ' ').trim()
}

const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g
const APOSTROPHE = /(?<=\p{L})['’ʼ](?=\p{L})/gu
const SIGN = /(?<![a-z\d])[-−‐–—](?=\d)/g
/** The first group is kept: decimal points, signs, per cent, C#. Everything else that matches is dropped. */
const PUNCTUATION = /((?<=\d)\.(?=\d)|(?<![a-z\d])-(?=\d)|[%‰]|(?<=[a-z])#+)|[\p{P}\p{Sk}|~]/gu
const BLANK_BESIDE_CJK =
  / (?=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])|(?<=[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]) /gu

/**
 * What is left of a text when only its words count: {@link normalize}, Traditional and Simplified characters folded
 * together, punctuation and the spaces beside Chinese and Japanese dropped, `1,000` as `1000`, `don't` as `dont`. Signs,
 * decimal points and `%` stay, since they change what is said. Idempotent. Empty for a text of punctuation alone.
 */
export function matchKey(text: string): string {
  return foldHan(normalize(text))
    .replace(THOUSANDS, '')
    .replace(APOSTROPHE, '')
    .replace(SIGN, '-')
    .replace(PUNCTUATION, (_all, kept: string | undefined) => kept ?? ' ')
    .replace(/ +/g, ' ')
    .replace(BLANK_BESIDE_CJK, '')
    .trim()
}

/** Whether two texts say the same but for case, width, script, white space and punctuation. */
export function sameText(a: string, b: string): boolean {
  if (a === b) return true
  const key = matchKey(a)
  return key === '' ? normalize(a) === normalize(b) : key === matchKey(b)
}

/** Whether nothing can be seen in the text: empty, white space, zero-width or control characters only. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
