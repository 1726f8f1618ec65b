import { z } from 'zod'
import { na, type Outcome, scored } from '../core/score.ts'
import { normalize } from '../text/normalize.ts'
import { defineMetric } from './metric.ts'
import { compareTexts } from './rules/compare-texts.ts'
import { compat } from './rules/compat.ts'
import { DISTANCE_MEASURES, MAX_PAIRS, similarity } from './text-overlap/string-distance.ts'

/**
 * How alike response and reference are as strings, from 0 (nothing in common) to 1 (identical), by characters in every
 * language, after normalising width, case and white space. `distance_measure` is `levenshtein` (default), `hamming`,
 * `jaro` or `jaro_winkler`; see {@link similarity}.
 *
 * NA `missing_field` for a blank reference, `context_truncated` for texts too long to compare. A blank response is 0.
 * `compat: ragas` compares the texts as they are, as RAGAS's NonLLMStringSimilarity does.
 */
export const stringSimilarity = defineMetric({
  name: 'string_similarity',
  version: 1,
  stage: 'generation',
  summary: 'Similarity of response and reference as strings (normalised Levenshtein by default).',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'number',
  needs: ['response', 'reference'],
  options: z.strictObject({ distance_measure: z.enum(DISTANCE_MEASURES).default('levenshtein'), compat }),
  score(sample, context) {
    const { distance_measure: measure, compat } = context.options
    const compare = (): Outcome => {
      const prepare = compat === 'ragas' ? (text: string) => text : normalize
      const [response, reference] = [prepare(sample.response), prepare(sample.reference)]
      if (response.length * reference.length > MAX_PAIRS[measure]) {
        return na('context_truncated', `${response.length} and ${reference.length} characters are too many to compare`)
      }
      return scored(similarity(reference, response, measure))
    }
    return compareTexts(sample, context, compare, compat)
  },
})
