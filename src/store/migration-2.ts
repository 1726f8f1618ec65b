import { type Kysely, sql } from 'kysely'
import { identity, notNull, ofExchange } from './columns.ts'
import type { Tables } from './schema.ts'

/** Exchanges with judge models, what was learnt of these, and how scores are made of them. */
export async function createJudgeTables(db: Kysely<Tables>): Promise<void> {
  const { schema } = db
  await schema.alterTable('scores').addColumn('grading', 'text').execute()
  await schema.alterTable('scores').addColumn('verdict_value', 'double precision').execute()
  await createExchanges(db)
  await createUses(db)
  await schema
    .createTable('vectors')
    .addColumn('vector_key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('created_at', 'text', notNull)
    .addColumn('bytes', 'integer', notNull)
    .addColumn('vector', 'blob', notNull)
    .execute()
  await schema.createIndex('vectors_by_time').on('vectors').columns(['created_at', 'bytes']).execute()
  await schema
    .createTable('judge_facts')
    .addColumn('model_key', 'text', notNull)
    .addColumn('name', 'text', notNull)
    .addColumn('value', 'text', notNull)
    .addPrimaryKeyConstraint('judge_facts_by_name', ['model_key', 'name'])
    .execute()
  await schema
    .createTable('judge_hits')
    .addColumn('model_key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('hits', 'integer', notNull)
    .execute()
}

async function createExchanges({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('exchange_forms')
    .addColumn('form_key', 'integer', identity)
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('provider', 'text', notNull)
    .addColumn('model', 'text', notNull)
    .addColumn('bytes', 'integer', notNull)
    .addColumn('form', 'text', notNull)
    .execute()
  await schema
    .createTable('exchanges')
    .addColumn('exchange_key', 'integer', (column) => column.primaryKey())
    .addColumn('exchange_id', 'text', (column) => column.notNull().unique())
    .addColumn('key', 'text', notNull)
    .addColumn('usable', 'integer', notNull)
    .addColumn('form_key', 'integer', (column) => column.notNull().references('exchange_forms.form_key'))
    .addColumn('created_at', 'text', notNull)
    .addColumn('bytes', 'integer', notNull)
    .execute()
  await schema
    .createIndex('exchanges_by_question')
    .unique()
    .on('exchanges')
    .column('key')
    .where(sql.ref('usable'), '=', 1)
    .execute()
  // Texts stand apart, so that counting and clearing do not read or write them.
  await schema
    .createTable('exchange_records')
    .addColumn('exchange_key', 'integer', (column) => ofExchange(column.primaryKey()).onDelete('cascade'))
    .addColumn('record', 'text', notNull)
    .execute()
  await schema
    .createTable('judge_items')
    .addColumn('item_key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('exchange_key', 'integer', notNull)
    .addColumn('item_id', 'text', notNull)
    .execute()
}

async function createUses({ schema }: Kysely<Tables>): Promise<void> {
  await schema
    .createTable('exchange_uses')
    .addColumn('response_id', 'integer', notNull)
    .addColumn('metric_key', 'integer', notNull)
    .addColumn('exchange_key', 'integer', ofExchange)
    .addPrimaryKeyConstraint('exchange_uses_by_score', ['response_id', 'metric_key', 'exchange_key'])
    .addForeignKeyConstraint(
      'exchange_uses_of_score',
      ['response_id', 'metric_key'],
      'scores',
      ['response_id', 'metric_key'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute()
  await schema.createIndex('exchange_uses_by_exchange').on('exchange_uses').column('exchange_key').execute()
}
