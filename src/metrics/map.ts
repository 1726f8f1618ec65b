import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { atK, isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * Average precision, from 0 to 1: the precision at the rank of each relevant item found among the first k, summed and
 * divided by the number of **all** relevant items. Its mean over cases is the mean average precision. An item counts at
 * its first chunk only. Without `@k` all that was returned counts.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when nothing is marked as relevant or the chunks carry neither source nor id.
 *
 * Source: `map` and `map_cut` of trec_eval.
 */
export const map = defineMetric({
  name: 'map',
  version: 1,
  stage: 'retrieval',
  summary: 'Average precision over all relevant items.',
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
    const last = context.options.k ?? Infinity
    let sum = 0
    ranking.found.forEach((item, index) => {
      if (item.rank <= last) sum += (index + 1) / item.rank
    })
    return scored(sum / ranking.ideal.length)
  },
})
