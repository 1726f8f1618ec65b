import { codeRanges } from './code-ranges.ts'
import { matchKey } from './normalize.ts'
import { type UnitKind, unitKinds } from './refusal-units.ts'
import { type SentenceSpan, sentenceSpans } from './sentences.ts'

/** The forms of a citation marker: `[1]`, `【1】`, `(1)`, `（1）`, `[^1]`. */
export type CitationStyle = '[n]' | '【n】' | '(n)' | '（n）' | '[^n]'
export const CITATION_STYLES: readonly CitationStyle[] = ['[n]', '【n】', '(n)', '（n）', '[^n]']

export interface CitationOptions {
  /** Which forms count. Default: all, or none when a `pattern` is given. */
  styles?: readonly CitationStyle[]
  /** A regular expression of the user with exactly one group, which holds the number: `\[doc(\d+)\]`. */
  pattern?: string
}

/** A citation marker and what it points to; offsets in UTF-16 code units. */
export interface CitationMarker {
  /** The cited numbers as written, 1 = the first retrieved text. `[1, 3]` has two, `[2-4]` has three. */
  numbers: number[]
  start: number
  end: number
  text: string
}

const DIGITS = '[\\d０-９]'
const NUMBER = `${DIGITS}{1,3}`
/** `1`, `1, 3`, `1-3`, `1、2；4`. */
const LIST = `[ \\u3000]?${NUMBER}(?:[ \\u3000]?[-–—~～,，、;；][ \\u3000]?${NUMBER}){0,20}[ \\u3000]?`
const SHAPES: Record<CitationStyle, string> = {
  '[n]': `[[［](?<square>${LIST})[\\]］]`,
  '[^n]': `\\[\\^(?<note>${NUMBER})\\]`,
  '【n】': `【(?<lens>${LIST})(?::${NUMBER})?(?:[†:：][^】\\n]{0,80})?】`,
  '(n)': `\\((?<round>[ ]?${DIGITS}{1,2}(?:[ ]?[-–,;][ ]?${DIGITS}{1,2}){0,20}[ ]?)\\)`,
  '（n）': `（(?<wide>[ \\u3000]?${DIGITS}{1,2}(?:[ \\u3000]?[-–,，、;；][ \\u3000]?${DIGITS}{1,2}){0,20}[ \\u3000]?)）`,
}
/** A range wider than this is not a citation. */
const WIDEST_RANGE = 50

/** The numbers of `1, 3` or `2-4`; empty when one is 0 or a range runs backwards or is too wide. */
function numbersOf(list: string): number[] {
  const numbers: number[] = []
  for (const item of list.normalize('NFKC').split(/[,、;]/)) {
    const [from, to] = item.split(/[-–—~]/).map((part) => Number.parseInt(part, 10))
    if (from === undefined || !(from >= 1)) return []
    const last = to ?? from
    if (!(last >= from) || last - from > WIDEST_RANGE) return []
    for (let number = from; number <= last; number++) numbers.push(number)
  }
  return numbers
}

/** A name as code has it: `a`, `x1`, `foo_bar`, `fooBar`, `arr`. Prose has its markers after words (days[1]) and years. */
const INDEXED =
  /(?:(?<![\p{L}\p{N}])[a-z]\d{0,2}|[_$]|\w_\w*|[a-z][A-Z]\w*|\b(?:arr|array|args?|argv|lst|vec|buf|tmp|ptr))$/u

/** Whether a square bracket is a link, a link definition, or an index in code rather than a marker. */
function isOtherSquare(text: string, start: number, end: number): boolean {
  const next = text.charAt(end)
  if (next === '(' || /^ ?=(?!=)/.test(text.slice(end, end + 2)) || /^\.[a-z_]\w*[(.]/.test(text.slice(end, end + 20)))
    return true
  const before = text.slice(Math.max(0, start - 24), start)
  if (next === ':' && /(?:^|\n)[ \t]*$/.test(before)) return true
  if (/\](?<!\d\])(?<!］)$/u.test(before)) return true
  return INDEXED.test(before)
}

