import { isRagstoneError, messageOf, RagstoneError } from '../core/errors.ts'

/** Result codes of SQLite (https://www.sqlite.org/rescode.html) by which we act. */
const CODES = {
  BUSY: 5,
  LOCKED: 6,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  PROTOCOL: 15,
  CONSTRAINT: 19,
  NOTADB: 26,
} as const
type SqliteCode = keyof typeof CODES

/** Whether an error comes from SQLite, through whichever driver. */
export function isSqliteError(error: unknown): boolean {
  return codeOf(error) !== undefined
}

/** Whether another connection was in the way; trying again later can succeed. */
export function isBusy(error: unknown): boolean {
  const code = codeOf(error)
  return code === 'BUSY' || code === 'LOCKED' || code === 'PROTOCOL'
}

/** Whether a row did not fit the rows that are there. */
export function isConstraint(error: unknown): boolean {
  return codeOf(error) === 'CONSTRAINT'
}

/** What SQLite says of a schema that cannot be ours any more; all our queries name tables and columns that exist. */
const BROKEN_SCHEMA = /unsupported file format|no such (table|column)|malformed/

function codeOf(error: unknown): SqliteCode | 'OTHER' | undefined {
  if (!(error instanceof Error)) return undefined
  const named = nameOf(error)
  return named === 'OTHER' && BROKEN_SCHEMA.test(error.message) ? 'CORRUPT' : named
}

function nameOf(error: Error): SqliteCode | 'OTHER' | undefined {
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  if (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number') {
    // The lower byte is the primary code, the rest says more.
    const entry = Object.entries(CODES).find(([, value]) => value === (errcode & 0xff))
    return (entry?.[0] as SqliteCode | undefined) ?? 'OTHER'
  }
  if (typeof code !== 'string' || !code.startsWith('SQLITE_')) return undefined
  const name = code.slice('SQLITE_'.length)
  return (Object.keys(CODES) as SqliteCode[]).find((key) => name === key || name.startsWith(`${key}_`)) ?? 'OTHER'
}

/**
 * What a fault of the database means to the user, as a RagstoneError naming the store. Errors that are not of SQLite,
 * and those that only a mistake of ours can cause, come back as they are.
 */
export function storeError(error: unknown, location: string): unknown {
  if (isRagstoneError(error)) return error
  const code = codeOf(error)
  if (code === undefined || code === 'OTHER' || code === 'CONSTRAINT') return error
  const fail = (name: string, message: string, hint: string) =>
    new RagstoneError(name, message, { hint, cause: error, details: [messageOf(error)] })
  switch (code) {
    case 'FULL':
      return fail('store_full', `the disk is full: ${location} could not take the rows`, 'free some space and resume')
    case 'BUSY':
    case 'LOCKED':
    case 'PROTOCOL':
      return fail('store_locked', `another program keeps ${location} locked`, 'end the program that has it open')
    case 'READONLY':
      return fail('store_read_only', `${location} may not be written`, 'allow writing to it, or name another store')
    case 'CORRUPT':
    case 'NOTADB':
      return damaged(location, error)
    case 'CANTOPEN':
      return fail(
        'store_cannot_open',
        `${location} cannot be opened`,
        'check that its folder exists and may be written',
      )
    case 'IOERR':
      return fail('store_io_error', `reading or writing ${location} failed`, 'check the disk that holds it')
  }
}

/** The error for a store whose pages contradict each other. */
export function damaged(location: string, cause: unknown): RagstoneError {
  return new RagstoneError('store_damaged', `${location} is damaged`, {
    hint: 'put a copy in its place, or move it away to start anew; `sqlite3 FILE .recover` can save rows of it',
    cause,
    details: [messageOf(cause)],
  })
}
