import type { Response, ResponseFacts } from '../core/response.ts'
import { responseKey } from '../core/response-key.ts'
import type { ResolvedConfiguration } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import type { Store } from '../store/store.ts'
import type { System, SystemReply } from '../systems/system.ts'
import { askedKey } from './asked-key.ts'
import type { OnProgress } from './progress.ts'

export interface CollectOptions {
  store: Store
  runId: string
  system: System
  /** The system as it may be stored, see `systemIdentity`; part of what identifies a question. */
  identity: Record<string, unknown>
  /** The configurations to ask, with the settings as the system gets them. */
  configurations: readonly Pick<ResolvedConfiguration, 'name' | 'settings'>[]
  /** The same settings as they may be stored, by configuration; what identifies a question must not hold a secret. */
  storedSettings: ReadonlyMap<string, Record<string, unknown>>
  /** Iterated once for each configuration. */
  cases: () => AsyncIterable<TestCase>
  total: number
  repeats: number
  /** Ask again where the stored response has an error. */
  retryErrors?: boolean
  signal: AbortSignal
  onProgress?: OnProgress
}

/** `asked` of `total` were asked now; the others were stored already. */
export interface CollectResult {
  asked: number
  total: number
  errors: number
  interrupted: boolean
}

interface Task {
  testCase: TestCase
  configuration: Pick<ResolvedConfiguration, 'name' | 'settings'>
  repeat: number
  key: string
}

/**
 * Asks the system every case under every configuration and repeat that the store does not hold yet, as many at once as
 * the system allows; each response is stored the moment it exists. A fault of one case becomes a response with
 * `error`. When no case can be answered any more the RagstoneError of the system is thrown after what is in flight has
 * been stored. An abort lets go of what is in flight.
 */
export async function collect(options: CollectOptions): Promise<CollectResult> {
  const { store, runId, system, signal, onProgress } = options
  const stored = await storedKeys(store, runId)
  const result: CollectResult = { asked: 0, total: options.total, errors: 0, interrupted: false }
  let done = 0
  let fatal: unknown
  const report = () => onProgress?.({ phase: 'collect', done, total: options.total, errors: result.errors, na: 0 })

  const work = async (task: Task): Promise<void> => {
    try {
      const reply = await system.ask(requestOf(task), { signal, test_case_id: task.testCase.id })
      await store.saveResponse(responseOf(runId, task, reply))
      result.asked += 1
      if (reply.error !== undefined) result.errors += 1
      done += 1
      report()
    } catch (error) {
      if (!signal.aborted) fatal ??= error
    }
  }

  const inFlight = new Set<Promise<void>>()
  for await (const task of tasks(options)) {
    if (signal.aborted || fatal !== undefined) break
    const known = stored.get(
      responseKey({ configuration: task.configuration.name, test_case_id: task.testCase.id, repeat: task.repeat }),
    )
    if (known !== undefined && isCurrent(known, task, options.retryErrors === true)) {
      done += 1
      if (known.error !== undefined) result.errors += 1
      continue
    }
    const promise: Promise<void> = work(task).finally(() => inFlight.delete(promise))
    inFlight.add(promise)
    if (inFlight.size >= system.concurrency) await Promise.race(inFlight)
  }
  await Promise.all(inFlight)
  report()
  if (fatal !== undefined) throw fatal
  result.interrupted = signal.aborted
  return result
}

async function* tasks(options: CollectOptions): AsyncIterable<Task> {
  for (const configuration of options.configurations) {
    const settings = options.storedSettings.get(configuration.name) ?? configuration.settings
    for await (const testCase of options.cases()) {
      const key = askedKey(options.identity, settings, testCase)
      for (let repeat = 1; repeat <= options.repeats; repeat += 1) yield { testCase, configuration, repeat, key }
    }
  }
}

function isCurrent(known: ResponseFacts, task: Task, retryErrors: boolean): boolean {
  return known.asked_key === task.key && !(retryErrors && known.error !== undefined)
}

function requestOf({ testCase, configuration, repeat }: Task) {
  return {
    id: `${testCase.id}|${configuration.name}|${repeat}`,
    user_input: testCase.user_input,
    configuration: { name: configuration.name, settings: configuration.settings },
    repeat,
  }
}

function responseOf(runId: string, task: Task, reply: SystemReply): Response {
  return {
    run_id: runId,
    configuration: task.configuration.name,
    test_case_id: task.testCase.id,
    repeat: task.repeat,
    asked_key: task.key,
    created_at: new Date().toISOString(),
    ...reply,
  }
}

async function storedKeys(store: Store, runId: string): Promise<Map<string, ResponseFacts>> {
  const keys = new Map<string, ResponseFacts>()
  for await (const row of store.responseFacts(runId)) {
    keys.set(responseKey(row), row)
  }
  return keys
}
