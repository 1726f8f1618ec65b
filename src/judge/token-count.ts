/**
 * How much of a text is written in which script, in units of which a model makes about one token. One pass over the text,
 * no search: linear whatever the text is.
 */
export interface TextCounts {
  /** Words in Latin letters, by length, and punctuation. */
  latin: number
  /** Digits. */
  digits: number
  /** Chinese characters. */
  han: number
  /** Kana and Hangul syllables. */
  kana: number
  /** Letters of other scripts, emoji, symbols: UTF-8 bytes / 3. */
  other: number
}

/** A word of ordinary text up to this many letters is one token, and every further `PIECE` letters are one more. */
const WORD = 7
const PIECE = 4
/** Further tokens for a capital inside a word. */
const CAPITAL = 0.2
/** Letters that an accented one counts as. */
const ACCENTED = 2
const MARK_TOKENS = 0.9
const LINE_TOKENS = 0.5
/** The same mark, blank or line end once more: rows of them are few tokens. */
const REPEATED_TOKENS = 0.05

/** A letter of two UTF-8 bytes, where one of three counts 1. */
const TWO_BYTES = 2 / 3

/** Classes of the first 128 characters, and of all others. */
const BEYOND = 0
const LETTER = 1
const DIGIT = 2
const SPACE = 3
const LINE = 4
const MARK = 5
const ASCII = Uint8Array.from({ length: 128 }, (_, code) => {
  if ((code >= 65 && code <= 90) || (code >= 97 && code <= 122)) return LETTER
  if (code >= 48 && code <= 57) return DIGIT
  if (code === 10 || code === 13) return LINE
  return code <= 32 || code === 127 ? SPACE : MARK
})

/** The count that a character beyond ASCII belongs to; null = goes on with a Latin word. */
function scriptOf(code: number): 'han' | 'kana' | 'other' | null {
  if (code >= 0x3400 && code <= 0x9fff) return 'han'
  if (code < 0x250) return null
  if (code < 0x3000) return 'other'
  if (code < 0x3040) return 'han'
  if (code < 0x3100 || (code >= 0xac00 && code <= 0xd7af)) return 'kana'
  return (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xffef) ? 'han' : 'other'
}

/** Tokens of a Latin word of so many letters, with capitals after the first one. */
function wordTokens(letters: number, capitals: number): number {
  return (letters <= WORD ? 1 : 1 + (letters - WORD) / PIECE) + capitals * CAPITAL
}

/** Where the row of ASCII letters that begins at `start` ends. */
function endOfLetters(text: string, start: number): number {
  let place = start
  while (place < text.length && ASCII[text.charCodeAt(place)] === LETTER) place += 1
  return place
}

/** Capitals from `start` to before `end`. */
function capitalsIn(text: string, start: number, end: number): number {
  let capitals = 0
  for (let place = start; place < end; place++) if (text.charCodeAt(place) < 91) capitals += 1
  return capitals
}

/** Counts a text by script. */
export function countText(text: string): TextCounts {
  const counts = { latin: 0, digits: 0, han: 0, kana: 0, other: 0 }
  let latin = 0
  let letters = 0
  let capitals = 0
  let before = -1
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place)
    const kind = code < 128 ? ASCII[code] : BEYOND
    if (kind === LETTER) {
      const end = endOfLetters(text, place + 1)
      capitals += capitalsIn(text, letters === 0 ? place + 1 : place, end)
      letters += end - place
      place = end - 1
      before = LETTER
      continue
    }
    const script = kind === BEYOND ? scriptOf(code) : null
    if (kind === BEYOND && script === null) {
      letters += ACCENTED
      before = code
      continue
    }
    if (letters > 0) latin += wordTokens(letters, capitals)
    letters = 0
    capitals = 0
    if (script !== null) counts[script] += script === 'other' && code < 0x800 ? TWO_BYTES : 1
    else if (kind === DIGIT) counts.digits += 1
    else if (code === before) latin += REPEATED_TOKENS
    else if (kind === MARK) latin += MARK_TOKENS
    else if (kind === LINE) latin += LINE_TOKENS
    before = code
  }
  counts.latin = latin + (letters > 0 ? wordTokens(letters, capitals) : 0)
  return counts
}
