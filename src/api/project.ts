import { existsSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import { resolvePath } from '../config/resolve.ts'
import type { Config, MetricEntry } from '../core/config.ts'
import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import { NA_REASONS, na, ratio, scored } from '../core/score.ts'
import { configureMetrics, type MetricRequest } from '../metrics/configure.ts'
import { readCustomMetrics } from '../metrics/custom.ts'
import { type AnyMetric, type ConfiguredMetric, defineMetric } from '../metrics/metric.ts'
import { builtInMetrics } from '../metrics/registry.ts'
import { scoreSample } from '../metrics/score.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'
import { openSystem } from '../systems/open.ts'
import type { System } from '../systems/system.ts'

/** Where the project is. Without `config` the configuration file of `cwd` is used. */
export interface ProjectOptions {
  /** A configuration file. */
  config?: string
  /** Folder to start from; default the current one. */
  cwd?: string
  /** A store other than the configuration's: a file or an address. */
  store?: string
}

/** Reads the configuration of a project. */
export async function openProject(options: ProjectOptions): Promise<LoadedConfig> {
  return loadConfig({
    cwd: options.cwd ?? process.cwd(),
    ...(options.config === undefined ? {} : { file: options.config }),
  })
}

/** The project of the folder, or undefined when it has no configuration file and none was named. */
export async function openProjectIfAny(options: ProjectOptions): Promise<LoadedConfig | undefined> {
  try {
    return await openProject(options)
  } catch (error) {
    if (options.config === undefined && isRagstoneError(error) && error.code === 'config_not_found') return undefined
    throw error
  }
}

/** What may stand for a variable that is not set: a key may not be empty, an address must be one, a part of it a number. */
const STAND_INS = ['http://not-set.invalid', '0']

/**
 * The same for commands that only read the store: they ask nobody anything, so variables that are not set do not matter
 * to them, unless the address of the store itself refers to one.
 */
export async function openToRead(options: ProjectOptions): Promise<LoadedConfig | undefined> {
  try {
    return await openProjectIfAny(options)
  } catch (error) {
    if (!isRagstoneError(error) || error.code !== 'variable_missing') throw error
    for (const standIn of STAND_INS) {
      const loaded = await loadedWith(standIn, options).catch(() => undefined)
      if (loaded === undefined) continue
      if (options.store === undefined && loaded.written.config.store !== loaded.config.store) break
      return loaded
    }
    throw error
  }
}

/** The configuration, with a text in place of every variable that is not set. */
function loadedWith(standIn: string, options: ProjectOptions): Promise<LoadedConfig> {
  return loadConfig({
    cwd: options.cwd ?? process.cwd(),
    env: new Proxy(process.env, { get: (env, name: string) => env[name] ?? standIn }),
    ...(options.config === undefined ? {} : { file: options.config }),
  })
}

/** Opens the store that the options name, else that of the configuration, else the default one of the folder. */
export async function openProjectStore(
  options: ProjectOptions,
  loaded: LoadedConfig | undefined,
  mode: { create?: boolean; readOnly?: boolean } = {},
): Promise<Store> {
  const cwd = options.cwd ?? process.cwd()
  if (options.store !== undefined) return openStore(options.store, { folder: cwd, ...mode })
  if (loaded !== undefined) return openStore(loaded.config.store, { folder: loaded.folder, ...mode })
  return openStore('.ragstone/ragstone.db', { folder: cwd, ...mode })
}

/** The metrics of a configuration; a mistake names its place in the file. */
export function configuredMetrics(loaded: LoadedConfig): Promise<ConfiguredMetric[]> {
  const { metrics, refusal_phrases } = loaded.config
  return projectMetrics(metrics, loaded.folder, {
    refusalPhrases: refusal_phrases,
    placed: (index, work) => withPlace(loaded, `metrics[${index}]`, work),
  })
}

export interface MetricOptions {
  refusalPhrases?: readonly string[]
  /** Runs work on one entry, adding the entry's place to its errors. */
  placed?: <T>(index: number, work: () => T) => T
}

/** The metrics that a list of entries names; a file name stands for the metrics that it exports. */
export async function projectMetrics(
  entries: readonly MetricEntry[],
  folder: string,
  { refusalPhrases = [], placed = (_, work) => work() }: MetricOptions = {},
): Promise<ConfiguredMetric[]> {
  const requests: { index: number; request: MetricRequest }[] = []
  const custom: AnyMetric[] = []
  for (const [index, written] of entries.entries()) {
    const entry = typeof written === 'string' && MODULE_FILE.test(written) ? { module: written } : written
    if (!isModuleEntry(entry)) {
      requests.push({ index, request: entry })
      continue
    }
    const exported = await importMetrics(entry.module, folder)
    const metrics = placed(index, () => namedIn(readCustomMetrics(exported, entry.module), entry))
    custom.push(...metrics)
    for (const { name } of metrics) {
      requests.push({ index, request: entry.options === undefined ? name : { [name]: entry.options } })
    }
  }
  const configure = (count: number) =>
    configureMetrics(
      requests.slice(0, count).map(({ request }) => request),
      { custom, refusalPhrases },
    )
  // One after the other, so that a mistake is laid to the entry that made it.
  for (const [count, { index }] of requests.entries()) placed(index, () => configure(count + 1))
  return configure(requests.length)
}

/** Runs work whose errors are about one value of the configuration, and puts the value's place before their message. */
export function withPlace<T>(loaded: LoadedConfig, path: string, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw atPlace(loaded, path, error)
  }
}

