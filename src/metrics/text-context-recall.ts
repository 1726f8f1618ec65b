import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { bestMatches, textContextOptions } from './retrieval/text-context.ts'
import { nothingToRead } from './rules/blank-retrieval.ts'

/**
 * The share of `reference_contexts` that a retrieved text resembles, from 0 to 1: a reference text counts when its
 * similarity (normalised Levenshtein, by characters in every language) to any retrieved chunk is at least `threshold`
 * (0.5), the same bound as for precision.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` without a reference text, `context_truncated` for too much text.
 * `compat: ragas` compares the texts unnormalised and demands more than the threshold, as RAGAS's NonLLMContextRecall
 * does (so that identical texts fail at a threshold of 1).
 */
export const textContextRecall = defineMetric({
  name: 'text_context_recall',
  version: 1,
  stage: 'retrieval',
  summary: 'Share of the reference texts that a retrieved text resembles.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['retrieved_contexts', 'reference_contexts'],
  answerableOnly: true,
  options: textContextOptions,
  score({ retrieved_contexts: chunks, reference_contexts: references }, context) {
    const { threshold, distance_measure: measure, compat } = context.options
    const raw = compat === 'ragas'
    const matches = bestMatches(chunks, references, { measure, raw })
    if ('status' in matches) return matches
    const found = matches.references.map((best) => (raw ? 1 - (1 - best) > threshold : best >= threshold))
    const [k, n] = [found.filter(Boolean).length, found.length]
    if (raw ? chunks.length === 0 : nothingToRead(chunks)) context.rule('no_context')
    else context.rule('similar_references', { found: found.slice(0, 20), threshold })
    return scored(k / n, { k, n })
  },
})
