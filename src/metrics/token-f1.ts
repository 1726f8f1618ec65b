import { na, scored } from '../core/score.ts'
import { tokens } from '../text/tokens.ts'
import { defineMetric } from './metric.ts'
import { compareTexts } from './rules/compare-texts.ts'
import { commonTokens } from './text-overlap/overlap.ts'

/**
 * The F1 of the words that response and reference share, from 0 (none) to 1 (the same words in any order):
 * 2 x common / (words of the response + words of the reference), each occurrence counted. Words are segmented per
 * language (Chinese and Japanese included), in lower case, both Chinese scripts folded together.
 *
 * NA `missing_field` for a reference without words, `context_truncated` for texts too long to compare. A blank
 * response is 0.
 *
 * Source: F1 of SQuAD (Rajpurkar et al. 2016), without dropping English articles.
 */
export const tokenF1 = defineMetric({
  name: 'token_f1',
  version: 1,
  stage: 'generation',
  summary: 'F1 of the words that response and reference share.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['response', 'reference'],
  score: (sample, context) =>
    compareTexts(sample, context, () => {
      const response = tokens(sample.response, { foldScript: true })
      const reference = tokens(sample.reference, { foldScript: true })
      if (reference.length === 0) return na('missing_field', 'reference holds no word')
      const common = commonTokens(response, reference)
      context.rule('overlap', { common, response_tokens: response.length, reference_tokens: reference.length })
      return scored((2 * common) / (response.length + reference.length))
    }),
})
