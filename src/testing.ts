// `ragstone/testing`: builders for tests of one's own metrics and systems, and a judge and a model server that are scripted.
import type { Response } from './core/response.ts'
import type { Sample } from './core/sample.ts'
import { toSample } from './core/sample.ts'
import { type TestCase, testCaseSchema } from './core/test-case.ts'
import { configureMetrics } from './metrics/configure.ts'
import type { AnyMetric, Scored } from './metrics/metric.ts'
import { type ScoreContext, scoreSample } from './metrics/score.ts'

export { type FakeCall, type FakeJudge, type FakeJudgeOptions, fakeJudge } from './judge/fake.ts'
export type { ModelCall } from './judge/scripted-server/call-log.ts'
export type { ModelServerOptions } from './judge/scripted-server/model-server-options.ts'
export type { Fault, ReplyFunction, ScriptedReply } from './judge/scripted-server/scripted-reply.ts'
export type { ServedRequest } from './judge/scripted-server/served-request.ts'
export { type ModelServer, startModelServer } from './judge/scripted-server/start-model-server.ts'

/** A valid test case, with the given fields in place of the defaults. */
export function testCaseOf(fields: Partial<TestCase> = {}): TestCase {
  return testCaseSchema.parse({ id: 'case-1', user_input: 'When does the office open?', ...fields })
}

/** A valid response to `case-1` under configuration `base`, with the given fields in place of the defaults. */
export function responseOf(fields: Partial<Response> = {}): Response {
  return {
    run_id: 'run-1',
    configuration: 'base',
    test_case_id: 'case-1',
    repeat: 1,
    response: 'It opens at nine.',
    retrieved_contexts: [{ text: 'The office opens at nine.', source: 'office.md' }],
    latency_ms: 10,
    asked_key: 'test',
    created_at: '2026-01-01T00:00:00.000Z',
    ...fields,
  }
}

/** What a metric sees: a test case joined with a response, with fields put in place; undefined removes a field. */
export function sampleOf(fields: { [Field in keyof Sample]?: Sample[Field] | undefined } = {}): Sample {
  const sample: Record<string, unknown> = { ...toSample(testCaseOf(), responseOf()), ...fields }
  for (const [key, value] of Object.entries(sample)) if (value === undefined) delete sample[key]
  return sample as unknown as Sample
}

/** Options of the metric by name, and what else a score may need: refusal phrases, a judge (a `fakeJudge`), embeddings. */
export interface ScoreOptions extends Partial<ScoreContext> {
  [option: string]: unknown
}

/** Scores one sample with one metric as a run would, with its default options or the given ones. */
export async function scoreWith(metric: AnyMetric, sample: Sample, options: ScoreOptions = {}): Promise<Scored> {
  const { refusalPhrases = [], judge, embedder, ...given } = options
  const entry = Object.keys(given).length === 0 ? metric.name : { [metric.name]: given }
  const [configured] = configureMetrics([entry], { custom: [metric] })
  if (configured === undefined) throw new Error(`metric ${metric.name} could not be configured`)
  return scoreSample(configured, sample, {
    refusalPhrases,
    ...(judge === undefined ? {} : { judge }),
    ...(embedder === undefined ? {} : { embedder }),
  })
}
