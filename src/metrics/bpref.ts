import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { isNa, rankRelevant } from './retrieval/ranking.ts'
import { RELEVANCE_FIELDS } from './retrieval/relevance.ts'

/**
 * How seldom a chunk judged not relevant is ranked above a relevant one, from 0 to 1; chunks that nobody judged are
 * passed over, so incomplete judgements do little harm. With R relevant and N items judged not relevant (grade 0 in
 * `relevance`): bpref = 1/R x sum over the relevant items found of 1 - min(rejected above it, R) / min(R, N), the
 * fraction being 0 when none is above it. Without any item of grade 0 it is the recall.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when `relevance` marks nothing as relevant or the chunks carry neither source nor id.
 *
 * Source: Buckley and Voorhees 2004; `bpref` of trec_eval.
 */
export const bpref = defineMetric({
  name: 'bpref',
  version: 1,
  stage: 'retrieval',
  summary: 'Share of relevant items ranked above those judged not relevant; unjudged chunks are passed over.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['retrieved_contexts', 'relevance'],
  reads: RELEVANCE_FIELDS,
  answerableOnly: true,
  score(sample, context) {
    const ranking = rankRelevant(sample, context)
    if (isNa(ranking)) return ranking
    const relevant = ranking.ideal.length
    let sum = 0
    let above = 0
    for (const item of ranking.found) {
      while ((ranking.rejectedRanks[above] ?? Infinity) < item.rank) above += 1
      sum += above === 0 ? 1 : 1 - Math.min(above, relevant) / Math.min(relevant, ranking.rejected)
    }
    return scored(sum / relevant)
  },
})
