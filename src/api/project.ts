import { isAbsolute, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type LoadedConfig, loadConfig } from '../config/load.ts'
import { resolvePath } from '../config/resolve.ts'
import type { Config, MetricEntry } from '../core/config.ts'
import { messageOf, RagstoneError } from '../core/errors.ts'
import { configureMetrics, type MetricRequest } from '../metrics/configure.ts'
import { readCustomMetrics } from '../metrics/custom.ts'
import type { AnyMetric, ConfiguredMetric } from '../metrics/metric.ts'
import { openStore } from '../store/open.ts'
import type { Store } from '../store/store.ts'

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

/** The metrics that a configuration (or a list of entries) names; a file name stands for the metrics that it exports. */
export async function projectMetrics(
  entries: readonly MetricEntry[],
  folder: string,
  refusalPhrases: readonly string[] = [],
): Promise<ConfiguredMetric[]> {
  const plain: MetricRequest[] = []
  const custom: AnyMetric[] = []
  for (const written of entries) {
    const entry = typeof written === 'string' && MODULE_FILE.test(written) ? { module: written } : written
    if (!isModuleEntry(entry)) {
      plain.push(entry)
      continue
    }
    const found = readCustomMetrics(await importModule(entry.module, folder), entry.module)
    const wanted = entry.metric === undefined ? found : found.filter((metric) => metric.name === entry.metric)
    if (wanted.length === 0) {
      const names = found.map((metric) => metric.name).join(', ')
      throw new RagstoneError('unknown_metric', `${entry.module} exports no metric named "${entry.metric}"`, {
        hint: `it exports: ${names}`,
      })
    }
    custom.push(...wanted)
    plain.push(
      ...wanted.map((metric) => (entry.options === undefined ? metric.name : { [metric.name]: entry.options })),
    )
  }
  return configureMetrics(plain, { custom, refusalPhrases })
}

type ModuleEntry = Extract<MetricEntry, { module: string }>

/** A metric written as the file that exports it. */
const MODULE_FILE = /\.[mc]?[jt]s$/

function isModuleEntry(entry: MetricEntry): entry is ModuleEntry {
  return typeof entry === 'object' && 'module' in entry && typeof entry.module === 'string'
}

async function importModule(file: string, folder: string): Promise<Record<string, unknown>> {
  const path = isAbsolute(file) ? file : resolve(folder, file)
  try {
    if (!/\.[mc]?tsx?$/.test(path)) return (await import(pathToFileURL(path).href)) as Record<string, unknown>
    const { createJiti } = await import('jiti')
    return (await createJiti(join(folder, 'metrics')).import(path)) as Record<string, unknown>
  } catch (error) {
    throw new RagstoneError('bad_metric_module', `${file} could not be loaded: ${messageOf(error)}`, {
      hint: 'the file must exist and export metrics made with defineMetric',
      cause: error,
    })
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
