import type { RunReport } from '../analysis/run-report.ts'
import type { Language } from '../core/config.ts'
import { buildReport } from './build-report.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'
import { requireRun } from './resume-run.ts'

export interface ReportOptions extends ProjectOptions {
  /** An id, a name or `latest` (the default). */
  run?: string
  seed?: number
  language?: Language
}

/** What is stored of a run, summarised. Works without a configuration file and on a store that cannot be written. */
export async function report(options: ReportOptions = {}): Promise<RunReport> {
  const loaded = await openToRead(options)
  const store = await openProjectStore(options, loaded, { readOnly: true })
  try {
    const language = options.language ?? loaded?.config.language
    return await buildReport(store, await requireRun(store, options.run ?? 'latest'), {
      ...(language === undefined ? {} : { language }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    })
  } finally {
    await store.close()
  }
}
