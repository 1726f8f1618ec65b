import { z } from 'zod'
import { type Chunk, rankOf } from '../core/chunk.ts'
import { na, scored } from '../core/score.ts'
import { type CitationOptions, citationMarkers, claimSentences } from '../text/citations.ts'
import { isBlank } from '../text/normalize.ts'
import { defineMetric } from './metric.ts'
import { phrases, phrasesOf, refusalOf } from './refusal-phrases.ts'

/** Sentences and markers that a step names. */
const SHOWN = 10

/**
 * The share of the response's claim-bearing sentences that carry a valid citation marker, from 0 to 1. A marker's number
 * is the 1-based place in `retrieved_contexts`; one that points past the list, or at nothing, is not valid (when the
 * retrieved contexts are not told, every number from 1 is). The step names the invalid markers and the bare sentences.
 * Options: `styles` (default all of the text room's), `pattern` (the user's own regular expression with one group for the
 * number), `phrases` of refusing.
 *
 * NA `refusal` when the response declines, `blank_response`, `no_claims` when no sentence makes a claim.
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
    styles: z
      .array(z.enum(['[n]', '【n】', '(n)', '（n）', '[^n]']))
      .min(1)
      .optional(),
    pattern: z.string().min(1).refine(isPattern, 'is not a regular expression').optional(),
    phrases,
  }),
  score({ response, retrieved_contexts: chunks }, context) {
    if (isBlank(response)) return na('blank_response', 'the response is blank')
    if (refusalOf(response, context).state === 'declined') {
      return na('refusal', 'the response declines to answer')
    }
    const markers = markerOptions(context.options)
    const claims = claimSentences(response, { ...markers, phrases: phrasesOf(context) })
    if (claims.length === 0) return na('no_claims', 'no sentence of the response makes a claim')
    const invalid: string[] = []
    const bare: string[] = []
    let k = 0
    for (const claim of claims) {
      let isCited = false
      for (const marker of citationMarkers(claim, markers)) {
        const valid = marker.numbers.filter((number) => pointsAtChunk(number, chunks))
        if (valid.length > 0) isCited = true
        if (valid.length < marker.numbers.length) invalid.push(marker.text)
      }
      if (isCited) k += 1
      else bare.push(claim)
    }
    context.rule('citations', { invalid: invalid.slice(0, SHOWN), bare: bare.slice(0, SHOWN) })
    return scored(k / claims.length, { k, n: claims.length })
  },
})

function markerOptions({
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

function isPattern(pattern: string): boolean {
  try {
    new RegExp(pattern, 'u')
    return true
  } catch {
    return false
  }
}
