import { type CitationOptions, stripCitations } from './citations.ts'
import { codeRanges } from './code-ranges.ts'
import { matchKey } from './normalize.ts'
import { type UnitKind, unitKinds } from './refusal-units.ts'
import { type SentenceSpan, sentenceSpans } from './sentences.ts'

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
