import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { atK, isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * The reciprocal rank of the first relevant chunk: 1 at rank 1, 1/2 at rank 2, 0 when there is none among the first k
 * (without `@k`: among all returned). Its mean over cases is the mean reciprocal rank.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when nothing is marked as relevant or the chunks carry neither source nor id.
 *
 * Source: `recip_rank` of trec_eval.
 */
export const mrr = defineMetric({
  name: 'mrr',
  version: 1,
  stage: 'retrieval',
  summary: 'Reciprocal rank of the first relevant chunk.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['retrieved_contexts'],
  needsAny: [RELEVANCE_FIELDS],
  answerableOnly: true,
  atK: true,
  options: atK,
  score(sample, context) {
    const ranking = rankRelevant(sample, context)
    if (isNa(ranking)) return ranking
    const first = ranking.found[0]
    return scored(first !== undefined && first.rank <= (context.options.k ?? Infinity) ? 1 / first.rank : 0)
  },
})
