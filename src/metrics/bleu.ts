import { z } from 'zod'
import { type Outcome, scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { compareTexts } from './rules/compare-texts.ts'
import { compat } from './rules/compat.ts'
import { bleuScore, SMOOTH_METHODS } from './text-overlap/bleu-score.ts'
import { BLEU_TOKENIZERS, bleuTokens } from './text-overlap/bleu-tokens.ts'

/**
 * BLEU of the whole response against the reference, from 0 (no token in common) to 1 (identical): the brevity penalty
 * times the geometric mean of the n-gram precisions, n = 1 to 4. Tokens are those of sacrebleu's 13a, with every
 * character of Chinese, Japanese or Thai for itself; case counts. A text of fewer than four tokens is judged by the
 * orders that it has. Options are sacrebleu's: `tokenize` (auto, 13a, zh, char), `lowercase`, `smooth_method` (exp,
 * floor, add-k, none), `smooth_value`, `use_effective_order`.
 *
 * NA `missing_field` for a blank reference, `context_truncated` for texts too long to compare. A blank response is 0.
 * `compat: ragas` gives RAGAS's BleuScore: only what stands before the first ". " is compared, with each such part of
 * the reference as an alternative, by the 13a tokens and without the effective order, so that identical Chinese is 0.
 *
 * Source: Papineni et al. 2002; sacrebleu 2 (Post 2018).
 */
export const bleu = defineMetric({
  name: 'bleu',
  version: 1,
  stage: 'generation',
  summary: 'Precision of the n-grams of the response against the reference, with a penalty for shortness.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['response', 'reference'],
  options: z.strictObject({
    tokenize: z.enum(BLEU_TOKENIZERS).optional(),
    lowercase: z.boolean().default(false),
    smooth_method: z.enum(SMOOTH_METHODS).default('exp'),
    smooth_value: z.number().min(0).optional(),
    use_effective_order: z.boolean().optional(),
    compat,
  }),
  score(sample, context) {
    const { options } = context
    const ragas = options.compat === 'ragas'
    const tokenize = options.tokenize ?? (ragas ? '13a' : 'auto')
    const cut = (text: string): string[] => bleuTokens(options.lowercase ? text.toLowerCase() : text, tokenize)
    const [response, references] = ragas
      ? [sample.response.split('. ')[0] ?? '', sample.reference.split('. ')]
      : [sample.response, [sample.reference]]
    const compare = (): Outcome => {
      const result = bleuScore(cut(response), references.map(cut), {
        smooth_method: options.smooth_method,
        smooth_value: options.smooth_value,
        use_effective_order: options.use_effective_order ?? !ragas,
      })
      context.rule('ngrams', { precisions: result.precisions, brevity_penalty: result.brevity_penalty })
      return scored(result.value)
    }
    return compareTexts(sample, context, compare, options.compat)
  },
})
