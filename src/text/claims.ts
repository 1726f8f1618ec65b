import { type CitationOptions, stripCitations } from './citations.ts'
import { codeRanges } from './code-ranges.ts'
import { matchKey } from './normalize.ts'
import { readText } from './readings.ts'
import { type Reading, read, type UnitKind, unitKinds } from './refusal-units.ts'
import type { SentenceSpan } from './sentences.ts'

export interface ClaimOptions extends CitationOptions {
  /** The system's own refusals: a sentence that holds one bears no claim. */
  phrases?: readonly string[]
}

const HEADING = /^(?:#{1,6}\s|[-=_*|: ]+$)|^\*\*[^*]+\*\*:?$|[:：]\s*\**$/u
const SOURCE_LIST =
  /^(?:[#*\s]*)(?:sources?|references?|citations?|bibliography|參考(?:資料|來源|文獻)?|参考(?:资料|来源|文献)?|資料來源|资料来源|來源|来源|出處|出处|引用(?:來源|来源)?)[\s*]*[:：]?[\s*]*$/iu
const NO_CLAIM: readonly UnitKind[] = ['echo', 'nothing', 'bare', 'limited', 'declines']

/** Whether a sentence, without its markers, bears a claim. */
function bearsClaim(reading: Reading, first: boolean): boolean {
  if (!/[\p{L}\p{N}]/u.test(reading.text) || HEADING.test(reading.text)) return false
  if (reading.plain) return true
  const kinds = unitKinds(reading, { first, last: false, afterEcho: false })
  return kinds.some((kind) => !NO_CLAIM.includes(kind))
}

/** {@link claimSentences} with their places in the text. */
export function claimSpans(text: string, options: ClaimOptions = {}): SentenceSpan[] {
  const phrases = options.phrases?.length ? options.phrases.map(matchKey).filter((key) => key !== '') : []
  const inCode = codeRanges(text)
  const claims: SentenceSpan[] = []
  const { spans, readings } = readText(text)
  for (let index = 0; index < readings.length; index++) {
    const reading = readings[index]
    const span = spans[index]
    if (reading === undefined || span === undefined) continue
    const sentence = reading.text
    if (!reading.plain && SOURCE_LIST.test(sentence)) break
    if (inCode(span.start)) continue
    if (phrases.length > 0) {
      const key = matchKey(sentence)
      if (phrases.some((phrase) => key.includes(phrase))) continue
    }
    const stripped = stripCitations(sentence, options).trim()
    const unmarked = stripped === sentence ? reading : read(stripped)
    if (bearsClaim(unmarked, claims.length === 0)) claims.push({ text: sentence, start: span.start, end: span.end })
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
