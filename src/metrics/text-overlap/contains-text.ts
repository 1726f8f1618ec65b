import { matchKey, normalize } from '../../text/normalize.ts'

/** Letters and digits of scripts that put spaces between words; those of Chinese, Japanese or Thai end anywhere. */
const WORD =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}])[\p{L}\p{N}]/u
const DIGIT = /\p{Nd}/u

/**
 * Whether a text holds another as whole words, whatever the case, width, punctuation and script (see matchKey): `3` is
 * in `3 days` and `3kg` but not in `350`, `3.5` or `-3`; in Chinese any run of characters is a match.
 */
export function containsText(text: string, part: string): boolean {
  const needle = matchKey(part)
  if (needle === '') return normalize(text).includes(normalize(part))
  const hay = matchKey(text)
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + 1)) {
    if (startsWord(hay, at) && endsWord(hay, at + needle.length)) return true
  }
  return false
}

function startsWord(text: string, at: number): boolean {
  const first = characterAt(text, at)
  const before = characterBefore(text, at)
  if (!WORD.test(first)) return true
  if (!DIGIT.test(first)) return !WORD.test(before)
  return !WORD.test(before) && before !== '-' && before !== '.'
}

function endsWord(text: string, end: number): boolean {
  const last = characterBefore(text, end)
  const after = characterAt(text, end)
  if (!WORD.test(last)) return true
  if (!DIGIT.test(last)) return !WORD.test(after) && after !== '#'
  return !DIGIT.test(after) && after !== '.'
}

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at)
  return code === undefined ? '' : String.fromCodePoint(code)
}

function characterBefore(text: string, at: number): string {
  const unit = text.charAt(at - 1)
  return /[\udc00-\udfff]/.test(unit) && at > 1 ? text.slice(at - 2, at) : unit
}
