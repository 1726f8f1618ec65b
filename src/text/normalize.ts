import { foldHan, foldUnit } from './han-scripts.ts'
import { replaceRadicals } from './radicals.ts'
import { MOST_UNITS, readUnits, units } from './unit-buffer.ts'

const ASCII_ONLY = /^[\x20-\x7e]*$/
/** Zero-width characters: spaces, joiners, direction marks, soft hyphens, variation selectors, byte order marks. */
const ZERO_WIDTH = /\p{Default_Ignorable_Code_Point}+/gu
const BLANKS = /[\s\p{Cc}]+/gu

/**
 * What {@link normalize} makes of the UTF-16 units that text is mostly made of: ASCII, Han, kana and their punctuation. None
 * of them combines with a neighbour, so each has one form wherever it stands. 0 = the text needs the whole procedure.
 */
const alone = new Uint16Array(65536)
const keep = (from: number, to: number): void => {
  for (let unit = from; unit <= to; unit++) alone[unit] = unit
}
keep(0x20, 0x7e)
for (let unit = 0x41; unit <= 0x5a; unit++) alone[unit] = unit + 0x20
for (const quote of '‘’“”—') keep(quote.charCodeAt(0), quote.charCodeAt(0))
alone[0x3000] = 0x20
keep(0x3001, 0x3003)
keep(0x3008, 0x3011)
keep(0x3041, 0x3096)
keep(0x30a1, 0x30fa)
keep(0x4e00, 0x9fff)
for (let unit = 0xff01; unit <= 0xff5e; unit++) alone[unit] = alone[unit - 0xfee0] ?? 0

/** The text unit by unit through {@link alone}, folded where wanted; undefined where a unit has no entry. */
function unitByUnit(text: string, fold: boolean): string | undefined {
  if (text.length > MOST_UNITS) return undefined
  let changed = false
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    const one = alone[unit] ?? 0
    if (one === 0) return undefined
    const other = fold ? foldUnit(one) : one
    changed ||= other !== unit
    units[i] = other
  }
  return changed ? readUnits(text.length) : text
}

function oneBlank(text: string): string {
  return (text.includes('  ') ? text.replace(/ +/g, ' ') : text).trim()
}

/**
 * The text in one comparable spelling: NFKC (full-width letters, digits and stops become ordinary ones), CJK radicals
 * replaced by the characters they look like, lower case, zero-width characters removed, runs of white space and control
 * characters as one space, none at the ends. Traditional and Simplified stay apart (see {@link matchKey}). Idempotent.
 */
export function normalize(text: string): string {
  if (ASCII_ONLY.test(text)) return oneBlank(text.toLowerCase())
  const simple = unitByUnit(text, false)
  return simple === undefined ? wholly(text) : oneBlank(simple)
}

/** {@link normalize} and {@link foldHan} in one go. */
export function normalizeFolded(text: string): string {
  if (ASCII_ONLY.test(text)) return oneBlank(text.toLowerCase())
  const simple = unitByUnit(text, true)
  return simple === undefined ? foldHan(wholly(text)) : oneBlank(simple)
}

function wholly(text: string): string {
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
  return normalizeFolded(text)
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
  const first = text.charCodeAt(0)
  if (first > 0x20 && first < 0x7f) return false
  return !/[^\s\p{Cc}\p{Default_Ignorable_Code_Point}]/u.test(text)
}
