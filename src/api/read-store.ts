import type { LoadedConfig } from '../config/load.ts'
import type { Language } from '../core/config.ts'
import type { Store } from '../store/store.ts'
import { openProjectStore, openToRead, type ProjectOptions } from './project.ts'

/** What a command that only reads is handed: the store, and what the project says of how to show it. */
export interface StoreReading {
  store: Store
  loaded: LoadedConfig | undefined
  /** The language asked for, else that of the configuration; undefined where the texts decide. */
  language: Language | undefined
}

/** Opens a project's store for reading, also without a configuration file, and closes it after the work. */
export async function readingStore<Result>(
  options: ProjectOptions & { language?: Language },
  work: (reading: StoreReading) => Promise<Result>,
): Promise<Result> {
  const loaded = await openToRead(options)
  const store = await openProjectStore(options, loaded, { readOnly: true })
  try {
    const wanted = options.language ?? loaded?.config.language
    return await work({ store, loaded, language: wanted === 'auto' ? undefined : wanted })
  } finally {
    await store.close()
  }
}
