import { z } from 'zod'
import { type Outcome, scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { compareTexts } from './rules/compare-texts.ts'
import { compat } from './rules/compat.ts'
import { chrfScore } from './text-overlap/chrf-score.ts'

/**
 * chrF of response and reference, from 0 (no character in common) to 1 (identical): the F-score, recall weighted by
 * beta = 2, of character n-grams of length 1 to 6; in every language by characters, white space left out, case counts.
 * Options are sacrebleu's: `char_order`, `word_order` (2 for chrF++), `beta`, `lowercase`, `remove_whitespace`,
 * `eps_smoothing`.
 *
 * NA `missing_field` for a blank reference, `context_truncated` for texts too long to compare. A blank response is 0.
 * `compat: ragas` differs only for a blank reference, where RAGAS's CHRFScore gives 0.
 *
 * Source: Popović 2015; sacrebleu 2 (Post 2018).
 */
export const chrf = defineMetric({
  name: 'chrf',
  version: 1,
  stage: 'generation',
  summary: 'F-score of the character n-grams of response and reference.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['response', 'reference'],
  options: z.strictObject({
    char_order: z.number().int().min(1).max(20).default(6),
    word_order: z.number().int().min(0).max(10).default(0),
    beta: z.number().positive().default(2),
    lowercase: z.boolean().default(false),
    remove_whitespace: z.boolean().default(true),
    eps_smoothing: z.boolean().default(false),
    compat,
  }),
  score(sample, context) {
    const { compat, lowercase, ...options } = context.options
    const prepare = (text: string): string => (lowercase ? text.toLowerCase() : text)
    const isBare = sample.response.trim() === '' || sample.reference.trim() === ''
    const compare = (): Outcome =>
      scored(isBare ? 0 : chrfScore(prepare(sample.response), prepare(sample.reference), options))
    return compareTexts(sample, context, compare, compat)
  },
})