/** Opens the system of a project; what is wrong with its section is said with its place, save errors about a file of answers. */
export async function openProjectSystem(loaded: LoadedConfig, log: (line: string) => void): Promise<System> {
  const section = systemOf(loaded)
  const open = () => openSystem(section, { folder: loaded.folder, log, secrets: loaded.secrets })
  return 'recorded' in section ? await open() : await withPlaceLater(loaded, 'system', open)
}

/** The same for work that is waited for. */
export async function withPlaceLater<T>(loaded: LoadedConfig, path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw atPlace(loaded, path, error)
  }
}

function atPlace(loaded: LoadedConfig, path: string, error: unknown): unknown {
  const [, origin] = Object.entries(loaded.origins).find(([key]) => key === path || key.startsWith(`${path}.`)) ?? []
  if (!isRagstoneError(error) || origin === undefined || origin === 'default') return error
  return new RagstoneError(error.code, `${origin}: ${error.message}`, {
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    details: error.details,
    cause: error,
  })
}

type ModuleEntry = Extract<MetricEntry, { module: string }>

/** A metric written as the file that exports it. */
const MODULE_FILE = /\.[mc]?[jt]s$/

function isModuleEntry(entry: MetricEntry): entry is ModuleEntry {
  return typeof entry === 'object' && 'module' in entry && typeof entry.module === 'string'
}

function namedIn(found: readonly AnyMetric[], entry: ModuleEntry): readonly AnyMetric[] {
  if (entry.metric === undefined) return found
  const wanted = found.filter((metric) => metric.name === entry.metric)
  if (wanted.length > 0) return wanted
  throw new RagstoneError('unknown_metric', `${entry.module} exports no metric named "${entry.metric}"`, {
    hint: `it exports: ${found.map((metric) => metric.name).join(', ')}`,
  })
}

/** What a user's module may import from `ragstone/metrics`. */
const FOR_MODULES = { defineMetric, scored, na, ratio, NA_REASONS, builtInMetrics, configureMetrics, scoreSample }

/** A user's file finds `ragstone/metrics` also where ragstone is not installed. */
async function importMetrics(file: string, folder: string): Promise<Record<string, unknown>> {
  const path = isAbsolute(file) ? file : resolve(folder, file)
  const { createJiti } = await import('jiti')
  const jiti = createJiti(path, { fsCache: false, virtualModules: { 'ragstone/metrics': FOR_MODULES } })
  try {
    return (await jiti.import(path)) as Record<string, unknown>
  } catch (error) {
    const missing = !existsSync(path)
    throw new RagstoneError(
      'bad_metric_module',
      `${file} ${missing ? 'does not exist' : `could not be loaded: ${messageOf(error)}`}`,
      {
        hint: missing ? `looked in ${folder}` : 'it must export metrics made with defineMetric from ragstone/metrics',
        cause: error,
      },
    )
  }
}

/** The test set file of a configuration, as an absolute path. */
export function testSetFile(loaded: LoadedConfig): string {
  const { test_set: file } = loaded.config
  if (file === undefined) {
    throw new RagstoneError('no_test_set', `${loaded.file} names no test set`, {
      hint: 'add `test_set: test_set.yaml`',
    })
  }
  return resolvePath(loaded, file)
}

/** The system section, or the error that there is none. */
export function systemOf(loaded: LoadedConfig): NonNullable<Config['system']> {
  const { system } = loaded.config
  if (system === undefined) {
    throw new RagstoneError('no_system', `${loaded.file} names no system to ask`, {
      hint: 'add `system: {command: [python3, rag.py]}`, or score recorded answers: ragstone evaluate FILE',
    })
  }
  return system
}
