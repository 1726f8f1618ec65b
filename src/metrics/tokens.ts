import { na, scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'

/**
 * Tokens that the system reports for the response: `total_tokens`, else prompt plus completion; from 0 up, lower is
 * better. NA `missing_field` when the total is not known; an unreported part is never taken as 0.
 */
export const tokenCount = defineMetric({
  name: 'tokens',
  version: 1,
  stage: 'cost',
  summary: 'Tokens that the system reports for the response.',
  uses: [],
  direction: 'lower_is_better',
  range: [0, Infinity],
  scale: 'number',
  unit: 'tokens',
  needs: ['usage'],
  score({ usage }) {
    if (usage.total_tokens !== undefined) return scored(usage.total_tokens)
    const { prompt_tokens: prompt, completion_tokens: completion } = usage
    if (prompt !== undefined && completion !== undefined) return scored(prompt + completion)
    const lacking = prompt === undefined ? 'usage.prompt_tokens' : 'usage.completion_tokens'
    return na('missing_field', `usage.total_tokens is missing, and ${lacking} too`)
  },
})
