import { rankOf } from '../core/chunk.ts'
import { na, scored } from '../core/score.ts'
import { normalize } from '../text/normalize.ts'
import { quotedSpans } from '../text/quotes.ts'
import { defineMetric } from './metric.ts'
import { nothingToRead } from './rules/blank-retrieval.ts'
import { tooLong, tooMuchRetrieved } from './rules/compare-texts.ts'

/** Quotations that a step names. */
const SHOWN = 20

/**
 * The share of the quotations in the response that stand verbatim in one retrieved chunk, from 0 to 1. Quotation marks
 * of all scripts count (「」『』“” and "), apostrophes do not. Case, width and white space make no difference, words and
 * punctuation do; a quotation spread over two chunks is not found. The step names each quotation with the rank of its
 * chunk, or null.
 *
 * NA `not_applicable` when nothing is quoted, `context_truncated` when there is too much text. Nothing retrieved is 0 (rule `no_context`).
 */
export const quotedSpansMetric = defineMetric({
  name: 'quoted_spans',
  version: 1,
  stage: 'generation',
  summary: 'Share of the quotations in the response that stand verbatim in one retrieved chunk.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['response', 'retrieved_contexts'],
  score({ response, retrieved_contexts: chunks }, context) {
    const long = tooLong(response) ?? tooMuchRetrieved(chunks)
    if (long !== undefined) return long
    const quotes = quotedSpans(response).filter((quote) => normalize(quote.text) !== '')
    if (quotes.length === 0) return na('not_applicable', 'the response quotes nothing')
    if (nothingToRead(chunks)) {
      context.rule('no_context')
      return scored(0, { k: 0, n: quotes.length })
    }
    const texts = chunks.map((chunk, index) => ({ rank: rankOf(chunk, index), text: normalize(chunk.text) }))
    const found = quotes.map((quote) => {
      const wanted = normalize(quote.text)
      return { quote: quote.text, rank: texts.find(({ text }) => text.includes(wanted))?.rank ?? null }
    })
    const k = found.filter(({ rank }) => rank !== null).length
    context.rule('quotes', { quotes: found.slice(0, SHOWN) })
    return scored(k / found.length, { k, n: found.length })
  },
})
