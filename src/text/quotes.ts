/** What stands between a pair of quotation marks; offsets of the text without the marks, in UTF-16 code units. */
export interface QuotedSpan {
  text: string
  start: number
  end: number
}

/** The mark that closes each opening mark. */
const PAIRS: Readonly<Record<string, string>> = {
  '「': '」',
  '『': '』',
  '｢': '｣',
  '〝': '〞',
  '“': '”',
  '‘': '’',
  '„': '“',
  '«': '»',
  '‹': '›',
  '"': '"',
  "'": "'",
}
const MARKS = /["'“”‘’„«»‹›「」『』｢｣〝〞]|\n\s*\n/g
const MARK = /["'“”‘’„«»‹›「」『』｢｣〝〞]/
const MARK_OUTSIDE_WORD = /["“”‘„«»‹›「」『』｢｣〝〞]|(?<![\p{sc=Latin}\d])['’]|['’](?![\p{sc=Latin}\d])/u
const LATIN = /[\p{sc=Latin}\d]/u
/** Words that begin with an apostrophe: 'tis, 'em, the '90s. */
const ELISION = /^(?:tis|twas|em|cause|til|till|bout|round|n)(?![\p{L}\d])|^\d\ds?(?![\p{L}\d])/iu
/** An unbalanced mark must not swallow the rest, so a quotation is at most this long, and in ' ' within one line. */
const LONGEST = 2000
const LONGEST_SINGLE = 200
const DEEPEST = 8

interface Open {
  close: string
  /** Where the quoted text begins. */
  start: number
}

/** Whether a mark stands inside a word (don't, l’eau, 5'10). */
function insideWord(text: string, at: number): boolean {
  return LATIN.test(text.charAt(at - 1)) && LATIN.test(text.charAt(at + 1))
}

/** Whether a mark that opens and closes alike may open here: not after a word (students', 5"), not before a blank. */
function mayOpen(text: string, at: number): boolean {
  const next = text.charAt(at + 1)
  return next !== '' && !/\s/.test(next) && !LATIN.test(text.charAt(at - 1))
}

function isSingle(mark: string): boolean {
  return mark === "'" || mark === '‘' || mark === '’'
}

/** The index in `stack` of the innermost quotation that the mark at `at` closes, or -1. */
function closed(stack: readonly Open[], text: string, at: number): number {
  const mark = text.charAt(at)
  if (isSingle(mark) && insideWord(text, at)) return -1
  const index = stack.findLastIndex((open) => open.close === mark)
  const alike = PAIRS[mark] === mark
  const afterBlank = /\s/.test(text.charAt(at - 1))
  return alike && afterBlank && mayOpen(text, at) ? -1 : index
}

/** Puts the quotation that the mark at `at` opens, if it opens one, on the stack. */
function open(stack: Open[], text: string, at: number): void {
  const mark = text.charAt(at)
  const close = PAIRS[mark]
  if (close === undefined) return
  if (close === mark) {
    if (!mayOpen(text, at)) return
    const unbalanced = stack.findIndex((other) => other.close === mark)
    if (unbalanced >= 0) stack.length = unbalanced
  }
  if (isSingle(mark) && (insideWord(text, at) || ELISION.test(text.slice(at + 1, at + 8)))) return
  stack.push({ close, start: at + 1 })
  if (stack.length > DEEPEST) stack.shift()
}

function spanOf(text: string, { start, close }: Open, end: number): QuotedSpan | undefined {
  const raw = text.slice(start, end)
  if (raw.length > (isSingle(close) ? LONGEST_SINGLE : LONGEST)) return undefined
  if (isSingle(close) && raw.includes('\n')) return undefined
  const quoted = raw.trim()
  if ([...quoted.slice(0, 4)].length < 2) return undefined
  const from = start + raw.length - raw.trimStart().length
  return { text: quoted, start: from, end: from + quoted.length }
}

/** Whether a text holds any quotation mark; an apostrophe inside a word is none. Without one, nothing is quoted. */
export function mayQuote(text: string): boolean {
  return MARK.test(text) && MARK_OUTSIDE_WORD.test(text)
}

/**
 * The quotations of a text in 「」『』“”‘’"" '' «» and their kin, outermost only: what is quoted inside a quotation is part
 * of it. Apostrophes (don't, students', ’tis) and inches are not quotes; a quotation shorter than two characters is left
 * out; an unbalanced mark is skipped, a quotation never runs over an empty line. In order, without overlap.
 */
export function quotedSpans(text: string): QuotedSpan[] {
  const spans: QuotedSpan[] = []
  const stack: Open[] = []
  for (const { 0: mark, index: at } of text.matchAll(MARKS)) {
    if (mark.length > 1) {
      stack.length = 0
      continue
    }
    const which = closed(stack, text, at)
    const opened = stack[which]
    if (opened === undefined) {
      open(stack, text, at)
      continue
    }
    stack.length = which
    const span = spanOf(text, opened, at)
    if (span === undefined) continue
    while ((spans.at(-1)?.start ?? -1) > opened.start) spans.pop()
    spans.push(span)
  }
  return spans
}
