import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { checkGateSyntax } from '../analysis/gates.ts'
import { describeConfigurations, describeSystem } from '../config/describe.ts'
import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { ResolvedConfiguration, Run, RunMetric } from '../core/run.ts'
import { type TestCase, testCaseHash } from '../core/test-case.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import type { Models } from '../pipeline/models.ts'
import type { Store } from '../store/store.ts'
import { streamTestSet } from '../testset/load.ts'
import { systemOf, testSetFile, withPlace } from './project.ts'
import { gitState, judgeOfRun, newRunId, toRunMetric, versionsOf } from './run-record.ts'

export interface StartOptions {
  name?: string
  note?: string
  /** Names of the configurations to run; default all. */
  only?: readonly string[]
  /** Only the first cases of the test set. */
  limit?: number
  repeats?: number
}

/** A run that is in the store, ready to collect. */
export interface PreparedRun {
  run: Run
  /** What is asked, with real settings. */
  configurations: ResolvedConfiguration[]
  /** The same settings as they may be stored. */
  storedSettings: Map<string, Record<string, unknown>>
  /** Ids of stored cases that are no longer in the test set. */
  leftOut: Set<string>
  /** What differs from the stored run, one sentence each; empty for a new run. */
  changes: string[]
}

/** Puts a new run and its test cases into the store. A bad test set leaves nothing behind. */
export async function startRun(
  store: Store,
  loaded: LoadedConfig,
  metrics: readonly ConfiguredMetric[],
  models: Models,
  options: StartOptions,
): Promise<PreparedRun> {
  const configurations = selectConfigurations(loaded.configurations, options.only)
  const run = await newRunRecord(loaded, metrics, models, configurations, options)
  await store.createRun(run)
  try {
    const saved = await saveTestSet(store, run.id, loaded, options.limit)
    run.test_set_hash = saved.hash
    run.test_cases = saved.ids.size
    await store.updateRun(run)
  } catch (error) {
    await store.deleteRun(run.id)
    throw error
  }
  return { run, configurations, storedSettings: storedSettings(loaded), leftOut: new Set(), changes: [] }
}

/** The configurations of these names, in the order of the file; an unknown name is an error. */
export function selectConfigurations(
  all: readonly ResolvedConfiguration[],
  only: readonly string[] | undefined,
): ResolvedConfiguration[] {
  if (only === undefined || only.length === 0) return [...all]
  const known = all.map((configuration) => configuration.name)
  for (const name of only) {
    if (!known.includes(name)) {
      throw new RagstoneError('unknown_configuration', `there is no configuration "${name}"`, {
        hint: suggest(name, known),
      })
    }
  }
  return all.filter((configuration) => only.includes(configuration.name))
}

/** Settings by configuration as they may be stored: values from the environment are written `${NAME}`. */
export function storedSettings(loaded: LoadedConfig): Map<string, Record<string, unknown>> {
  return new Map(describeConfigurations(loaded).map(({ name, settings }) => [name, settings]))
}

async function newRunRecord(
  loaded: LoadedConfig,
  metrics: readonly ConfiguredMetric[],
  models: Models,
  configurations: readonly ResolvedConfiguration[],
  options: StartOptions,
): Promise<Run> {
  const { config, folder } = loaded
  systemOf(loaded)
  const recorded = metrics.map((metric) => toRunMetric(metric, models))
  checkProjectGates(loaded, recorded)
  const now = new Date()
  const id = newRunId(now)
  const system = describeSystem(loaded)
  const git = await gitState(folder)
  const note = options.note ?? config.note
  return {
    id,
    name: options.name ?? config.name ?? basename(folder),
    created_at: now.toISOString(),
    format: 1,
    configurations: describeConfigurations(loaded).filter(({ name }) =>
      configurations.some((one) => one.name === name),
    ),
    system,
    repeats: options.repeats ?? config.repeats,
    test_set: config.test_set ?? '',
    test_set_hash: '',
    test_cases: null,
    selection: {
      ...(options.only === undefined ? {} : { only: [...options.only] }),
      ...(options.limit === undefined ? {} : { limit: options.limit }),
    },
    metrics: recorded,
    judge: judgeOfRun(models),
    versions: await versionsOf(system, folder),
    origins: loaded.origins,
    gates: [...config.gates],
    config_file: basename(loaded.file),
    ...(note === undefined ? {} : { note }),
    ...(git === undefined ? {} : { git }),
  }
}

/** Reads the test set to its end, so that a mistake in it is found before anything is changed. */
export async function readTestSet(loaded: LoadedConfig, limit: number | undefined): Promise<void> {
  let read = 0
  for await (const _ of projectCases(loaded)) {
    read += 1
    if (read === limit) break
  }
}

/** The test cases of a project, as its file has them. */
export function projectCases(loaded: LoadedConfig): ReturnType<typeof streamTestSet> {
  const fields = loaded.config.test_set_fields
  return streamTestSet(testSetFile(loaded), fields === undefined ? {} : { fields })
}

/** Refuses a gate that cannot be read, or that names a metric or configuration of no run of this project. */
export function checkProjectGates(loaded: LoadedConfig, metrics: readonly RunMetric[]): void {
  const names = loaded.configurations.map(({ name }) => name)
  loaded.config.gates.forEach((gate, index) => {
    withPlace(loaded, `gates[${index}]`, () => checkGateSyntax([gate], metrics, names))
  })
}

/** Cases are handed to the store in groups of this many. */
const GROUP = 500

/** Streams the test set into the store. Returns its hash, its ids, and which stored cases were replaced. */
export async function saveTestSet(
  store: Store,
  runId: string,
  loaded: LoadedConfig,
  limit: number | undefined,
): Promise<{ hash: string; ids: Set<string>; replaced: string[] }> {
  const hash = createHash('sha256')
  const ids = new Set<string>()
  const replaced: string[] = []
  let group: { position: number; test_case: TestCase }[] = []
  const flush = async () => {
    replaced.push(...(await store.saveTestCases(runId, group)))
    group = []
  }
  for await (const { testCase } of projectCases(loaded)) {
    if (limit !== undefined && ids.size >= limit) break
    group.push({ position: ids.size, test_case: testCase })
    ids.add(testCase.id)
    hash.update(testCaseHash(testCase))
    if (group.length >= GROUP) await flush()
  }
  await flush()
  return { hash: hash.digest('hex').slice(0, 16), ids, replaced }
}
