import { mkdir, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'
import { openSqlite } from './driver.ts'
import { hidePassword, IN_MEMORY, sqliteFile } from './location.ts'
import type { SqliteDriver } from './sqlite.ts'
import { sqliteStore } from './sqlite-store.ts'
import type { Store } from './store.ts'
import { storeError } from './store-error.ts'

export interface OpenOptions {
  /** Where relative paths start; default the current folder. */
  folder?: string
  /** Opens for reading alone; works on a file that may not be written. An older store is brought up to date first. */
  readOnly?: boolean
  /** Whether to make a store, and its folder, where there is none. Default true, false with `readOnly`. */
  create?: boolean
  /** The SQLite library; default the best one that exists. */
  driver?: SqliteDriver
  /** How long to wait while another process writes, in milliseconds; default 10,000. */
  busyTimeoutMs?: number
}

/** What a SQLite file begins with. */
const SQLITE_HEADER = 'SQLite format 3\0'

/**
 * Opens the store at a path, or `:memory:` for one that lives until it is closed. An older store is migrated; what is
 * not a store is refused and stays untouched.
 */
export async function openStore(location: string, options: OpenOptions = {}): Promise<Store> {
  const file = sqliteFile(location, options.folder ?? process.cwd())
  const readOnly = options.readOnly === true && file !== IN_MEMORY
  const shown = hidePassword(file)
  if (file !== IN_MEMORY) await checkFile(file, shown, !readOnly && options.create !== false)
  const { driver, busyTimeoutMs = 10_000 } = options
  const openAs = async (mode: { readOnly: boolean }): Promise<Store> => {
    const database = await openSqlite(file, { ...mode, ...(driver === undefined ? {} : { driver }) }).catch(
      (error: unknown) => {
        throw storeError(error, shown)
      },
    )
    return sqliteStore(database, { location: shown, ...mode, busyTimeoutMs })
  }
  return openAs({ readOnly }).catch(async (error: unknown) => {
    if (!isRagstoneError(error) || error.code !== 'store_too_old') throw error
    await migrated(() => openAs({ readOnly: false }), error)
    return openAs({ readOnly })
  })
}

/** Opening a store for writing brings it up to date; where it may not be written, it stays too old. */
async function migrated(open: () => Promise<Store>, tooOld: RagstoneError): Promise<void> {
  try {
    await (await open()).close()
  } catch (error) {
    if (!isRagstoneError(error)) throw error
    throw ['store_read_only', 'store_cannot_open'].includes(error.code) ? tooOld : error
  }
}

/** Refuses what cannot be a store; makes the folder of a new one. */
async function checkFile(file: string, shown: string, create: boolean): Promise<void> {
  let isNew: boolean
  try {
    const found = await stat(file)
    if (found.isDirectory()) {
      throw new RagstoneError('store_is_folder', `${shown} is a folder`, { hint: 'name a file in it for the store' })
    }
    isNew = found.size === 0
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw cannotOpen(error, shown)
    if (!create) throw missing(shown)
    await mkdir(dirname(file), { recursive: true }).catch((failure: unknown) => {
      throw cannotOpen(failure, shown)
    })
    return
  }
  if (isNew && !create) throw missing(shown)
  if (isNew) return
  const header = await readHeader(file).catch((error: unknown) => {
    throw cannotOpen(error, shown)
  })
  if (header !== SQLITE_HEADER) {
    throw new RagstoneError('not_a_store', `${shown} is not a store of Ragstone`, {
      hint: 'name another file; this one was not changed',
    })
  }
}

function missing(shown: string): RagstoneError {
  return new RagstoneError('store_missing', `there is no store at ${shown}`, {
    hint: 'it is made by the first ragstone run, or of answers that you have: ragstone evaluate FILE, ragstone import FILE',
  })
}

async function readHeader(file: string): Promise<string> {
  const handle = await open(file, 'r')
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(SQLITE_HEADER.length), 0, SQLITE_HEADER.length, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await handle.close()
  }
}

function cannotOpen(error: unknown, shown: string): unknown {
  if (error instanceof RagstoneError) return error
  return new RagstoneError('store_cannot_open', `the store ${shown} cannot be opened: ${messageOf(error)}`, {
    hint: 'name a place where files may be written',
    cause: error,
  })
}
