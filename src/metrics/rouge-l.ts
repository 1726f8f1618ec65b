import { defineMetric } from './metric.ts'
import { longestCommonSubsequence } from './text-overlap/longest-common.ts'
import { rouge, rougeOptions } from './text-overlap/rouge.ts'

/**
 * ROUGE-L of response and reference, from 0 (no word in common) to 1 (the same words in the same order): the F1 of
 * LCS / words of the response and LCS / words of the reference, LCS being the length of their longest common
 * subsequence. Words are segmented per language, Chinese and Japanese included, without stemming. Option `mode`:
 * `fmeasure` (default), `precision`, `recall`.
 *
 * NA `missing_field` for a reference without words, `context_truncated` for texts too long to compare. A blank
 * response is 0. `compat: ragas` gives the number of RAGAS's RougeScore: Latin letters and digits only (Chinese is 0),
 * English stemming.
 *
 * Source: Lin 2004; rouge_score.
 */
export const rougeL = defineMetric({
  name: 'rouge_l',
  version: 1,
  stage: 'generation',
  summary: 'F1 of the longest common subsequence of words of response and reference.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['response', 'reference'],
  options: rougeOptions,
  score: (sample, context) => rouge(sample, context, longestCommonSubsequence),
})
