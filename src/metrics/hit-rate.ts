import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { atK, isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * Whether retrieval brought anything that it should: 1 if an expected source or id is among the first k chunks, else 0.
 * Without `@k` all that was returned counts. Also called success@k.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when nothing is marked as relevant or the chunks carry neither source nor id.
 *
 * Source: `success` of trec_eval.
 */
export const hitRate = defineMetric({
  name: 'hit_rate',
  version: 1,
  stage: 'retrieval',
  summary: 'Whether an expected source or id is among the first k retrieved chunks.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'binary',
  needs: ['retrieved_contexts'],
  needsAny: [RELEVANCE_FIELDS],
  answerableOnly: true,
  atK: true,
  options: atK,
  score(sample, context) {
    const ranking = rankRelevant(sample, context)
    if (isNa(ranking)) return ranking
    const first = ranking.found[0]
    return scored(first !== undefined && first.rank <= (context.options.k ?? ranking.length) ? 1 : 0)
  },
})
