import { scored } from '../core/score.ts'
import { defineMetric } from './metric.ts'

/**
 * Milliseconds from handing the request over to the answer; from 0 up, lower is better. Waiting for a free place does not
 * count, waiting inside the system does: one that works on one request at a time should have concurrency 1.
 * NA `missing_field` when it was not measured (recorded answers). Responses with an error count too: a time-out is slow.
 */
export const latency = defineMetric({
  name: 'latency',
  version: 1,
  stage: 'cost',
  summary: 'Time from handing the request over to the answer.',
  uses: [],
  direction: 'lower_is_better',
  range: [0, Infinity],
  scale: 'number',
  unit: 'ms',
  needs: ['latency_ms'],
  scoresErrors: true,
  score: (sample) => scored(sample.latency_ms),
})
