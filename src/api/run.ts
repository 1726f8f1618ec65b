import { exitCodeOf } from '../analysis/gates.ts'
import type { RunReport } from '../analysis/run-report.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Language } from '../core/config.ts'
import { isRagstoneError, RagstoneError } from '../core/errors.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { systemIdentity } from '../pipeline/asked-key.ts'
import { type CollectResult, collect as collectResponses } from '../pipeline/collect.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import type { Store } from '../store/store.ts'
import { openSystem } from '../systems/open.ts'
import { buildReport } from './build-report.ts'
import { openProject, openProjectStore, type ProjectOptions, projectMetrics, systemOf } from './project.ts'
import { resumeRun } from './resume-run.ts'
import { type PreparedRun, type StartOptions, startRun } from './start-run.ts'

export interface WorkOptions {
  signal?: AbortSignal
  onProgress?: OnProgress
  /** Lines that are not results: what changed, what the system wrote to stderr. */
  log?: (line: string) => void
}

export interface RunOptions extends ProjectOptions, StartOptions, WorkOptions {
  /** Fill the gaps of this run (an id, a name or `latest`) in place of starting one. */
  resume?: string
  /** With `resume`: ask again where the stored response has an error. */
  retryErrors?: boolean
  seed?: number
  language?: Language
}

export interface RunResult {
  report: RunReport
  /** 0, 100 when a gate failed, 101 when a gate is undecided. */
  exit_code: number
  interrupted: boolean
}

export interface CollectRunResult extends CollectResult {
  run_id: string
}

/** Collects, evaluates and reports: the main job. Fails with RagstoneError for what the user can mend; see `collect`. */
export async function run(options: RunOptions = {}): Promise<RunResult> {
  return withRun(options, async ({ store, loaded, metrics, prepared }) => {
    const collected = await collectPrepared(store, loaded, prepared, options)
    const evaluated = await evaluateSamples({
      store,
      metrics,
      samples: store.samples(prepared.run.id),
      total: collected.total,
      refusalPhrases: loaded.config.refusal_phrases,
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
    const report = await buildReport(store, prepared.run, {
      language: options.language ?? loaded.config.language,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    })
    return { report, exit_code: exitCodeOf(report.gates), interrupted: collected.interrupted || evaluated.interrupted }
  })
}

/**
 * Asks the system whatever the run lacks and stores the responses; scores nothing. When the system cannot be asked any
 * more, what was collected stays and the error says how to go on.
 */
export async function collect(options: RunOptions = {}): Promise<CollectRunResult> {
  return withRun(options, async ({ store, loaded, prepared }) => ({
    run_id: prepared.run.id,
    ...(await collectPrepared(store, loaded, prepared, options)),
  }))
}

interface OpenRun {
  store: Store
  loaded: LoadedConfig
  metrics: ConfiguredMetric[]
  prepared: PreparedRun
}

async function withRun<T>(options: RunOptions, work: (open: OpenRun) => Promise<T>): Promise<T> {
  const loaded = await openProject(options)
  systemOf(loaded)
  const metrics = await projectMetrics(loaded.config.metrics, loaded.folder, loaded.config.refusal_phrases)
  const store = await openProjectStore(options, loaded, { create: true })
  try {
    const prepared =
      options.resume === undefined
        ? await startRun(store, loaded, metrics, options)
        : await resumeRun(store, loaded, metrics, options.resume, options)
    for (const change of prepared.changes) options.log?.(change)
    const claim = await store.claimRun(prepared.run.id)
    try {
      return await work({ store, loaded, metrics, prepared })
    } finally {
      await claim.release()
    }
  } finally {
    await store.close()
  }
}

async function collectPrepared(
  store: Store,
  loaded: LoadedConfig,
  prepared: PreparedRun,
  options: RunOptions,
): Promise<CollectResult> {
  const { run, configurations, storedSettings, removed } = prepared
  const system = await openSystem(systemOf(loaded), {
    folder: loaded.folder,
    log: options.log ?? (() => undefined),
    secrets: loaded.secrets,
  })
  try {
    return await collectResponses({
      store,
      runId: run.id,
      system,
      identity: systemIdentity(run.system, run.versions),
      configurations,
      storedSettings,
      cases: () => without(store.testCases(run.id), removed),
      total: configurations.length * ((run.test_cases ?? 0) - removed.size) * run.repeats,
      repeats: run.repeats,
      retryErrors: options.retryErrors === true,
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
  } catch (error) {
    throw isRagstoneError(error) ? resumable(error, run.id) : error
  } finally {
    await system.close()
  }
}

async function* without<T extends { id: string }>(
  items: AsyncIterable<T>,
  removed: ReadonlySet<string>,
): AsyncIterable<T> {
  for await (const item of items) if (!removed.has(item.id)) yield item
}

/** The same error, with the command that goes on from what is stored. */
function resumable(error: RagstoneError, runId: string): RagstoneError {
  const goOn = `what was collected is stored; go on with: ragstone run --resume ${runId}`
  return new RagstoneError(error.code, error.message, {
    hint: error.hint === undefined ? goOn : `${error.hint}; ${goOn}`,
    details: error.details,
    cause: error,
  })
}
