import { stopsAt } from './full-stop.ts'

/** A sentence as it stands in the text: `text` is `source.slice(start, end)`, offsets in UTF-16 code units. */
export interface SentenceSpan {
  text: string
  start: number
  end: number
}

/** Stops that end a sentence whatever follows. */
const WIDE_STOPS = '。！？；｡'
const NARROW_STOPS = '.!?．'
/** Further stops, closing quotes and brackets: they belong to the sentence that they follow. */
const CLOSERS = '。！？；｡!?.…”’」』»›）)]】〕〉》｝}'
/** Marks that open and close with the same character. */
const SAME_BOTH_ENDS = '"\'*_`~'
/** `[1]`, `[1, 3]`, `[^2]`, `【1】`, `【1†source】`, superscript numbers; one blank may stand before. */
const MARKERS =
  /(?:[ \t\u3000]?(?:\[\^?\d{1,3}(?:\s?[-–,;，、]\s?\d{1,3})*\](?!\()|【\d{1,3}[^】\n]{0,80}】|[\u00b9\u00b2\u00b3\u2070-\u2079]+)[。.]?)+/y
const MARKER_BLANKS = ' \t\u3000'
const MARKER_BEGINS = '[【\u00b9\u00b2\u00b3\u2070\u2071\u2072\u2073\u2074\u2075\u2076\u2077\u2078\u2079'
/** `(1)` or `（1）`: a marker only where the whole line places its markers after the stops, elsewhere a list number. */
const ROUND_MARKERS = /(?:[ \t\u3000]?(?:\(\d{1,3}\)|（\d{1,3}）))+/y
const ENDS_IN_ROUND_MARKER = /[。！？.!?]["'”’」』]*[ \t\u3000]?(?:\(\d{1,3}\)|（\d{1,3}）)\s*$/
const LINE_BREAK = /[\n\r\u2028\u2029\u0085\v\f]/g

/** What a UTF-16 unit is, in bits. It is asked for every unit of every text, hence a table and no pattern. */
const WIDE = 1
const NARROW = 2
const CLOSER = 4
const MARKER_BLANK = 8
const MARKER_BEGIN = 16
/** The first of {@link SAME_BOTH_ENDS}; each of the others has the next bit. */
const SAME = 32
const kinds = new Uint16Array(65536)

function setKind(units: string, kind: number): void {
  for (const unit of units) kinds[unit.charCodeAt(0)] = (kinds[unit.charCodeAt(0)] ?? 0) | kind
}
setKind(WIDE_STOPS, WIDE)
setKind(NARROW_STOPS, NARROW)
setKind(CLOSERS, CLOSER)
setKind(MARKER_BLANKS, MARKER_BLANK)
setKind(MARKER_BEGINS, MARKER_BEGIN)
for (let i = 0; i < SAME_BOTH_ENDS.length; i++) setKind(SAME_BOTH_ENDS.charAt(i), SAME << i)

function kindAt(line: string, at: number): number {
  return at >= 0 && at < line.length ? (kinds[line.charCodeAt(at)] ?? 0) : 0
}

/** The end of the markers at `at`. The pattern runs only where its first character, or a blank and that, stands. */
function afterMarkers(line: string, at: number): number {
  const kind = kindAt(line, at)
  const begins = kind & MARKER_BLANK ? kindAt(line, at + 1) : kind
  return begins & MARKER_BEGIN ? after(MARKERS, line, at) : at
}

/** The end of what a sticky pattern takes at `at`. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : at
}

/** Which of {@link SAME_BOTH_ENDS} are open after the unit at `at`; a run of the same mark counts once. */
function toggled(open: number, line: string, at: number): number {
  const kind = kindAt(line, at)
  return kind < SAME || kindAt(line, at - 1) === kind ? open : open ^ kind
}

/**
 * The end of the closers at `at`. A mark that opens and closes alike is a closer when it is open, or when nothing but
 * white space or another closer follows.
 */
function afterClosers(line: string, at: number, open: number): number {
  let end = at
  while (end < line.length) {
    const kind = kindAt(line, end)
    let next = end + 1
    if (!(kind & CLOSER)) {
      if (kind < SAME) break
      while (kindAt(line, next) === kind) next += 1
      if (!(open & kind) && next < line.length && !(kindAt(line, next) & CLOSER) && !/\s/.test(line.charAt(next))) break
    }
    end = next
  }
  return end
}

/** A question quoted inside an English sentence: the question "多少？" is asked. */
function quoteGoesOn(line: string, at: number, closed: number): boolean {
  return closed > at && /^[ \t]\p{Ll}/u.test(line.slice(closed, closed + 3))
}

/** Whether the line's last thing is a round marker after a stop. Most lines end otherwise, which the last unit tells. */
function endsInRoundMarker(line: string): boolean {
  return /[)）\s]/.test(line.charAt(line.length - 1)) && ENDS_IN_ROUND_MARKER.test(line.slice(-40))
}

/** Adds the sentence between two offsets of a line, without the white space around it, unless nothing is left. */
function add(spans: SentenceSpan[], line: string, offset: number, from: number, to: number): void {
  let begin = from
  while (line.charCodeAt(begin) === 0x20) begin += 1
  const raw = line.slice(begin, to)
  const text = raw.trim()
  if (text === '') return
  const start = offset + begin + (text.length === raw.length ? 0 : raw.length - raw.trimStart().length)
  spans.push({ text, start, end: start + text.length })
}

/** Adds the sentences of one line, which begins at `offset` of the text. */
function splitLine(spans: SentenceSpan[], line: string, offset: number): void {
  const round = endsInRoundMarker(line)
  let open = 0
  let start = 0
  let at = 0
  while (at < line.length) {
    const kind = kindAt(line, at)
    if (kind >= SAME) open = toggled(open, line, at)
    at += 1
    if (!(kind & (WIDE | NARROW))) continue
    const closed = afterClosers(line, at, open)
    const marked = afterMarkers(line, closed)
    const end = round ? after(ROUND_MARKERS, line, marked) : marked
    if (kind & WIDE ? !quoteGoesOn(line, at, closed) : stopsAt({ line, start, at: at - 1, closed, end })) {
      add(spans, line, offset, start, end)
      open = 0
      start = end
      at = end
    } else {
      for (; at < closed; at++) open = toggled(open, line, at)
    }
  }
  if (start < line.length) add(spans, line, offset, start, line.length)
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
  let start = 0
  while (start < text.length) {
    LINE_BREAK.lastIndex = start
    const end = LINE_BREAK.test(text) ? LINE_BREAK.lastIndex - 1 : text.length
    if (end > start) splitLine(spans, text.slice(start, end), start)
    start = end + 1
  }
  return spans
}

/** The sentences of a text; see {@link sentenceSpans}. */
export function sentences(text: string): string[] {
  return sentenceSpans(text).map((span) => span.text)
}
