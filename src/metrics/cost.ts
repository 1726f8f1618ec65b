import { na, scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'

/**
 * What the response cost in US dollars, as the system reports it (`usage.cost_usd`); from 0 up, lower is better.
 * NA `missing_field` when it is not reported.
 */
export const cost = defineMetric({
  name: 'cost',
  version: 1,
  stage: 'cost',
  summary: 'What the response cost, as the system reports it.',
  uses: [],
  direction: 'lower_is_better',
  range: [0, Infinity],
  scale: 'number',
  unit: 'usd',
  needs: ['usage'],
  score: ({ usage }) =>
    usage.cost_usd === undefined ? na('missing_field', 'usage.cost_usd is missing') : scored(usage.cost_usd),
})
