import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { bestMatches, textContextOptions } from './retrieval/text-context.ts'
import { nothingToRead } from './rules/blank-retrieval.ts'

/**
 * How well the retrieved texts that resemble a reference text are ranked, from 0 to 1. A chunk counts when its
 * similarity (normalised Levenshtein, by characters in every language) to any of `reference_contexts` is at least
 * `threshold` (0.5). The value is the average precision: the precision at the rank of each such chunk, averaged.
 *
 * Nothing retrieved is 0 (rule `no_context`); so is a list without any such chunk. NA `not_applicable` on an
 * unanswerable case, `missing_field` without a reference text, `context_truncated` for too much text.
 * `compat: ragas` compares the texts unnormalised and adds RAGAS's 1e-10 to the divisor (a perfect list is
 * 0.9999999999), as NonLLMContextPrecisionWithReference does.
 */
export const textContextPrecision = defineMetric({
  name: 'text_context_precision',
  version: 1,
  stage: 'retrieval',
  summary: 'Average precision of the retrieved texts that resemble a reference text.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['retrieved_contexts', 'reference_contexts'],
  answerableOnly: true,
  options: textContextOptions,
  score({ retrieved_contexts: chunks, reference_contexts: references }, context) {
    const { threshold, distance_measure: measure, compat } = context.options
    const raw = compat === 'ragas'
    const matches = bestMatches(chunks, references, { measure, raw })
    if ('status' in matches) return matches
    if (raw ? chunks.length === 0 : nothingToRead(chunks)) {
      context.rule('no_context')
      return scored(0)
    }
    const ranks = matches.retrieved.filter(({ best }) => reaches(best, threshold, raw)).map(({ rank }) => rank)
    context.rule('similar_chunks', { ranks: ranks.slice(0, 20), threshold })
    const sum = ranks.reduce((total, rank, index) => total + (index + 1) / rank, 0)
    return scored(ranks.length === 0 ? 0 : sum / (ranks.length + (raw ? 1e-10 : 0)))
  },
})

/** RAGAS takes 1 - (1 - similarity), which falls just below thresholds such as 0.1. */
function reaches(similarity: number, threshold: number, raw: boolean): boolean {
  return (raw ? 1 - (1 - similarity) : similarity) >= threshold
}
