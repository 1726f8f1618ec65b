import { z } from 'zod'
import type { Chunk } from '../core/chunk.ts'
import { na, scored } from '../core/score.ts'
import { stripCitations } from '../text/citations.ts'
import { isBlank, matchKey } from '../text/normalize.ts'
import { contentTokens, tokens } from '../text/tokens.ts'
import { defineMetric } from './metric.ts'
import { nothingToRead } from './rules/blank-retrieval.ts'
import { tooLong, tooMuchRetrieved } from './rules/compare-texts.ts'
import { phrases, refusalOf } from './rules/refusal-phrases.ts'

/** Words of which any may stand inside a longer run: those of scripts without spaces. */
const UNSPACED = /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u

/** Absent words that a step names. */
const SHOWN = 20

/**
 * The share of the response's content words that occur in the retrieved contexts, from 0 to 1, each occurrence counted:
 * faithfulness without a model, the baseline that a judge has to beat. Function words and citation markers are left out.
 * Words are segmented per language, in lower case, both Chinese scripts folded together; a Chinese or Japanese word
 * counts wherever its characters stand in a context, however the segmenter would cut there.
 *
 * Nothing retrieved and the response makes claims: 0 (rule `no_context`). NA `refusal` when the response declines,
 * `blank_response`, `no_claims` when it has no content word, `context_truncated` when there is too much text.
 *
 * Source: Adlakha et al. 2023 (K-Precision), with set membership instead of counts in the contexts.
 */
export const kPrecision = defineMetric({
  name: 'k_precision',
  version: 1,
  stage: 'generation',
  summary: "Share of the response's content words that occur in the retrieved contexts.",
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['response', 'retrieved_contexts'],
  readsRefusalPhrases: true,
  options: z.strictObject({ phrases }),
  score({ response, retrieved_contexts: chunks }, context) {
    const long = tooLong(response) ?? tooMuchRetrieved(chunks)
    if (long !== undefined) return long
    if (isBlank(response)) return na('blank_response', 'the response is blank')
    if (refusalOf(response, context).state === 'declined') {
      return na('refusal', 'the response declines to answer')
    }
    const claimed = contentTokens(stripCitations(response), { foldScript: true })
    if (claimed.length === 0) return na('no_claims', 'the response holds no content word')
    if (nothingToRead(chunks)) {
      context.rule('no_context')
      return scored(0, { k: 0, n: claimed.length })
    }
    const absent = absentFrom(chunks, new Set(claimed))
    const k = claimed.filter((token) => !absent.has(token)).length
    context.rule('words', { absent: [...absent].slice(0, SHOWN) })
    return scored(k / claimed.length, { k, n: claimed.length })
  },
})

/** The words that no chunk holds. */
function absentFrom(chunks: readonly Chunk[], words: ReadonlySet<string>): Set<string> {
  const absent = new Set(words)
  for (const { text } of chunks) {
    if (absent.size === 0) break
    for (const token of tokens(text, { foldScript: true })) absent.delete(token)
    const unspaced = [...absent].filter((word) => UNSPACED.test(word))
    if (unspaced.length === 0) continue
    const key = matchKey(text)
    for (const word of unspaced) if (key.includes(word)) absent.delete(word)
  }
  return absent
}
