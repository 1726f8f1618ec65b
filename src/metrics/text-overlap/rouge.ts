import { z } from 'zod'
import { na, type Outcome, scored } from '../../core/score.ts'
import { tokens } from '../../text/tokens.ts'
import type { RuleRecorder } from '../metric.ts'
import { compareTexts } from '../rules/compare-texts.ts'
import { compat } from '../rules/compat.ts'
import { porterStem } from './porter-stemmer.ts'

/** Options of both ROUGE metrics: which of F1, precision and recall is the value. */
export const rougeOptions = z.strictObject({
  mode: z.enum(['fmeasure', 'precision', 'recall']).default('fmeasure'),
  compat,
})
type RougeOptions = z.infer<typeof rougeOptions>

/** Pairs of tokens above which texts are not compared, since it would take more than a few seconds. */
const MAX_PAIRS = 2e10

/**
 * ROUGE from a count of what two token lists share. Tokens are words, in Chinese and Japanese as the text room cuts
 * them, in lower case, both Chinese scripts folded together. With `compat: ragas` they are those of rouge_score: a to z
 * and 0 to 9 only, words of more than three letters stemmed.
 */
export function rouge(
  sample: { response: string; reference: string },
  context: RuleRecorder & { options: RougeOptions },
  shared: (response: readonly string[], reference: readonly string[]) => number,
): Outcome {
  const { mode, compat } = context.options
  const cut = compat === 'ragas' ? rougeScoreTokens : (text: string) => tokens(text, { foldScript: true })
  const compare = (): Outcome => {
    const [response, reference] = [cut(sample.response), cut(sample.reference)]
    if (reference.length === 0 && compat === undefined) return na('missing_field', 'reference holds no word')
    if (response.length === 0 || reference.length === 0) return scored(0)
    if (response.length * reference.length > MAX_PAIRS) {
      return na(
        'context_truncated',
        `texts of ${response.length} and ${reference.length} words are too long to compare`,
      )
    }
    const common = shared(response, reference)
    const [precision, recall] = [common / response.length, common / reference.length]
    context.rule('overlap', { common, response_tokens: response.length, reference_tokens: reference.length })
    if (mode === 'precision') return scored(precision)
    if (mode === 'recall') return scored(recall)
    return scored((2 * common) / (response.length + reference.length))
  }
  return compareTexts(sample, context, compare, compat)
}

function rougeScoreTokens(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9]+/g) ?? []
  return words.map((word) => (word.length > 3 ? porterStem(word) : word))
}
