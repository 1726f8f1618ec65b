import { type Kysely, sql } from 'kysely'
import { RagstoneError } from '../core/errors.ts'
import { createRunTables } from './migration-1.ts'
import { createJudgeTables } from './migration-2.ts'
import { createGradingTables } from './migration-3.ts'
import type { Tables } from './schema.ts'

/** One step from the version before to `version`. Never changed once released. */
export interface Migration {
  version: number
  up(db: Kysely<Tables>): Promise<void>
}

/** Every step from an empty database to the tables of `schema.ts`. */
export const MIGRATIONS: readonly Migration[] = [
  { version: 1, up: createRunTables },
  { version: 2, up: createJudgeTables },
  { version: 3, up: createGradingTables },
]

/**
 * The version of a store: 0 for a database without any table. RagstoneError `not_a_store` for a database that somebody
 * else made.
 */
export async function storedVersion(db: Kysely<Tables>, location: string): Promise<number> {
  const { rows: tables } = await sql<{ name: string }>`
    select name from sqlite_master where type in ('table', 'view') and substr(name, 1, 7) <> 'sqlite_'`.execute(db)
  if (tables.length === 0) return 0
  const row = tables.some((table) => table.name === 'ragstone_format')
    ? await db.selectFrom('ragstone_format').select('version').executeTakeFirst()
    : undefined
  if (row !== undefined) return row.version
  throw new RagstoneError('not_a_store', `${location} is a database of another program`, {
    hint: 'name another file; nothing in it was changed',
  })
}

/**
 * Brings a store to the newest version inside one transaction, so that it is either as it was or whole. A store written
 * by a newer version is refused: RagstoneError `store_too_new`; an older one that may only be read: `store_too_old`.
 */
export async function migrate(
  db: Kysely<Tables>,
  location: string,
  options: { readOnly?: boolean; migrations?: readonly Migration[] } = {},
): Promise<void> {
  const migrations = options.migrations ?? MIGRATIONS
  const newest = migrations.at(-1)?.version ?? 0
  if (isCurrent(await storedVersion(db, location), newest, location)) return
  if (options.readOnly === true) {
    throw new RagstoneError('store_too_old', `${location} was written by an older version of Ragstone`, {
      hint: 'allow writing to it, or copy it to where it may be written: the next command brings it up to date',
    })
  }
  await db.transaction().execute(async (transaction) => {
    // Another process may have done it since.
    const version = await storedVersion(transaction, location)
    if (isCurrent(version, newest, location)) return
    for (const migration of migrations) if (migration.version > version) await migration.up(transaction)
    await transaction.deleteFrom('ragstone_format').execute()
    await transaction.insertInto('ragstone_format').values({ version: newest }).execute()
  })
}

function isCurrent(version: number, newest: number, location: string): boolean {
  if (version <= newest) return version === newest
  throw new RagstoneError(
    'store_too_new',
    `${location} has format ${version}, and this version of Ragstone reads formats up to ${newest}`,
    { hint: 'update Ragstone, or name another store' },
  )
}
