import type { Response } from '../../core/response.ts'
import type { Run, RunMetric } from '../../core/run.ts'
import { type NaReason, na, type Outcome, scored } from '../../core/score.ts'
import type { TestCase } from '../../core/test-case.ts'
import type { ScoreRow } from '../score-row.ts'

/** A metric of a run; a ratio from 0 to 1 unless said otherwise. */
export function metric(name: string, extra: Partial<RunMetric> = {}): RunMetric {
  return {
    metric: name,
    metric_version: '1',
    direction: 'higher_is_better',
    stage: 'generation',
    scale: 'ratio',
    range: [0, 1],
    options: {},
    ...extra,
  }
}

/** A run with these configurations and metrics. */
export function run(configurations: string[], metrics: RunMetric[], extra: Partial<Run> = {}): Run {
  return {
    id: '20260102-030405-abcd',
    name: 'handbook',
    created_at: '2026-01-02T03:04:05.000Z',
    format: 1,
    configurations: configurations.map((name) => ({ name, settings: {}, origin: {}, extends: [] })),
    system: {},
    repeats: 1,
    test_set: 'test_set.yaml',
    test_set_hash: '0',
    test_cases: null,
    selection: {},
    metrics,
    judge: 'rule',
    versions: {},
    origins: {},
    gates: [],
    ...extra,
  }
}

/** A score row; a number is a scored outcome, `NA:reason` an NA. */
export function row(
  configuration: string,
  test_case_id: string,
  name: string,
  outcome: number | `NA:${NaReason}` | Outcome,
  repeat = 1,
): ScoreRow {
  return { configuration, test_case_id, repeat, metric: name, outcome: toOutcome(outcome) }
}

function toOutcome(outcome: number | string | Outcome): Outcome {
  if (typeof outcome === 'number') return scored(outcome)
  return typeof outcome === 'string' ? na(outcome.slice(3) as NaReason, 'detail') : outcome
}

/** An answerable test case with its id as question. */
export function testCase(id: string, extra: Partial<TestCase> = {}): TestCase {
  return { id, user_input: `question ${id}`, answerable: true, tags: {}, ...extra }
}

/** A response without contexts that took 10 ms. */
export function response(configuration: string, test_case_id: string, extra: Partial<Response> = {}): Response {
  return {
    run_id: '20260102-030405-abcd',
    configuration,
    test_case_id,
    repeat: 1,
    response: `answer to ${test_case_id}`,
    latency_ms: 10,
    asked_key: 'k',
    created_at: '2026-01-02T03:04:05.000Z',
    ...extra,
  }
}
