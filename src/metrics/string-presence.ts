import { z } from 'zod'
import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'
import { compareTexts } from './rules/compare-texts.ts'
import { compat } from './rules/compat.ts'
import { containsText } from './text-overlap/contains-text.ts'

/**
 * Whether the reference stands, as a whole, somewhere in the response: 1 or 0. For short references such as a name, a
 * number or a code. Case, width, white space and the script of Chinese characters make no difference, nor does
 * punctuation around the reference; a part of a word or number is no match (`3` is not in `350`, `cat` not in `cats`).
 *
 * NA `missing_field` for a blank reference. A blank response is 0.
 * `compat: ragas` looks for the plain substring, as RAGAS's StringPresence does.
 */
export const stringPresence = defineMetric({
  name: 'string_presence',
  version: 1,
  stage: 'generation',
  summary: 'Whether the reference text occurs in the response.',
  uses: [],
  direction: 'higher_is_better',
  range: [0, 1],
  scale: 'binary',
  needs: ['response', 'reference'],
  options: z.strictObject({ compat }),
  score(sample, context) {
    const { compat } = context.options
    const { response, reference } = sample
    const holds = compat === 'ragas' ? (text: string, part: string) => text.includes(part) : containsText
    return compareTexts(sample, context, () => scored(holds(response, reference) ? 1 : 0), compat)
  },
})
