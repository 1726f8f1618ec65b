import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'

/**
 * The system's own time for the response in milliseconds, without waiting for a free slot; from 0 up, lower is better.
 * NA `missing_field` when it was not measured (recorded answers). Responses with an error count too: a time-out is slow.
 */
export const latency = defineMetric({
  name: 'latency',
  version: 1,
  stage: 'cost',
  summary: "The system's own time for the response.",
  uses: [],
  direction: 'lower_is_better',
  range: [0, Infinity],
  scale: 'number',
  unit: 'ms',
  needs: ['latency_ms'],
  scoresErrors: true,
  score: (sample) => scored(sample.latency_ms),
})
