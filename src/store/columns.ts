import type { ColumnDefinitionBuilder } from 'kysely'

/** A column that always has a value. */
export const notNull = (column: ColumnDefinitionBuilder) => column.notNull()

/** A number that is never given twice, also after its row is gone: a process may still remember it. */
export const identity = (column: ColumnDefinitionBuilder) => column.primaryKey().autoIncrement()

/** Goes with its run. */
export const ofRun = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('runs.run_key').onDelete('cascade')

/** Goes with its response. */
export const ofResponse = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('responses.response_id').onDelete('cascade')

/** Refers to an exchange, which stays while it does. */
export const ofExchange = (column: ColumnDefinitionBuilder) => column.notNull().references('exchanges.exchange_key')
