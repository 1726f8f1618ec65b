import { resolve } from 'node:path'
import type { LoadedConfig } from '../config/load.ts'
import { counted } from '../core/counted.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import { shownPath } from '../core/shown-path.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import type { Models } from '../pipeline/models.ts'
import { openStore } from '../store/open.ts'
import type { Store, StoredSample } from '../store/store.ts'
import { metricsFor } from './evaluate.ts'
import { fileMetrics, newFileRun } from './evaluate-file.ts'
import { type FileJob, type RowStore, storeRows } from './file-rows.ts'
import { assumedChunks, assumedSamples } from './plan-assumed.ts'
import type { PlanOptions } from './plan-options.ts'
import { isCollectedWith } from './resumable.ts'
import { requireRun } from './resume-run.ts'
import { collectPrepared } from './run.ts'
import { selectConfigurations, startRun } from './start-run.ts'

/** Which answers a plan is about. */
export interface PlanSource {
  kind: 'run' | 'file' | 'recorded' | 'assumed'
  /** In words, for example `the stored answers of run 20260101-...`. */
  of: string
  run_id: string | null
  metrics: ConfiguredMetric[]
  /** What is taken for granted, one sentence each. */
  assumptions: string[]
  samples(models: Models): AsyncIterable<StoredSample>
  total: number | null
}

/**
 * The answers that a plan is about: those of a file, of the run that is named, of the newest run of the configuration; before
 * there are any, those of a recorded system, or assumed ones.
 */
export async function planSource(
  options: PlanOptions,
  loaded: LoadedConfig | undefined,
  store: Store | undefined,
): Promise<PlanSource> {
  if (options.file !== undefined) return fileSource({ ...options, file: options.file }, loaded)
  const metrics = await metricsFor(options, loaded)
  const run = await runToPlan(options, loaded, store)
  if (run !== undefined && store !== undefined) return runSource(options, store, run, metrics)
  if (loaded === undefined) {
    throw new RagstoneError('nothing_to_plan', 'there is neither a configuration file nor a run with answers', {
      hint: 'name a file of answers: ragstone plan answers.jsonl, or make a project: ragstone init',
    })
  }
  return loaded.config.system !== undefined && 'recorded' in loaded.config.system
    ? recordedSource(options, loaded, metrics)
    : assumedSource(options, loaded, metrics)
}

async function runToPlan(
  { run, anew }: PlanOptions,
  loaded: LoadedConfig | undefined,
  store: Store | undefined,
): Promise<Run | undefined> {
  if (store === undefined || anew === true) return undefined
  if (run !== undefined) return requireRun(store, run)
  const runs = await store.listRuns()
  const newest = loaded === undefined ? runs[0] : runs.find((one) => isCollectedWith(one, loaded))
  if (newest === undefined) return undefined
  for await (const _ of store.responseFacts(newest.id)) return newest
  return undefined
}

async function runSource(
  options: PlanOptions,
  store: Store,
  run: Run,
  metrics: ConfiguredMetric[],
): Promise<PlanSource> {
  const configurations = selectConfigurations(run.configurations, options.only).map(({ name }) => name)
  let answers = 0
  for await (const _ of store.responseFacts(run.id)) answers += 1
  const whole = run.test_cases === null ? answers : run.test_cases * run.repeats * run.configurations.length
  const lacking = whole - answers
  const total = isPart(options) ? null : answers
  return {
    kind: 'run',
    of: `the stored answers of run ${run.id}${run.name === run.id ? '' : ` (${run.name})`}`,
    run_id: run.id,
    metrics,
    assumptions: lacking > 0 ? [`${counted(lacking, 'answer')} of ${whole} are not collected yet and not counted`] : [],
    samples: () => partOf(store.samples(run.id, { configurations }), options),
    total,
  }
}

async function fileSource(
  options: PlanOptions & { file: string },
  loaded: LoadedConfig | undefined,
): Promise<PlanSource> {
  const cwd = options.cwd ?? process.cwd()
  const file = resolve(cwd, options.file)
  const job = { file, ...(options.fields === undefined ? {} : { fields: options.fields }) }
  const metrics = await fileMetrics(options, loaded, job, cwd)
  return {
    kind: 'file',
    of: `the answers in ${shownPath(file, cwd)}`,
    run_id: null,
    metrics,
    assumptions: [],
    samples: (models) => partOf(fileRows(options, { job, metrics, models, cwd }), options),
    total: null,
  }
}

async function* fileRows(
  options: PlanOptions & { file: string },
  { job, metrics, models, cwd }: { job: FileJob; metrics: ConfiguredMetric[]; models: Models; cwd: string },
): AsyncIterable<StoredSample> {
  yield* storeRows(NOWHERE, await newFileRun({ file: options.file }, metrics, models, [], cwd), job)
}

/** Rows of a file that is only planned are not stored. */
const NOWHERE: RowStore = {
  saveTestCases: async () => [],
  saveResponses: async () => undefined,
  saveGrades: async () => undefined,
  updateRun: async () => undefined,
}

function recordedSource(options: PlanOptions, loaded: LoadedConfig, metrics: ConfiguredMetric[]): PlanSource {
  return {
    kind: 'recorded',
    of: 'the recorded answers that the configuration names',
    run_id: null,
    metrics,
    assumptions: [],
    samples: (models) => recordedSamples(options, loaded, metrics, models),
    total: null,
  }
}

/** Recorded answers are collected as a run would, into a store that is forgotten. */
async function* recordedSamples(
  options: PlanOptions,
  loaded: LoadedConfig,
  metrics: ConfiguredMetric[],
  models: Models,
): AsyncIterable<StoredSample> {
  const store = await openStore(':memory:')
  try {
    const prepared = await startRun(store, loaded, metrics, models, options)
    await collectPrepared(store, loaded, prepared, options.signal === undefined ? {} : { signal: options.signal })
    yield* store.samples(prepared.run.id)
  } finally {
    await store.close()
  }
}

async function assumedSource(
  options: PlanOptions,
  loaded: LoadedConfig,
  metrics: ConfiguredMetric[],
): Promise<PlanSource> {
  const configurations = selectConfigurations(loaded.configurations, options.only)
  const { limit, repeats = loaded.config.repeats } = options
  const said = configurations.map((one) => `${one.name} ${assumedChunks(one)}`).join(', ')
  return {
    kind: 'assumed',
    of: 'assumed answers, as none are collected',
    run_id: null,
    metrics,
    assumptions: [
      'no answers yet: each is taken to be as long as the reference (three sentences where there is none), and none to be a refusal',
      `retrieved texts an answer: ${said} (\`top_k\` where it is a number, else 5), each of about 1,000 characters (Chinese 400)`,
      'no retrieved text and no answer is taken to come twice; whatever does, costs nothing the second time',
    ],
    samples: () => assumedSamples(loaded, { configurations, limit, repeats }),
    total: null,
  }
}

function isPart({ only, limit, repeats }: PlanOptions): boolean {
  return only !== undefined || limit !== undefined || repeats !== undefined
}

/** The first cases, configurations and repeats that the options name. */
async function* partOf(
  samples: AsyncIterable<StoredSample>,
  { only, limit, repeats }: PlanOptions,
): AsyncIterable<StoredSample> {
  const cases = new Set<string>()
  for await (const sample of samples) {
    const { test_case_id, configuration, repeat } = sample.response
    if (only !== undefined && only.length > 0 && !only.includes(configuration)) continue
    if (repeats !== undefined && repeat > repeats) continue
    if (limit !== undefined && !cases.has(test_case_id) && cases.size >= limit) continue
    cases.add(test_case_id)
    yield sample
  }
}
