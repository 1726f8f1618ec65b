import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { atK, isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * The share of the relevant sources or ids that are among the first k chunks: found / relevant, from 0 to 1. Several
 * chunks of one source count once. Without `@k` all that was returned counts.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when nothing is marked as relevant or the chunks carry neither source nor id.
 *
 * Source: `recall` of trec_eval.
 */
export const recall = defineMetric({
  name: 'recall',
  version: 1,
  stage: 'retrieval',
  summary: 'Share of the relevant sources or ids that are among the first k retrieved chunks.',
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
    const last = context.options.k ?? ranking.length
    const k = ranking.found.filter((item) => item.rank <= last).length
    const n = ranking.ideal.length
    return scored(k / n, { k, n })
  },
})
