import { z } from 'zod'
import { scored } from '../core/score.ts'
import { sameText } from '../text/normalize.ts'
import { defineMetric } from './metric.ts'
import { compareTexts } from './rules/compare-texts.ts'
import { compat } from './rules/compat.ts'

/**
 * Whether the response is the reference: 1 or 0. Case, width, punctuation, white space and the script of Chinese
 * characters make no difference.
 *
 * NA `missing_field` for a blank reference. A blank response is 0.
 * `compat: ragas` compares the texts as they are, as RAGAS's ExactMatch does.
 *
 * Source: exact match of SQuAD (Rajpurkar et al. 2016), without its English articles.
 */
export const exactMatch = defineMetric({
  name: 'exact_match',
  version: 1,
  stage: 'generation',
  summary: 'Whether the response equals the reference but for case, width, punctuation and script.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'binary',
  needs: ['response', 'reference'],
  options: z.strictObject({ compat }),
  score(sample, context) {
    const { compat } = context.options
    const { response, reference } = sample
    const isSame = compat === 'ragas' ? (a: string, b: string) => a === b : sameText
    return compareTexts(sample, context, () => scored(isSame(response, reference) ? 1 : 0), compat)
  },
})
