import { stopsAt } from './full-stop.ts'

/** A sentence as it stands in the text: `text` is `source.slice(start, end)`, offsets in UTF-16 code units. */
export interface SentenceSpan {
  text: string
  start: number
  end: number
}

/** Stops that end a sentence whatever follows. */
const WIDE_STOP = /[。！？；｡]/
const NARROW_STOP = /[.!?．]/
/** Further stops, closing quotes and brackets: they belong to the sentence that they follow. */
const CLOSER = /[。！？；｡!?.…”’」』»›）)\]】〕〉》｝}]/
/** Marks that open and close with the same character. */
const SAME_BOTH_ENDS = '"\'*_`~'
/** `[1]`, `[1, 3]`, `[^2]`, `【1】`, `【1†source】`, superscript numbers; one blank may stand before. */
const MARKERS =
  /(?:[ \t\u3000]?(?:\[\^?\d{1,3}(?:\s?[-–,;，、]\s?\d{1,3})*\](?!\()|【\d{1,3}[^】\n]{0,80}】|[\u00b9\u00b2\u00b3\u2070-\u2079]+)[。.]?)+/y
/** `(1)` or `（1）`: a marker only where the whole line places its markers after the stops, elsewhere a list number. */
const ROUND_MARKERS = /(?:[ \t\u3000]?(?:\(\d{1,3}\)|（\d{1,3}）))+/y
const ENDS_IN_ROUND_MARKER = /[。！？.!?]["'”’」』]*[ \t\u3000]?(?:\(\d{1,3}\)|（\d{1,3}）)\s*$/
const LINE = /[^\n\r\u2028\u2029\u0085\v\f]+/g

/** The end of what a sticky pattern takes at `at`. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Notes that a mark of {@link SAME_BOTH_ENDS} opened or closed; a run of the same mark counts once. */
function toggle(open: Set<string>, line: string, at: number): void {
  const unit = line.charAt(at)
  if (!SAME_BOTH_ENDS.includes(unit) || line.charAt(at - 1) === unit) return
  if (!open.delete(unit)) open.add(unit)
}

/**
 * The end of the closers at `at`. A mark that opens and closes alike is a closer when it is open, or when nothing but
 * white space or another closer follows.
 */
function afterClosers(line: string, at: number, open: ReadonlySet<string>): number {
  let end = at
  while (end < line.length) {
    const unit = line.charAt(end)
    let next = end + 1
    if (!CLOSER.test(unit)) {
      if (!SAME_BOTH_ENDS.includes(unit)) break
      while (line.charAt(next) === unit) next += 1
      const following = line.charAt(next)
      if (!open.has(unit) && following !== '' && !/\s/.test(following) && !CLOSER.test(following)) break
    }
    end = next
  }
  return end
}

/** A question quoted inside an English sentence: the question "多少？" is asked. */
function quoteGoesOn(line: string, at: number, closed: number): boolean {
  return closed > at && /^[ \t]\p{Ll}/u.test(line.slice(closed, closed + 3))
}

/** Calls `emit` with the start and end of every sentence of one line, before trimming. */
function splitLine(line: string, emit: (start: number, end: number) => void): void {
  const round = ENDS_IN_ROUND_MARKER.test(line.slice(-40))
  const open = new Set<string>()
  let start = 0
  let at = 0
  while (at < line.length) {
    const unit = line.charAt(at)
    toggle(open, line, at)
    at += 1
    const wide = WIDE_STOP.test(unit)
    if (!wide && !NARROW_STOP.test(unit)) continue
    const closed = afterClosers(line, at, open)
    const marked = after(MARKERS, line, closed)
    const end = round ? after(ROUND_MARKERS, line, marked) : marked
    if (wide ? !quoteGoesOn(line, at, closed) : stopsAt({ line, start, at: at - 1, closed, end })) {
      emit(start, end)
      open.clear()
      start = end
      at = end
    } else {
      for (; at < closed; at++) toggle(open, line, at)
    }
  }
  if (start < line.length) emit(start, line.length)
}

/**
 * The sentences of a text with their places. A sentence ends at 。！？； and at the end of a line, and at English . ! ?
 * unless the stop belongs to a number (3.5), a name (example.com), an abbreviation (e.g., Mr., U.S.), a list number
 * (`1. item`) or an ellipsis inside a sentence. Closing quotes, brackets and citation markers after the stop belong to
 * the sentence. White space around a sentence is left out; nothing else is, so a text without a stop is one sentence.
 * Deterministic, in linear time.
 */
export function sentenceSpans(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  for (const { 0: line, index } of text.matchAll(LINE)) {
    splitLine(line, (from, to) => {
      const raw = line.slice(from, to)
      const trimmed = raw.trim()
      if (trimmed === '') return
      const start = index + from + (raw.length - raw.trimStart().length)
      spans.push({ text: trimmed, start, end: start + trimmed.length })
    })
  }
  return spans
}

/** The sentences of a text; see {@link sentenceSpans}. */
export function sentences(text: string): string[] {
  return sentenceSpans(text).map((span) => span.text)
}
