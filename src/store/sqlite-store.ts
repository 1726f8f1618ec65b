import { Kysely } from 'kysely'
import { whenFree } from './busy.ts'
import { cachePart } from './cache.ts'
import { claims } from './claims.ts'
import { reader, type StoreContext } from './context.ts'
import { sqliteDialect } from './dialect.ts'
import { exchangesPart } from './exchanges.ts'
import { gradesPart } from './grades.ts'
import { gradingSessionsPart } from './grading-sessions.ts'
import { judgeMemoryPart } from './judge-memory.ts'
import { knownKeys } from './keys.ts'
import { migrate } from './migrations.ts'
import { responsesPart } from './responses.ts'
import { runsPart } from './runs.ts'
import { samplesPart } from './samples.ts'
import type { Tables } from './schema.ts'
import { scoresPart } from './scores.ts'
import type { SqliteDatabase } from './sqlite.ts'
import type { Store } from './store.ts'
import { storeError } from './store-error.ts'
import { testCasesPart } from './test-cases.ts'
import { type WriteQueue, writeQueue } from './write-queue.ts'

export interface SqliteStoreOptions {
  /** How errors call the store. */
  location: string
  readOnly: boolean
  /** How long to wait while another process writes, in milliseconds. */
  busyTimeoutMs: number
}

/**
 * A store in an open SQLite database, which is checked, and migrated when it may be written.
 *
 * It runs in WAL mode with `synchronous=NORMAL`: a committed row outlives the death of the process at any instant. When
 * the machine loses power the last commits may be missing, but the file is never damaged by it.
 */
export async function sqliteStore(database: SqliteDatabase, options: SqliteStoreOptions): Promise<Store> {
  const { location, readOnly, busyTimeoutMs } = options
  const db = new Kysely<Tables>({ dialect: sqliteDialect(database) })
  await prepare(database, db, options)
  let closed = false
  const check = (): void => {
    if (closed) throw new Error('the store is closed')
  }
  const known = knownKeys(location)
  const queue = guarded(
    writeQueue(db, busyTimeoutMs, () => known.forget()),
    location,
    check,
  )
  const context: StoreContext = { location, known, write: queue, ...reader(db, location, busyTimeoutMs, check) }
  const { claimRun, releaseAll } = claims(context)
  return {
    engine: 'sqlite',
    location,
    ...runsPart(context),
    ...testCasesPart(context),
    ...responsesPart(context),
    ...samplesPart(context),
    ...scoresPart(context),
    ...gradesPart(context),
    ...gradingSessionsPart(context),
    ...exchangesPart(context),
    ...judgeMemoryPart(context),
    ...cachePart(context),
    claimRun,
    async close() {
      if (closed) return
      await releaseAll().catch(() => undefined)
      await queue.idle()
      closed = true
      if (!readOnly) leaveWal(database)
      await db.destroy()
    },
  }
}

/** Settings of the connection; nothing is written before the database is known to be a store. */
async function prepare(database: SqliteDatabase, db: Kysely<Tables>, options: SqliteStoreOptions): Promise<void> {
  const { location, readOnly, busyTimeoutMs } = options
  try {
    await whenFree(busyTimeoutMs, async () => {
      database.exec('pragma busy_timeout = 20')
      database.exec('pragma foreign_keys = on')
      // Only a new file takes it: a response with its texts fills most of a page of the usual 4 kB.
      if (!readOnly) database.exec('pragma page_size = 16384')
      database.exec('pragma cache_size = -32768')
      await migrate(db, location, { readOnly })
      if (readOnly) return
      database.exec('pragma journal_mode = wal')
      database.exec('pragma synchronous = normal')
      database.exec('pragma wal_autocheckpoint = 16000')
      database.exec('pragma journal_size_limit = 67108864')
    })
  } catch (error) {
    database.close()
    throw storeError(error, location)
  }
}

/** Adds the check and the user's words for faults to every write. */
function guarded(queue: WriteQueue, location: string, check: () => void): WriteQueue {
  const worded = async <T>(write: () => Promise<T>): Promise<T> => {
    check()
    try {
      return await write()
    } catch (error) {
      throw storeError(error, location)
    }
  }
  return {
    rows: (writer, rows, options) => worded(() => queue.rows(writer, rows, options)),
    run: (work) => worded(() => queue.run(work)),
    idle: () => queue.idle(),
  }
}

/**
 * The last to close a store leaves one plain file behind, which can then be read from a folder that may not be
 * written, or copied. While another process has it open this does nothing.
 */
function leaveWal(database: SqliteDatabase): void {
  try {
    database.exec('pragma busy_timeout = 0')
    database.exec('pragma journal_mode = delete')
  } catch {
    // The rows are safe in the write-ahead log, which the next to open the store reads.
  }
}
