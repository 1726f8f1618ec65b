import { type Reading, read } from './refusal-units.ts'
import { type SentenceSpan, sentenceSpans } from './sentences.ts'

/** The sentences of a text: the places, and what is known about the sentence at each. */
export interface TextReading {
  readonly text: string
  readonly spans: readonly Readonly<SentenceSpan>[]
  readonly readings: readonly Reading[]
}

let last: TextReading | undefined

/**
 * Splits a text into sentences and reads them. The last text is kept: metrics ask about the same response one after
 * another, whether it declines, then what it claims, and most of the work is the same.
 */
export function readText(text: string): TextReading {
  if (last?.text !== text) {
    const spans = sentenceSpans(text)
    last = { text, spans, readings: spans.map((span) => read(span.text)) }
  }
  return last
}
