import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { atK, type Found, isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * How well the relevant items are ranked, from 0 to 1: the discounted gain of the first k chunks divided by that of the
 * ideal list. DCG@k = sum over ranks r <= k of grade / log2(r + 1), the grade taken from `relevance` as it is (linear
 * gain), or 1. The ideal list holds **all** relevant items, not only those returned: one of two relevant at rank 1 with
 * k = 10 gives 1 / (1 + 1 / log2(3)) = 0.613. An item counts once, so repeated chunks never lift the value above 1.
 * Without `@k` there is no cut.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when nothing is marked as relevant or the chunks carry neither source nor id.
 *
 * Source: Järvelin and Kekäläinen 2002; `ndcg` and `ndcg_cut` of trec_eval.
 */
export const ndcg = defineMetric({
  name: 'ndcg',
  version: 1,
  stage: 'retrieval',
  summary: 'Discounted gain of the first k retrieved chunks, relative to the ideal ranking of all relevant items.',
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
    const ideal = ranking.ideal.map((grade, index) => ({ rank: index + 1, grade }))
    return scored(Math.min(1, discountedGain(ranking.found, last) / discountedGain(ideal, last)))
  },
})

function discountedGain(items: readonly Found[], last: number): number {
  let sum = 0
  for (const { rank, grade } of items) if (rank <= last) sum += grade / Math.log2(rank + 1)
  return sum
}
