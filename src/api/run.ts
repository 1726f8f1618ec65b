import { exitCodeOf } from '../analysis/gates.ts'
import type { RunReport } from '../analysis/run-report.ts'
import type { LoadedConfig } from '../config/load.ts'
import type { Language } from '../core/config.ts'
import { isRagstoneError } from '../core/errors.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { systemIdentity } from '../pipeline/asked-key.ts'
import { type CollectResult, collect as collectResponses } from '../pipeline/collect.ts'
import { evaluate as evaluateSamples } from '../pipeline/evaluate.ts'
import type { ModelsSpent } from '../pipeline/models.ts'
import type { OnProgress } from '../pipeline/progress.ts'
import type { Store } from '../store/store.ts'
import { buildReport } from './build-report.ts'
import { withGoOn } from './go-on.ts'
import { judgeNow } from './judge-facts.ts'
import { type OpenModels, openModels, spentPart } from './models.ts'
import {
  configuredMetrics,
  openProject,
  openProjectStore,
  openProjectSystem,
  type ProjectOptions,
  systemOf,
} from './project.ts'
import { requireResumable } from './resumable.ts'
import { requireRun, resumeRun } from './resume-run.ts'
import { type PreparedRun, type StartOptions, startRun } from './start-run.ts'

export interface WorkOptions {
  signal?: AbortSignal
  onProgress?: OnProgress
  /** Lines that are not results: what changed, what the system wrote to stderr. */
  log?: (line: string) => void
}

export interface RunOptions extends ProjectOptions, StartOptions, WorkOptions {
  /**
   * Fill the gaps of this run in place of starting one: an id, a name, or `latest`, the newest that was collected under
   * this configuration file. A run of another configuration file is refused.
   */
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
  /** What judging cost now, beside what was stored already; absent when no metric asks a model. */
  spent?: ModelsSpent
}

export interface CollectRunResult extends CollectResult {
  run_id: string
}

/** Collects, evaluates and reports: the main job. Fails with RagstoneError for what the user can mend; see `collect`. */
export async function run(options: RunOptions = {}): Promise<RunResult> {
  return withRun(options, async ({ store, loaded, metrics, models, prepared }) => {
    const collected = await collectPrepared(store, loaded, prepared, options)
    const evaluated = await evaluateSamples({
      store,
      metrics,
      samples: store.samples(prepared.run.id),
      total: collected.total,
      refusalPhrases: loaded.config.refusal_phrases,
      models,
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
    const report = await buildReport(store, prepared.run, {
      judge: judgeNow(models),
      language: options.language ?? loaded.config.language,
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    })
    return {
      report,
      exit_code: exitCodeOf(report),
      interrupted: collected.interrupted || evaluated.interrupted,
      ...spentPart(models),
    }
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
  models: OpenModels
  prepared: PreparedRun
}

async function withRun<T>(options: RunOptions, work: (open: OpenRun) => Promise<T>): Promise<T> {
  const loaded = await openProject(options)
  systemOf(loaded)
  const metrics = await configuredMetrics(loaded)
  const store = await openProjectStore(options, loaded, { create: true })
  let models: OpenModels | undefined
  try {
    models = await openModels(loaded, metrics, store, options)
    const stored = options.resume === undefined ? undefined : await requireResumable(store, loaded, options)
    const started = stored === undefined ? await startRun(store, loaded, metrics, models, options) : undefined
    const runId = stored?.id ?? started?.run.id ?? ''
    const claim = await store.claimRun(runId)
    try {
      const prepared =
        started ?? (await resumeRun(store, loaded, metrics, models, await requireRun(store, runId), options))
      for (const change of prepared.changes) options.log?.(change)
      return await work({ store, loaded, metrics, models, prepared })
    } catch (error) {
      if (!isRagstoneError(error)) throw error
      if (!(await isEmpty(store, runId)))
        throw withGoOn(error, 'what was collected is stored', `ragstone run --resume ${runId}`)
      if (started !== undefined) await store.deleteRun(runId)
      throw error
    } finally {
      await claim.release()
    }
  } finally {
    await models?.close()
    await store.close()
  }
}

/** Whether nothing was collected; such a run is not worth keeping when it could not start. */
async function isEmpty(store: Store, runId: string): Promise<boolean> {
  for await (const _ of store.responseFacts(runId)) return false
  return true
}

/** Asks the system of a project whatever a prepared run lacks. */
export async function collectPrepared(
  store: Store,
  loaded: LoadedConfig,
  { run, configurations, storedSettings, leftOut }: PreparedRun,
  options: RunOptions,
): Promise<CollectResult> {
  const system = await openProjectSystem(loaded, options.log ?? (() => undefined))
  try {
    return await collectResponses({
      store,
      runId: run.id,
      system,
      identity: systemIdentity(run.system, run.versions),
      configurations,
      storedSettings,
      cases: () => without(store.testCases(run.id), leftOut),
      total: configurations.length * (run.test_cases ?? 0) * run.repeats,
      repeats: run.repeats,
      retryErrors: options.retryErrors === true,
      signal: options.signal ?? new AbortController().signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
  } finally {
    await system.close()
  }
}

async function* without<T extends { id: string }>(items: AsyncIterable<T>, ids: ReadonlySet<string>): AsyncIterable<T> {
  for await (const item of items) if (!ids.has(item.id)) yield item
}
