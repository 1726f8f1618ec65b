import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { overlapOfIds } from './retrieval/id-context.ts'
import { nothingIdentified } from './rules/blank-retrieval.ts'

/**
 * The share of the different `reference_context_ids` that were retrieved, from 0 to 1: |retrieved and wanted| /
 * |wanted|, compared as strings, each id once, order ignored.
 *
 * Nothing retrieved is 0 (rule `no_context`). NA `not_applicable` on an unanswerable case,
 * `missing_field` when no id is wanted or no chunk has an id or source. Same numbers as RAGAS's IDBasedContextRecall.
 */
export const idContextRecall = defineMetric({
  name: 'id_context_recall',
  version: 1,
  stage: 'retrieval',
  summary: 'Share of the reference ids that were retrieved.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['retrieved_contexts', 'reference_context_ids'],
  answerableOnly: true,
  score({ retrieved_contexts: chunks, reference_context_ids: ids }, context) {
    const blank = nothingIdentified(chunks)
    const overlap = overlapOfIds(blank ? [] : chunks, ids)
    if ('status' in overlap) return overlap
    context.rule(blank ? 'no_context' : 'ids', blank ? undefined : { ...overlap })
    return scored(overlap.wantedRetrieved / overlap.wanted, { k: overlap.wantedRetrieved, n: overlap.wanted })
  },
})
