import { messageOf, RagstoneError } from '../core/errors.ts'
import { openBetterSqlite } from './driver-better-sqlite3.ts'
import { nodeSqlite, openNodeSqlite } from './driver-node.ts'
import { SQLITE_DRIVERS, type SqliteDatabase, type SqliteDriver } from './sqlite.ts'

/** Names the driver to use, in place of the best one that exists. */
export const DRIVER_VARIABLE = 'RAGSTONE_SQLITE_DRIVER'

/**
 * Opens a file (or `:memory:`) with the named driver, else with the one that {@link DRIVER_VARIABLE} names, else with
 * `node:sqlite`, else with `better-sqlite3`. Without any: RagstoneError `sqlite_missing`.
 */
export async function openSqlite(
  file: string,
  options: { readOnly?: boolean; driver?: SqliteDriver } = {},
): Promise<SqliteDatabase> {
  const wanted = options.driver ?? driverFromEnvironment()
  const readOnly = options.readOnly === true
  if (wanted !== 'better-sqlite3') {
    const module = nodeSqlite()
    if (module !== undefined) return openNodeSqlite(module, file, readOnly)
    if (wanted === 'node') throw missing('this Node.js has no node:sqlite')
  }
  return openBetterSqlite(file, readOnly, (error) => missing(`better-sqlite3 cannot be loaded: ${messageOf(error)}`))
}

function driverFromEnvironment(): SqliteDriver | undefined {
  const value = process.env[DRIVER_VARIABLE]
  if (value === undefined || value === '') return undefined
  const driver = SQLITE_DRIVERS.find((known) => known === value)
  if (driver !== undefined) return driver
  throw new RagstoneError('unknown_driver', `${DRIVER_VARIABLE} is "${value}"`, {
    hint: `known: ${SQLITE_DRIVERS.join(', ')}`,
  })
}

function missing(reason: string): RagstoneError {
  return new RagstoneError('sqlite_missing', `there is no SQLite to store results in: ${reason}`, {
    hint: 'use Node.js 22.13 or newer, or run: npm install better-sqlite3@12',
  })
}
