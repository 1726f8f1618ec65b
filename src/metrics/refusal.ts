import { z } from 'zod'
import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { tooLong } from './rules/compare-texts.ts'
import { phrases, refusalOf } from './rules/refusal-phrases.ts'

/**
 * Whether the system rightly answered or rightly refused: 1 or 0. The response is `answered`, `declined`, `both` or
 * `neither` (blank responses too), which is the label of the score. Right is `declined` on an unanswerable case and
 * `answered` on an answerable one; `both` and `neither` are wrong on either. Reports show the 2 x 2 table with over- and
 * under-refusal. Phrases of refusing are known in English and in Traditional and Simplified Chinese; add the system's own
 * with `refusal_phrases` in the configuration or the option `phrases`. Four states, since two mislabel up to 28 % of the
 * replies of weak models.
 *
 * NA `missing_field` when there is no response, `context_truncated` when it is too long.
 */
export const refusal = defineMetric({
  name: 'refusal',
  version: 1,
  stage: 'generation',
  summary: 'Whether the response answers an answerable case and declines an unanswerable one.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'binary',
  needs: ['response'],
  readsRefusalPhrases: true,
  options: z.strictObject({ phrases }),
  score(sample, context) {
    const long = tooLong(sample.response)
    if (long !== undefined) return long
    const { state, evidence } = refusalOf(sample.response, context)
    context.rule('refusal_state', { state, evidence })
    return scored(state === (sample.answerable ? 'answered' : 'declined') ? 1 : 0, { label: state })
  },
})
