import { codeRanges } from './code-ranges.ts'

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
/** What each form looks like from its opening bracket on; the group is the list of numbers. */
const SHAPES: Record<CitationStyle, RegExp> = {
  '[n]': new RegExp(`[[［](${LIST})[\\]］]`, 'yu'),
  '[^n]': new RegExp(`\\[\\^(${NUMBER})\\]`, 'yu'),
  '【n】': new RegExp(`【(${LIST})(?::${NUMBER})?(?:[†:：][^】\\n]{0,80})?】`, 'yu'),
  '(n)': new RegExp(`\\(([ ]?${DIGITS}{1,2}(?:[ ]?[-–,;][ ]?${DIGITS}{1,2}){0,20}[ ]?)\\)`, 'yu'),
  '（n）': new RegExp(
    `（([ \\u3000]?${DIGITS}{1,2}(?:[ \\u3000]?[-–,，、;；][ \\u3000]?${DIGITS}{1,2}){0,20}[ \\u3000]?)）`,
    'yu',
  ),
}
/** A range wider than this is not a citation. */
const WIDEST_RANGE = 50

/** The numbers of `1, 3` or `2-4`; empty when one is 0 or beyond counting, or a range runs backwards or is too wide. */
function numbersOf(list: string): number[] {
  const numbers: number[] = []
  for (const item of list.normalize('NFKC').split(/[,、;]/)) {
    const [from, to] = item.split(/[-–—~]/).map((part) => Number.parseInt(part, 10))
    if (from === undefined || !(from >= 1)) return []
    const last = to ?? from
    if (!(last >= from) || last - from > WIDEST_RANGE || !Number.isSafeInteger(last)) return []
    for (let number = from; number <= last; number++) numbers.push(number)
  }
  return numbers
}

/** How far back a pattern looks for what stands before a marker. */
const LOOK_BACK = 24
/** A name as code has it: `a`, `x1`, `foo_bar`, `fooBar`, `arr`. Prose has its markers after words (days[1]) and years. */
const INDEXED =
  /(?:(?<![\p{L}\p{N}])[a-z]\d{0,2}|[_$]|\w_\w*|[a-z][A-Z]\w*|\b(?:arr|array|args?|argv|lst|vec|buf|tmp|ptr))$/u

const CALL = /^\.[a-z_]\w*[(.]/

/** Whether a square bracket is a link, a link definition, or an index in code rather than a marker. */
function isOtherSquare(text: string, start: number, end: number): boolean {
  const next = text.charAt(end)
  if (next === '(') return true
  if ((next === ' ' || next === '=') && /^ ?=(?!=)/.test(text.slice(end, end + 2))) return true
  if (next === '.' && /[a-z_]/.test(text.charAt(end + 1)) && CALL.test(text.slice(end, end + 20))) return true
  if (next === ':' && /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, start - LOOK_BACK), start))) return true
  const before = text.charAt(start - 1)
  if (before === ']') return !/\d/.test(text.charAt(start - 2))
  return /[\w$]/.test(before) && INDEXED.test(text.slice(Math.max(0, start - LOOK_BACK), start))
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
  const before = text.slice(Math.max(0, start - LOOK_BACK), start)
  if (LINE_BEGIN.test(before) || NUMBERED_THING.test(before) || /[\p{sc=Latin}\d_]$/u.test(before)) return true
  if (!/^[ \t\u3000]?[\p{L}\p{N}]/u.test(text.slice(end, end + 2))) return false
  return !(lineEndsInRound && STOP.test(before))
}

let lastPattern: { source: string; pattern: RegExp } | undefined

/** The user's pattern; the last one is kept, since a run asks with the same one for every response. */
function userPattern(source: string): RegExp {
  if (lastPattern?.source !== source) lastPattern = { source, pattern: compiled(source) }
  return lastPattern.pattern
}

function compiled(source: string): RegExp {
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

const BRACKET = /[[［【(（]/g

/** The form that begins with the bracket at an offset. */
function styleAt(text: string, at: number): CitationStyle {
  const bracket = text.charAt(at)
  if (bracket === '(') return '(n)'
  if (bracket === '（') return '（n）'
  if (bracket === '【') return '【n】'
  return text.charAt(at + 1) === '^' ? '[^n]' : '[n]'
}

/** The digit of `[1]`, by far the most frequent marker, which needs no pattern; -1 for any other. */
function onlyDigit(text: string, at: number): number {
  const digit = text.charCodeAt(at + 1) - 0x30
  return digit >= 0 && digit <= 9 && text.charAt(at) === '[' && text.charAt(at + 2) === ']' ? digit : -1
}

function matchAt(shape: RegExp, text: string, at: number): RegExpExecArray | null {
  shape.lastIndex = at
  return shape.exec(text)
}

function styledMarkers(text: string, styles: readonly CitationStyle[]): CitationMarker[] {
  const markers: CitationMarker[] = []
  let inCode: ((offset: number) => boolean) | undefined
  let inRoundLine: ((offset: number) => boolean) | undefined
  BRACKET.lastIndex = 0
  for (let from = 0; BRACKET.test(text); BRACKET.lastIndex = from) {
    const start = BRACKET.lastIndex - 1
    from = start + 1
    const style = styleAt(text, start)
    if (!styles.includes(style)) continue
    const digit = onlyDigit(text, start)
    const match = digit < 0 ? matchAt(SHAPES[style], text, start) : null
    if (digit < 0 && match === null) continue
    const end = start + (match?.[0].length ?? 3)
    from = end
    inCode ??= codeRanges(text)
    if (inCode(start)) continue
    if (style === '[n]' || style === '[^n]') {
      if (isOtherSquare(text, start, end)) continue
    } else if (style !== '【n】') {
      inRoundLine ??= linesEndInRound(text)
      if (isOtherRound(text, start, end, inRoundLine(start))) continue
    }
    const numbers = match === null ? [digit] : numbersOf(match[1] ?? '')
    if (numbers.length > 0 && numbers[0] !== 0) markers.push({ numbers, start, end, text: text.slice(start, end) })
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

const LONGEST_BLANK = 8

/** Where the text before a marker ends, without the blanks between `from` and the marker. */
function beforeBlanks(text: string, from: number, marker: number): number {
  let end = marker
  while (end > from && marker - end < LONGEST_BLANK && /[ \t\u3000]/.test(text.charAt(end - 1))) end -= 1
  return end
}

/** Whether nothing follows, or white space or punctuation. */
function breaksAt(text: string, at: number): boolean {
  const next = text.charCodeAt(at)
  if (at === text.length || next === 0x20 || next === 0x2e || next === 0x3002) return true
  return /^[\s\p{P}]/u.test(text.slice(at, at + 2))
}

/** The text without its citation markers, and without the blank that stood before one. */
export function stripCitations(text: string, options: CitationOptions = {}): string {
  const markers = citationMarkers(text, options)
  if (markers.length === 0) return text
  let out = ''
  let at = 0
  for (const { start, end } of markers) {
    out += text.slice(at, breaksAt(text, end) ? beforeBlanks(text, at, start) : start)
    at = end
  }
  return out + text.slice(at)
}
