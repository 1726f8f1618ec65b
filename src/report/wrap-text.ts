import stringWidth from 'string-width'

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })
/** More is never shown of one text; a longer one would only cost time. */
const MOST_UNITS = 2000
const CUT = '...'
/** What may not begin a line, and what may not end one, in Chinese and Japanese text. */
const CLOSING = /^[、。，．：；！？）」』】》〉”’…]/u
const OPENING = /[（「『【《〈“‘]$/u

/**
 * A text in lines of at most `width` columns. It is broken at spaces and beside wide characters (Chinese, Japanese), never
 * before closing punctuation; a word that is longer than a line is cut. Beyond `mostLines` it ends in `...`. Widths are
 * those of a terminal: a Chinese character has two columns.
 */
export function wrapText(text: string, width: number, mostLines = Number.POSITIVE_INFINITY): string[] {
  if (text.length <= width && stringWidth(text) <= width) return [text]
  const lines = brokenLines(text.slice(0, MOST_UNITS), width, mostLines)
  if (lines.length <= mostLines && text.length <= MOST_UNITS) return lines
  const kept = lines.slice(0, mostLines)
  const last = kept.pop() ?? ''
  return [...kept, cutToWidth(last, width - CUT.length) + CUT]
}

/** The same for a text that is shown whole, however long it is, or up to one line more than `mostLines`. */
export function wrapWhole(text: string, width: number, mostLines = Number.POSITIVE_INFINITY): string[] {
  if (text.length <= width && stringWidth(text) <= width) return [text]
  return brokenLines(text, width, mostLines)
}

/** The lines of a text, at most one more than `mostLines`. */
function brokenLines(text: string, width: number, mostLines: number): string[] {
  const lines: string[] = []
  let line = ''
  let used = 0
  /** The last place in `line` before which it may be broken; 0 = none. */
  let breakAt = 0
  let afterWide = false
  for (const segment of graphemes(text)) {
    const columns = stringWidth(segment)
    const mayBreak = segment === ' ' || line.endsWith(' ') || columns === 2 || afterWide
    if (mayBreak && !CLOSING.test(segment) && !OPENING.test(line)) breakAt = line.length
    // Again where what is left is still too long, as after brackets that must not end a line.
    while (used + columns > width && line !== '') {
      const end = breakAt > 0 ? breakAt : line.length
      lines.push(line.slice(0, end).trimEnd())
      line = line.slice(end).trimStart()
      used = stringWidth(line)
      breakAt = 0
      if (lines.length > mostLines) return lines
    }
    afterWide = columns === 2
    if (line === '' && segment === ' ') continue
    line += segment
    used += columns
  }
  return line === '' ? lines : [...lines, line]
}

const PIECE = 256

/** What a reader takes for one character, one by one. In pieces, as the time of the segmenter grows with the square of the length. */
function* graphemes(text: string): Generator<string> {
  let open = ''
  for (let start = 0; start < text.length; start += PIECE) {
    const segments = Array.from(segmenter.segment(open + text.slice(start, start + PIECE)), ({ segment }) => segment)
    // The last one may go on in the next piece.
    open = segments.pop() ?? ''
    yield* segments
  }
  if (open !== '') yield open
}

/** The beginning of a text that fits into `width` columns. */
function cutToWidth(text: string, width: number): string {
  let cut = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += stringWidth(segment)
    if (used > width) break
    cut += segment
  }
  return cut.trimEnd()
}
