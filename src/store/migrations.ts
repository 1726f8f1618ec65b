import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import { RagstoneError } from '../core/errors.ts'
import type { Tables } from './schema.ts'

/** One step from the version before to `version`. Never changed once released. */
export interface Migration {
  version: number
  up(db: Kysely<Tables>): Promise<void>
}

/** Every step from an empty database to the tables of `schema.ts`. */
export const MIGRATIONS: readonly Migration[] = [{ version: 1, up: createTables }]

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
      hint: 'allow writing to it and run `ragstone report` once; that brings it up to date',
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

async function createTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema.createTable('ragstone_format').addColumn('version', 'integer', notNull).execute()
  await schema
    .createTable('runs')
    .addColumn('run_key', 'integer', identity)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', notNull)
    .addColumn('created_at', 'text', notNull)
    .addColumn('record', 'text', notNull)
    .execute()
  await schema.createIndex('runs_by_time').on('runs').columns(['created_at', 'run_key']).execute()
  await schema.createIndex('runs_by_name').on('runs').columns(['name', 'created_at', 'run_key']).execute()
  await schema
    .createTable('claims')
    .addColumn('run_key', 'integer', (column) => column.primaryKey().references('runs.run_key').onDelete('cascade'))
    .addColumn('token', 'text', notNull)
    .addColumn('host', 'text', notNull)
    .addColumn('pid', 'integer', notNull)
    .addColumn('process_start', 'text', notNull)
    .addColumn('refreshed_at', 'double precision', notNull)
    .execute()
  await schema
    .createTable('test_cases')
    .addColumn('case_key', 'integer', identity)
    .addColumn('run_key', 'integer', ofRun)
    .addColumn('id', 'text', notNull)
    .addColumn('position', 'integer', notNull)
    .addColumn('hash', 'text', notNull)
    .addColumn('record', 'text', notNull)
    .addUniqueConstraint('test_cases_by_id', ['run_key', 'id'])
    .addUniqueConstraint('test_cases_in_order', ['run_key', 'position', 'case_key'])
    .execute()
  await createResponses(db)
  await createScores(db)
}

async function createResponses({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('responses')
    .addColumn('response_id', 'integer', identity)
    .addColumn('run_key', 'integer', notNull)
    .addColumn('test_case_id', 'text', notNull)
    .addColumn('configuration', 'text', notNull)
    .addColumn('repeat', 'integer', notNull)
    .addColumn('revision', 'integer', notNull)
    .addColumn('asked_key', 'text', notNull)
    .addColumn('created_at', 'text', notNull)
    .addColumn('latency_ms', 'double precision')
    .addColumn('error_code', 'text')
    .addColumn('error_message', 'text')
    .addColumn('usage', 'text')
    .addColumn('problems', 'text')
    .addColumn('response', 'text')
    .addColumn('retrieved_contexts', 'text')
    .addUniqueConstraint('responses_by_key', ['run_key', 'test_case_id', 'configuration', 'repeat'])
    .addForeignKeyConstraint(
      'responses_of_test_case',
      ['run_key', 'test_case_id'],
      'test_cases',
      ['run_key', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
}

async function createScores({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('metrics')
    .addColumn('metric_key', 'integer', identity)
    .addColumn('run_key', 'integer', ofRun)
    .addColumn('metric', 'text', notNull)
    .addColumn('metric_version', 'text', notNull)
    .addColumn('judge', 'text', notNull)
    .addColumn('direction', 'text', notNull)
    .addUniqueConstraint('metrics_by_identity', ['run_key', 'metric', 'metric_version', 'judge'])
    .execute()
  // `metric_key` refers to `metrics` without a constraint: checking it would need an index as large as the table.
  await schema
    .createTable('scores')
    .addColumn('response_id', 'integer', ofResponse)
    .addColumn('metric_key', 'integer', notNull)
    .addColumn('status', 'text', notNull)
    .addColumn('value', 'double precision')
    .addColumn('k', 'double precision')
    .addColumn('n', 'double precision')
    .addColumn('label', 'text')
    .addColumn('reason', 'text')
    .addColumn('detail', 'text')
    .addColumn('low', 'double precision')
    .addColumn('high', 'double precision')
    .addColumn('steps', 'text', notNull)
    .addPrimaryKeyConstraint('scores_by_key', ['response_id', 'metric_key'])
    .addCheckConstraint(
      'scored_or_na',
      sql`(value is null) = (status = 'na') and (reason is null) = (status = 'scored')`,
    )
    .execute()
  await schema
    .createTable('grades')
    .addColumn('response_id', 'integer', ofResponse)
    .addColumn('grader', 'text', notNull)
    .addColumn('verdict', 'text', notNull)
    .addColumn('note', 'text')
    .addColumn('at', 'text', notNull)
    .addPrimaryKeyConstraint('grades_by_key', ['response_id', 'grader'])
    .execute()
}

const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** A number that is never given twice, also after its row is gone: a process may still remember it. */
const identity = (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()

const ofRun = (column: ColumnDefinitionBuilder) => column.notNull().references('runs.run_key').onDelete('cascade')

const ofResponse = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('responses.response_id').onDelete('cascade')
