import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { atK, isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * The share of the first k chunks that are relevant, from 0 to 1. The divisor is k also when fewer were returned;
 * without `@k` it is the length of the returned list. Different chunks of one relevant source all count; a repeat of the
 * very same chunk does not.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when nothing is marked as relevant or the chunks carry neither source nor id.
 *
 * Source: `P` of trec_eval.
 */
export const precision = defineMetric({
  name: 'precision',
  version: 1,
  stage: 'retrieval',
  summary: 'Share of the first k retrieved chunks that are relevant.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['retrieved_contexts'],
  needsAny: [RELEVANCE_FIELDS],
  answerableOnly: true,
  atK: true,
  options: atK,
  score(sample, context) {
    const ranking = rankRelevant(sample, context)
    if (isNa(ranking)) return ranking
    const n = context.options.k ?? ranking.length
    if (n === 0) return scored(0, { k: 0, n: 0 })
    const k = ranking.relevantRanks.filter((rank) => rank <= n).length
    return scored(k / n, { k, n })
  },
})
