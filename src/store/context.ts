import { whenFree } from './busy.ts'
import type { KnownKeys } from './keys.ts'
import { findRunKey } from './keys.ts'
import { unknownRun } from './missing-rows.ts'
import type { Database } from './schema.ts'
import { storeError } from './store-error.ts'
import type { WriteQueue } from './write-queue.ts'

/** What the parts of a store share. */
export interface StoreContext {
  /** Path or address, without a password. */
  location: string
  known: KnownKeys
  /** Commits in groups. Faults come as RagstoneErrors where they are the user's to mend. */
  write: WriteQueue
  /** Runs queries that change nothing; waits while another process is in the way. */
  read<T>(work: (db: Database) => Promise<T>): Promise<T>
  /** Runs queries that see one state of the store. */
  readTogether<T>(work: (db: Database) => Promise<T>): Promise<T>
}

/** Wraps reading with waiting and the user's words for faults. `check` throws when the store is closed. */
export function reader(db: Database, location: string, busyTimeoutMs: number, check: () => void) {
  const read = async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
    check()
    try {
      return await whenFree(busyTimeoutMs, () => work(db))
    } catch (error) {
      throw storeError(error, location)
    }
  }
  const readTogether = <T>(work: (db: Database) => Promise<T>): Promise<T> =>
    read(() => db.transaction().setAccessMode('read only').execute(work))
  return { read, readTogether }
}

/** The number of a run for reading, looked up anew each time; RagstoneError `unknown_run` without one. */
export async function runKeyOf(context: StoreContext, runId: string): Promise<number> {
  const key = await context.read((db) => findRunKey(db, runId))
  if (key === undefined) throw unknownRun(runId, context.location)
  return key
}
