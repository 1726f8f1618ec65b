import { z } from 'zod'
import { type Chunk, rankOf } from '../core/chunk.ts'
import { messageOf } from '../core/errors.ts'
import { na, scored } from '../core/score.ts'
import { CITATION_STYLES, type CitationOptions, citationMarkers } from '../text/citations.ts'
import { claimSpans } from '../text/claims.ts'
import { isBlank } from '../text/normalize.ts'
import { defineMetric } from './metric.ts'
import { tooLong } from './rules/compare-texts.ts'
import { phrases, phrasesOf, refusalOf } from './rules/refusal-phrases.ts'

/** Sentences and markers that a step names. */
const SHOWN = 10

/**
 * The share of the response's claim-bearing sentences that carry a valid citation marker, from 0 to 1. A marker's number
 * is the 1-based place in `retrieved_contexts`; one that points past the list, or at nothing, is not valid (when the
 * retrieved contexts are not told, every number from 1 is). The step names the invalid markers and the bare sentences.
 * Options: `styles` (default all: [n] 【n】 (n) （n） [^n]), `pattern` (the user's own regular expression with one group, for
 * the number; instead of the styles unless both are given), `phrases` of refusing.
 *
 * NA `refusal` when the response declines, `blank_response`, `no_claims` when no sentence makes a claim,
 * `context_truncated` when the response is too long.
 */
export const citationPresence = defineMetric({
  name: 'citation_presence',
  version: 1,
  stage: 'generation',
  summary: 'Share of the claim-bearing sentences that carry a valid citation marker.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['response'],
  reads: ['retrieved_contexts'],
  readsRefusalPhrases: true,
  options: z.strictObject({
    styles: z.array(z.enum(CITATION_STYLES)).min(1).optional(),
    pattern: z.string().min(1).superRefine(checkPattern).optional(),
    phrases,
  }),
  score({ response, retrieved_contexts: chunks }, context) {
    const long = tooLong(response)
    if (long !== undefined) return long
    if (isBlank(response)) return na('blank_response', 'the response is blank')
    if (refusalOf(response, context).state === 'declined') {
      return na('refusal', 'the response declines to answer')
    }
    const options = citationOptions(context.options)
    const claims = claimSpans(response, { ...options, phrases: phrasesOf(context) })
    if (claims.length === 0) return na('no_claims', 'no sentence of the response makes a claim')
    const markers = citationMarkers(response, options)
    const isValid = (number: number): boolean => pointsAtChunk(number, chunks)
    const invalid = markers.filter((marker) => !marker.numbers.every(isValid)).map((marker) => marker.text)
    const valid = markers.filter((marker) => marker.numbers.some(isValid))
    let next = 0
    const bare = claims.filter(({ start, end }) => {
      while ((valid[next]?.start ?? Infinity) < start) next += 1
      return (valid[next]?.start ?? Infinity) >= end
    })
    const k = claims.length - bare.length
    context.rule('citations', {
      invalid: invalid.slice(0, SHOWN),
      bare: bare.slice(0, SHOWN).map((claim) => claim.text),
    })
    return scored(k / claims.length, { k, n: claims.length })
  },
})

function citationOptions({
  styles,
  pattern,
}: {
  styles?: CitationOptions['styles']
  pattern?: string | undefined
}): CitationOptions {
  return { ...(styles === undefined ? {} : { styles }), ...(pattern === undefined ? {} : { pattern }) }
}

function pointsAtChunk(number: number, chunks: readonly Chunk[] | undefined): boolean {
  if (!Number.isInteger(number) || number < 1) return false
  if (chunks === undefined) return true
  const same = chunks[number - 1]
  if (same !== undefined && rankOf(same, number - 1) === number) return true
  return chunks.some((chunk, index) => rankOf(chunk, index) === number)
}

function checkPattern(pattern: string, check: z.RefinementCtx): void {
  try {
    citationMarkers('', { pattern })
  } catch (error) {
    check.addIssue({ code: 'custom', message: messageOf(error) })
  }
}
