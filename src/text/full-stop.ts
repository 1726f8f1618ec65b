import { FINAL_UNLESS_NUMBER, MAYBE_FINAL, NEVER_FINAL, SENTENCE_STARTERS } from './abbreviations.ts'

/** A place where an English stop stands. */
export interface StopPlace {
  line: string
  /** Where the sentence in progress begins. */
  start: number
  /** The stop. */
  at: number
  /** After further stops, closing quotes and brackets. */
  closed: number
  /** After the citation markers, too. */
  end: number
}

const LONGEST_WORD = 24
const LONGEST_ABBREVIATION = Math.max(...[...NEVER_FINAL, ...MAYBE_FINAL].map((word) => word.length))
const BLANK = /\s/
const LOWER = /\p{Ll}/u
const UPPER = /\p{Lu}/u
const DIGIT = /\p{Nd}/u
const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}「『（《【]/u
const LAST_WORD = /[\p{L}\p{N}.]+$/u
const NEXT_WORD = /^[\s"'“‘(（[*_]*([\p{L}\p{N}'’]+)/u
/** `1.`, `12.`, `a.`, `iv.`, also after a bullet, a bracket or emphasis: the number of a list item. */
const LIST_NUMBER = /^[\s*_>#(（•·-]*(?:\d{1,3}|[A-Za-z]|[ivxIVX]{1,4})[.．]$/u

/** Whether the . ! or ? (or ．) at a place ends its sentence. */
export function stopsAt(place: StopPlace): boolean {
  const { line, at, closed, end } = place
  const unit = line.charAt(at)
  const next = line.charAt(end)
  if (next === '') return true
  if (isUsual(place)) return true
  const before = line.charAt(at - 1)
  const dot = unit === '.' || unit === '．'
  if (!BLANK.test(next)) return stopsWithoutBlank(place, before, next, dot)
  if (dot && LIST_NUMBER.test(line.slice(Math.max(place.start, at - LONGEST_WORD), at + 1))) return isLongStart(place)
  const following = NEXT_WORD.exec(line.slice(end, end + LONGEST_WORD * 2))?.[1] ?? ''
  const ellipsis = dot && /[.．…]/.test(line.charAt(at + 1))
  if (ellipsis) return UPPER.test(following.charAt(0)) && !/^I(?:$|['’])/.test(following)
  if (closed > at + 1 && end === closed && LOWER.test(following.charAt(0)) && /["'”’»]/.test(line.charAt(closed - 1)))
    return false
  if (!dot) return true
  if (/^\s+[.．]/.test(line.slice(end, end + 4))) return false
  return !abbreviates(line.slice(Math.max(0, at - LONGEST_WORD), at), following)
}

/**
 * The usual end of an English sentence, told without patterns: a full stop after a word of plain letters or after plain
 * punctuation, then one blank and a plain capital. It ends its sentence unless the word is an abbreviation; it is no list
 * number where a plain letter or digit begins the sentence (or what can be seen of it) before that word.
 */
function isUsual({ line, start, at, closed, end }: StopPlace): boolean {
  if (line.charCodeAt(at) !== 0x2e || closed !== at + 1 || line.charCodeAt(end) !== 0x20) return false
  if (!isCapital(line.charCodeAt(end + 1))) return false
  let from = at
  while (from > start && at - from <= LONGEST_WORD && isPlain(line.charCodeAt(from - 1))) from -= 1
  const before = line.charAt(from - 1)
  if (before === '' || before === '.' || before > '\x7f') return false
  if (from === at) return true
  let first = Math.max(start, at - LONGEST_WORD)
  while (line.charCodeAt(first) === 0x20) first += 1
  if (first >= from || !isPlain(line.charCodeAt(first))) return false
  if (at - from > LONGEST_ABBREVIATION) return true
  const word = line.slice(from, at).toLowerCase()
  return word.length > 1 && (FINAL_UNLESS_NUMBER.has(word) || !isAbbreviation(word))
}

function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a
}

/** Whether a unit is an ASCII letter or digit. */
function isPlain(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || isCapital(unit) || (unit >= 0x30 && unit <= 0x39)
}

/** A list number that is cut off by the window cannot be one: the sentence began before it. */
function isLongStart({ start, at }: StopPlace): boolean {
  return at - start > LONGEST_WORD
}

/** A stop that touches the next character ends a sentence only beside Chinese or Japanese, or after a marker. */
function stopsWithoutBlank(place: StopPlace, before: string, next: string, dot: boolean): boolean {
  if (place.end > place.closed) return true
  if (!dot) return isCjk(before) || isCjk(next)
  if (!isCjk(next) || DIGIT.test(before)) return false
  if (isCjk(before)) return true
  const word = LAST_WORD.exec(place.line.slice(Math.max(0, place.at - LONGEST_WORD), place.at))?.[0] ?? ''
  return word.length > 1 && !word.includes('.') && !isAbbreviation(word.toLowerCase())
}

/** Nothing before U+2E80 is Chinese or Japanese. */
function isCjk(unit: string): boolean {
  return unit >= '\u2e80' && CJK.test(unit)
}

function isAbbreviation(word: string): boolean {
  return NEVER_FINAL.has(word) || MAYBE_FINAL.has(word)
}

/** Whether the stop after `text` belongs to an abbreviation or initial and the sentence goes on with `following`. */
function abbreviates(text: string, following: string): boolean {
  const word = LAST_WORD.exec(text)?.[0] ?? ''
  const lower = word.toLowerCase()
  const first = following.charAt(0)
  const goesOn = LOWER.test(first) || DIGIT.test(first)
  if (FINAL_UNLESS_NUMBER.has(lower)) return goesOn
  if (NEVER_FINAL.has(lower)) return true
  const initial = /^\p{Lu}$/u.test(word) || /^(?:\p{L}\.)+\p{L}$/u.test(word)
  if (!initial && !MAYBE_FINAL.has(lower)) return false
  return goesOn || (UPPER.test(first) && !SENTENCE_STARTERS.has(following.toLowerCase()))
}
