import { defineMetric } from './metric.ts'
import { commonTokens } from './text-overlap/overlap.ts'
import { rouge, rougeOptions } from './text-overlap/rouge.ts'

/**
 * ROUGE-1 of response and reference, from 0 (no word in common) to 1 (the same words, in any order): the F1 of the
 * shares of response words and reference words that the other one holds, each occurrence counted. Words are segmented per
 * language (Chinese and Japanese included), without stemming. Option `mode`: `fmeasure` (default), `precision`, `recall`.
 *
 * NA `missing_field` for a reference without words, `context_truncated` for texts too long to compare. A blank
 * response is 0. `compat: ragas` gives the number of RAGAS's RougeScore: Latin letters and digits only (Chinese is 0),
 * English stemming.
 *
 * Source: Lin 2004; rouge_score.
 */
export const rouge1 = defineMetric({
  name: 'rouge_1',
  version: 1,
  stage: 'generation',
  summary: 'F1 of the words that response and reference share.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['response', 'reference'],
  options: rougeOptions,
  score: (sample, context) => rouge(sample, context, commonTokens),
})
