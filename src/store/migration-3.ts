import type { Kysely } from 'kysely'
import { notNull, ofRun } from './columns.ts'
import type { Tables } from './schema.ts'

/** Marks of graders, what their grades are a sample of, and the orders in which they were asked. */
export async function createGradingTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema.alterTable('grades').addColumn('mark', 'double precision').execute()
  await schema.alterTable('grades').addColumn('right_above', 'double precision').execute()
  await schema.alterTable('grades').addColumn('sampling', 'text').execute()
  await schema
    .createTable('grading_sessions')
    .addColumn('run_key', 'integer', ofRun)
    .addColumn('grader', 'text', notNull)
    .addColumn('record', 'text', notNull)
    .addPrimaryKeyConstraint('grading_sessions_by_key', ['run_key', 'grader'])
    .execute()
}
