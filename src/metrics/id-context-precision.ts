import { na, scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { overlapOfIds } from './retrieval/id-context.ts'
import { nothingIdentified } from './rules/blank-retrieval.ts'

/**
 * The share of the different retrieved ids that are in `reference_context_ids`, from 0 to 1: |retrieved and wanted| /
 * |retrieved|, compared as strings, each id once, order ignored.
 *
 * NA `no_context` when nothing was retrieved, `not_applicable` on an unanswerable case,
 * `missing_field` when no id is wanted or no chunk has an id or source. Same numbers as RAGAS's IDBasedContextPrecision.
 */
export const idContextPrecision = defineMetric({
  name: 'id_context_precision',
  version: 1,
  stage: 'retrieval',
  summary: 'Share of the retrieved ids that are among the reference ids.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['retrieved_contexts', 'reference_context_ids'],
  answerableOnly: true,
  score({ retrieved_contexts: chunks, reference_context_ids: ids }, context) {
    if (nothingIdentified(chunks)) return na('no_context', 'nothing was retrieved')
    const overlap = overlapOfIds(chunks, ids)
    if ('status' in overlap) return overlap
    context.rule('ids', { ...overlap })
    return scored(overlap.retrievedWanted / overlap.retrieved, { k: overlap.retrievedWanted, n: overlap.retrieved })
  },
})
