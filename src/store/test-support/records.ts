import type { Exchange } from '../../core/exchange.ts'
import type { Grade } from '../../core/grade.ts'
import type { Response } from '../../core/response.ts'
import type { Run } from '../../core/run.ts'
import type { Score } from '../../core/score.ts'
import type { TestCase } from '../../core/test-case.ts'
import type { Store } from '../store.ts'

/** A run with two configurations, `base` and then `after`. */
export function run(changes: Partial<Run> = {}): Run {
  const configuration = (name: string) => ({ name, settings: { top_k: 3 }, origin: {}, extends: [] })
  return {
    id: 'run-1',
    name: 'handbook',
    created_at: '2026-01-01T00:00:00.000Z',
    format: 1,
    configurations: [configuration('base'), configuration('after')],
    system: { kind: 'recorded' },
    repeats: 1,
    test_set: 'test_set.yaml',
    test_set_hash: '0123456789abcdef',
    test_cases: null,
    selection: {},
    metrics: [],
    judge: 'rule',
    versions: { ragstone: '0.1.0' },
    origins: {},
    gates: [],
    ...changes,
  }
}

export function testCase(id: string, changes: Partial<TestCase> = {}): TestCase {
  return { id, user_input: `What about ${id}?`, answerable: true, tags: {}, ...changes }
}

export function response(testCaseId: string, changes: Partial<Response> = {}): Response {
  return {
    run_id: 'run-1',
    configuration: 'base',
    test_case_id: testCaseId,
    repeat: 1,
    response: `The answer to ${testCaseId}.`,
    retrieved_contexts: [{ text: 'A text.', source: 'a.md' }],
    latency_ms: 12.5,
    asked_key: 'asked-1',
    created_at: '2026-01-01T00:00:01.000Z',
    ...changes,
  }
}

export function score(testCaseId: string, changes: Partial<Score> = {}): Score {
  return {
    run_id: 'run-1',
    configuration: 'base',
    test_case_id: testCaseId,
    repeat: 1,
    metric: 'hit_rate@3',
    metric_version: '1',
    judge: 'rule',
    direction: 'higher_is_better',
    outcome: { status: 'scored', value: 1 },
    steps: [{ kind: 'rule', step: 'found', rank: 1 }],
    ...changes,
  }
}

export function grade(testCaseId: string, changes: Partial<Grade> = {}): Grade {
  return {
    run_id: 'run-1',
    configuration: 'base',
    test_case_id: testCaseId,
    repeat: 1,
    verdict: 'right',
    grader: 'ann',
    at: '2026-01-02T00:00:00.000Z',
    ...changes,
  }
}

/** A usable exchange that answers the question `question of ID`. */
export function exchange(id: string, changes: Partial<Exchange> = {}): Exchange {
  return {
    exchange_id: id,
    key: `question of ${id}`,
    usable: true,
    created_at: '2026-01-03T00:00:00.000Z',
    provider: 'ollama',
    model: 'small',
    repeat: 1,
    request: {
      messages: [
        { role: 'system', content: 'Judge the claim.' },
        { role: 'user', content: `Claim: ${id}` },
      ],
      max_output_tokens: 4,
      parameters: { temperature: 0 },
    },
    reply: 'yes',
    stop: 'stop',
    usage: { prompt_tokens: 12, completion_tokens: 1 },
    latency_ms: 20.5,
    attempts: 1,
    ...changes,
  }
}

/** A score of a judge that is made of these exchanges. */
export function judged(testCaseId: string, exchanges: readonly string[], changes: Partial<Score> = {}): Score {
  const steps = exchanges.map((id) => ({ kind: 'judge' as const, step: 'verdicts', exchange: id }))
  return score(testCaseId, { metric: 'faithfulness', judge: 'model-1', steps, ...changes })
}

/** Puts `run-1` with these test cases into a store. */
export async function withCases(store: Store, ids: readonly string[]): Promise<void> {
  await store.createRun(run())
  await store.saveTestCases(
    'run-1',
    ids.map((id, position) => ({ position, test_case: testCase(id) })),
  )
}

/** All that a stream gives. */
export async function all<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const row of rows) list.push(row)
  return list
}