const LINE_BEGIN = /(?:^|\n)[ \t\u3000>*•-]*$/
const NUMBERED_THING =
  /(?:第|表|圖|图|式|條|条|項|项|款|\b(?:figure|fig\.?|table|equation|eq\.?|section|step|option|phase|appendix)) ?$/iu
const STOP = /[。！？；.!?]["'”’」』]?[ \t\u3000]?$/
/** A line whose last sentence has its round marker after the stop places all of them there. */
const LINE_ENDS_IN_ROUND = /[。！？.!?]["'”’」』]?[ \t\u3000]?[(（]\s?[\d０-９]{1,2}\s?[)）]\s*$/

/** Whether the line of an offset ends in a round marker after its stop. Ask in ascending order. */
function linesEndInRound(text: string): (offset: number) => boolean {
  let end = -1
  let answer = false
  return (offset) => {
    if (offset < end) return answer
    const at = text.indexOf('\n', offset)
    end = at < 0 ? text.length : at
    answer = LINE_ENDS_IN_ROUND.test(text.slice(Math.max(offset, end - 40), end))
    return answer
  }
}

/** Whether a number in round brackets is a list number, a function call or a numbered thing rather than a marker. */
function isOtherRound(text: string, start: number, end: number, lineEndsInRound: boolean): boolean {
  const before = text.slice(Math.max(0, start - 24), start)
  if (LINE_BEGIN.test(before) || NUMBERED_THING.test(before) || /[\p{sc=Latin}\d_]$/u.test(before)) return true
  if (!/^[ \t\u3000]?[\p{L}\p{N}]/u.test(text.slice(end, end + 2))) return false
  return !(lineEndsInRound && STOP.test(before))
}

function userPattern(source: string): RegExp {
  let pattern: RegExp
  try {
    pattern = new RegExp(source, 'gu')
  } catch {
    try {
      pattern = new RegExp(source, 'g')
    } catch (error) {
      throw new Error(`the citation pattern ${JSON.stringify(source)} is not a regular expression: ${String(error)}`)
    }
  }
  const groups = (new RegExp(`${pattern.source}|`, pattern.flags.replace('g', '')).exec('')?.length ?? 1) - 1
  if (groups !== 1) {
    throw new Error(
      `the citation pattern ${JSON.stringify(source)} needs exactly one group, for the number, as in \\[doc(\\d+)\\]; it has ${groups}`,
    )
  }
  return pattern
}

const ANY_BRACKET = /[[［【(（]/
const patterns = new Map<string, RegExp>()

/** The pattern of some styles, made once. */
function patternOf(styles: readonly CitationStyle[]): RegExp {
  const source = [...new Set(styles)].map((style) => SHAPES[style]).join('|')
  const known = patterns.get(source)
  if (known !== undefined) return known
  const pattern = new RegExp(source, 'gu')
  patterns.set(source, pattern)
  return pattern
}

function styledMarkers(text: string, styles: readonly CitationStyle[]): CitationMarker[] {
  if (styles.length === 0 || !ANY_BRACKET.test(text)) return []
  const inCode = codeRanges(text)
  const inRoundLine = linesEndInRound(text)
  const markers: CitationMarker[] = []
  for (const match of text.matchAll(patternOf(styles))) {
    const { square, note, lens, round, wide } = match.groups ?? {}
    const start = match.index
    const end = start + match[0].length
    if (inCode(start)) continue
    if ((square ?? note) !== undefined && isOtherSquare(text, start, end)) continue
    if ((round ?? wide) !== undefined && isOtherRound(text, start, end, inRoundLine(start))) continue
    const numbers = numbersOf(square ?? note ?? lens ?? round ?? wide ?? '')
    if (numbers.length > 0) markers.push({ numbers, start, end, text: match[0] })
  }
  return markers
}

/**
 * The citation markers of a text, in order, without overlap. Not markers: years (2024), links `[1](url)`, indexes `a[1]`,
 * code, list numbers at the beginning of a line, calls `f(1)`, numbered things (第（1）項, table (1)), the number 0. Throws a
 * plain `Error` when the user's pattern is not a regular expression with exactly one group.
 */
export function citationMarkers(text: string, options: CitationOptions = {}): CitationMarker[] {
  const styles = options.styles ?? (options.pattern === undefined ? CITATION_STYLES : [])
  const markers = styledMarkers(text, styles)
  if (options.pattern === undefined) return markers
  for (const match of text.matchAll(userPattern(options.pattern))) {
    const numbers = numbersOf(match[1] ?? '')
    if (match[0] === '' || numbers.length === 0) continue
    markers.push({ numbers, start: match.index, end: match.index + match[0].length, text: match[0] })
  }
  markers.sort((a, b) => a.start - b.start || b.end - a.end)
  let last = 0
  return markers.filter((marker) => {
    if (marker.start < last) return false
    last = marker.end
    return true
  })
}

/** The text without its citation markers, and without the blank that stood before one. */
export function stripCitations(text: string, options: CitationOptions = {}): string {
  let out = ''
  let at = 0
  for (const { start, end } of citationMarkers(text, options)) {
    const kept = text.slice(at, start)
    out += /^(?:$|[\s\p{P}])/u.test(text.slice(end, end + 2)) ? kept.replace(/[ \t\u3000]{1,8}$/, '') : kept
    at = end
  }
  return out + text.slice(at)
}

export interface ClaimOptions extends CitationOptions {
  /** The system's own refusals: a sentence that holds one bears no claim. */
  phrases?: readonly string[]
}

const HEADING = /^(?:#{1,6}\s|[-=_*|: ]+$)|^\*\*[^*]+\*\*:?$|[:：]\s*\**$/u
const SOURCE_LIST =
  /^(?:[#*\s]*)(?:sources?|references?|citations?|bibliography|參考(?:資料|來源|文獻)?|参考(?:资料|来源|文献)?|資料來源|资料来源|來源|来源|出處|出处|引用(?:來源|来源)?)[\s*]*[:：]?[\s*]*$/iu
const NO_CLAIM: readonly UnitKind[] = ['echo', 'nothing', 'bare', 'limited', 'declines']

function bearsClaim(sentence: string, first: boolean, options: ClaimOptions): boolean {
  const plain = stripCitations(sentence, options).trim()
  if (!/[\p{L}\p{N}]/u.test(plain) || HEADING.test(plain)) return false
  const kinds = unitKinds(plain, { first, last: false, afterEcho: false })
  return kinds.some((kind) => !NO_CLAIM.includes(kind))
}

/** {@link claimSentences} with their places in the text. */
export function claimSpans(text: string, options: ClaimOptions = {}): SentenceSpan[] {
  const phrases = (options.phrases ?? []).map(matchKey).filter((key) => key !== '')
  const inCode = codeRanges(text)
  const claims: SentenceSpan[] = []
  for (const span of sentenceSpans(text)) {
    if (SOURCE_LIST.test(span.text)) break
    if (inCode(span.start)) continue
    if (phrases.length > 0) {
      const key = matchKey(span.text)
      if (phrases.some((phrase) => key.includes(phrase))) continue
    }
    if (bearsClaim(span.text, claims.length === 0, options)) claims.push(span)
  }
  return claims
}

/**
 * The sentences that bear a claim, with their citation markers: no question, greeting, heading, lead-in that ends in a
 * colon, bare yes or no, marker alone or refusal; nothing inside code, and nothing after a heading like "Sources:".
 */
export function claimSentences(text: string, options: ClaimOptions = {}): string[] {
  return claimSpans(text, options).map((span) => span.text)
}
