export interface QuotedSpan {
  /** What stands between the quotation marks. */
  text: string
  start: number
  end: number
}

export function quotedSpans(text: string): QuotedSpan[] {
  return [...text.matchAll(/「([^「」]{2,})」|“([^“”]{2,})”/gu)].map((match) => {
    const inner = match[1] ?? match[2] ?? ''
    const start = match.index + 1
    return { text: inner, start, end: start + inner.length }
  })
}
