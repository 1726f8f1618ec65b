import { BASELINE_METRIC } from '../analysis/trust/trust-report.ts'
import type { Response } from '../core/response.ts'
import type { Run, RunMetric } from '../core/run.ts'
import { toSample } from '../core/sample.ts'
import { type Outcome, RULE_JUDGE } from '../core/score.ts'
import type { TestCase } from '../core/test-case.ts'
import { configureMetrics } from '../metrics/configure.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { scoreSample } from '../metrics/score.ts'

/** The metric without a model that a run lacks: scored for the graded responses, stored nowhere. */
export interface Baseline {
  metric: RunMetric
  score(testCase: TestCase, response: Response): Outcome | Promise<Outcome>
}

/** The baseline for a run that does not have it; undefined when it does. Refusal phrases of a configuration play no part. */
export function missingBaseline(run: Run): Baseline | undefined {
  if (run.metrics.some(({ metric }) => metric === BASELINE_METRIC)) return undefined
  const configured = configureMetrics([BASELINE_METRIC])[0]
  if (configured === undefined) return undefined
  return {
    metric: asRunMetric(configured),
    score(testCase, response) {
      const scored = scoreSample(configured, toSample(testCase, response), { refusalPhrases: [] })
      return scored instanceof Promise ? scored.then(({ outcome }) => outcome) : scored.outcome
    },
  }
}

function asRunMetric({ name, version, definition }: ConfiguredMetric): RunMetric {
  const { direction, stage, scale, range } = definition
  return {
    metric: name,
    metric_version: version,
    judge: RULE_JUDGE,
    direction,
    stage,
    scale,
    range: [range[0], range[1]],
    options: {},
  }
}
