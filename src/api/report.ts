import type { RunReport } from '../analysis/run-report.ts'
import type { Language } from '../core/config.ts'
import { buildReport } from './build-report.ts'
import { judgeOfConfig } from './judge-facts.ts'
import type { ProjectOptions } from './project.ts'
import { readingStore } from './read-store.ts'
import { requireRun } from './resume-run.ts'
import { isFileRun } from './run-record.ts'

export interface ReportOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
  seed?: number
  language?: Language
  /** Names of the configurations to show; default all. */
  only?: readonly string[]
}

/** What is stored of a run, summarised. Works without a configuration file and on a store that cannot be written. */
export async function report(options: ReportOptions = {}): Promise<RunReport> {
  return readingStore(options, async ({ store, loaded, language }) => {
    const run = await requireRun(store, options.run ?? 'latest')
    return buildReport(store, run, {
      judge: await judgeOfConfig(run, loaded),
      ...(language === undefined ? {} : { language }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
      ...(options.only === undefined ? {} : { only: options.only }),
    })
  })
}

/** A stored run in a list. */
export interface ListedRun {
  id: string
  name: string
  /** ISO time, UTC. */
  created_at: string
  configurations: string[]
  /** How many test cases; null while a stream of them is still being read. */
  test_cases: number | null
  /** Whether the answers were collected from a system or read from a file by `evaluate FILE`. */
  kind: 'system' | 'file'
  config_file?: string
  note?: string
}

/** The stored runs, newest first. */
export async function listRuns(options: ProjectOptions = {}): Promise<ListedRun[]> {
  return readingStore(options, async ({ store }) =>
    (await store.listRuns()).map((run) => ({
      id: run.id,
      name: run.name,
      created_at: run.created_at,
      configurations: run.configurations.map(({ name }) => name),
      test_cases: run.test_cases,
      kind: isFileRun(run) ? 'file' : 'system',
      ...(run.config_file === undefined ? {} : { config_file: run.config_file }),
      ...(run.note === undefined ? {} : { note: run.note }),
    })),
  )
}
