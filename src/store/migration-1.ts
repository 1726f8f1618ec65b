import { type Kysely, sql } from 'kysely'
import { identity, notNull, ofResponse, ofRun } from './columns.ts'
import type { Tables } from './schema.ts'

/** Runs with all that hangs on them. */
export async function createRunTables(db: Kysely<Tables>): Promise<void> {
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
