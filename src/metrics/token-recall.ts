import { na, scored } from '../core/score.ts'
import { tokens } from '../text/tokens.ts'
import { defineMetric } from './metric.ts'
import { notComparable } from './rules/compare-texts.ts'
import { commonTokens } from './text-overlap/overlap.ts'

/**
 * The share of the reference's words that occur in the response, from 0 to 1, each occurrence counted: a fair measure of
 * correctness for long-winded answers. Words are segmented per language, Chinese and Japanese included, in lower case,
 * both Chinese scripts folded together.
 *
 * NA `missing_field` for a reference without words, `context_truncated` for texts too long to compare. A blank
 * response is 0.
 *
 * Source: Adlakha et al. 2023, "Evaluating correctness and faithfulness of instruction-following models".
 */
export const tokenRecall = defineMetric({
  name: 'token_recall',
  version: 1,
  stage: 'generation',
  summary: "Share of the reference's words that occur in the response.",
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'ratio',
  needs: ['response', 'reference'],
  score(sample, context) {
    const problem = notComparable(sample)
    if (problem !== undefined) return problem
    const reference = tokens(sample.reference, { foldScript: true })
    const response = tokens(sample.response, { foldScript: true })
    if (reference.length === 0) {
      if (sample.response === sample.reference) return scored(1, { k: 1, n: 1 })
      return na('missing_field', 'reference holds no word')
    }
    const k = commonTokens(reference, response)
    context.rule('overlap', { common: k, response_tokens: response.length, reference_tokens: reference.length })
    return scored(k / reference.length, { k, n: reference.length })
  },
})
