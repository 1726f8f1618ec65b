import { foldHan } from './han-scripts.ts'
import { normalize } from './normalize.ts'
import { STOP_WORDS } from './stop-words.ts'

export interface TokenOptions {
  /** Fold Traditional and Simplified characters together, so that the same word in both scripts is the same token. Default false. */
  foldScript?: boolean
}

/** Longest piece handed to a segmenter: its time and memory grow badly with the length. */
const LONGEST_PIECE = 1000

const words = new Intl.Segmenter('zh', { granularity: 'word' })
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Scripts that write words without spaces; only the segmenter's dictionary can divide them. */
const UNSPACED =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー々〆〇\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}'
/**
 * A run of an unspaced script; a number with thousands separators; any other word or number, in which dots and
 * apostrophes between letters or digits stay (3.5, example.com, don't).
 */
const TOKEN = new RegExp(
  `[${UNSPACED}][${UNSPACED}\\p{M}]*|` +
    '\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?(?![\\p{L}\\p{N}])|' +
    `(?:(?![${UNSPACED}])[\\p{L}\\p{N}_])(?:(?![${UNSPACED}])[\\p{L}\\p{N}\\p{M}_]|['’.](?=[\\p{L}\\p{N}])(?![’'.][${UNSPACED}]))*`,
  'gu',
)
const THOUSANDS = /^\d{1,3}(?:,\d{3})+/
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u')

/** Calls `use` for the pieces of a text, none longer than {@link LONGEST_PIECE} and no surrogate pair cut. */
function eachPiece(text: string, use: (piece: string) => void): void {
  let at = 0
  while (at < text.length) {
    let end = Math.min(text.length, at + LONGEST_PIECE)
    const last = text.charCodeAt(end - 1)
    if (end < text.length && last >= 0xd800 && last <= 0xdbff) end -= 1
    use(text.slice(at, end))
    at = end
  }
}

/** Runs divided before: the same contexts come again under every configuration. Emptied when full. */
const divided = new Map<string, readonly string[]>()
const LONGEST_KEPT_RUN = 64
const MOST_KEPT_RUNS = 20_000

/** The words of a run of an unspaced script. */
function divide(run: string): readonly string[] {
  if (run.length === 1) return [run]
  const known = divided.get(run)
  if (known !== undefined) return known
  const found: string[] = []
  eachPiece(run, (piece) => {
    for (const { segment } of words.segment(piece)) found.push(segment)
  })
  if (run.length <= LONGEST_KEPT_RUN) {
    if (divided.size >= MOST_KEPT_RUNS) divided.clear()
    divided.set(run, found)
  }
  return found
}

/**
 * The words of a text, normalised ({@link normalize}: lower case, NFKC), in order and with repeats; punctuation and
 * symbols are left out. Latin and other spaced words and numbers are whole: `3.5`, `example.com`, `don't` are one token,
 * `1,000` is the one token `1000`. **Chinese and Japanese are counted in words, not characters**, as the dictionary of
 * `Intl.Segmenter` divides them (年假有七天 = 年假 有 七 天); with `foldScript` the characters are folded to Simplified
 * before they are divided, so both scripts give the same tokens.
 */
export function tokens(text: string, options: TokenOptions = {}): string[] {
  const plain = normalize(text)
  const found: string[] = []
  for (const [run] of (options.foldScript === true ? foldHan(plain) : plain).matchAll(TOKEN)) {
    if (IS_UNSPACED.test(run)) for (const word of divide(run)) found.push(word)
    else found.push(THOUSANDS.test(run) ? run.replaceAll(',', '') : run.replaceAll('’', "'"))
  }
  return found
}

/**
 * {@link tokens} without the words that carry no content of their own (articles, particles, pronouns, auxiliaries of
 * English, Chinese in both scripts and Japanese). Negations and numbers stay. Empty when nothing else is said.
 */
export function contentTokens(text: string, options: TokenOptions = {}): string[] {
  return tokens(text, options).filter((token) => !STOP_WORDS.has(foldHan(token)))
}

/** Characters that are graphemes by themselves whatever stands beside them, line breaks and joiners left out. */
const SIMPLE =
  /^[\x20-\x7e\t\n\u00a1-\u00ac\u00ae-\u02ff\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u9fff\uff01-\uff9d]*$/
/** A place before which a grapheme surely begins. */
const BEGINS = /[\x20-\x7e\n\u3001-\u3029\u3041-\u3096\u30a1-\u30ff\u3400-\u9fff]/

/**
 * The characters of a text as a reader counts them (graphemes: an emoji or a letter with its accents is one), without
 * white space. Not normalised.
 */
export function characters(text: string): string[] {
  if (SIMPLE.test(text)) return text.split('').filter((character) => /\S/.test(character))
  const found: string[] = []
  let at = 0
  while (at < text.length) {
    let end = Math.min(text.length, at + LONGEST_PIECE)
    while (end > at + 1 && end < text.length && !BEGINS.test(text.charAt(end))) end -= 1
    if (end <= at + 1) end = Math.min(text.length, at + LONGEST_PIECE)
    for (const { segment } of graphemes.segment(text.slice(at, end))) {
      if (/\S/.test(segment)) found.push(segment)
    }
    at = end
  }
  return found
}
