export interface SentenceSpan {
  text: string
  start: number
  end: number
}

export function sentenceSpans(text: string): SentenceSpan[] {
  const spans: SentenceSpan[] = []
  for (const match of text.matchAll(/[^。！？；\n]+[。！？；]*/gu)) {
    const trimmed = match[0].trim()
    if (trimmed === '') continue
    const start = match.index + match[0].indexOf(trimmed)
    spans.push({ text: trimmed, start, end: start + trimmed.length })
  }
  return spans
}

export function sentences(text: string): string[] {
  return sentenceSpans(text).map((span) => span.text)
}
