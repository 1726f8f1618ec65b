import { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sqliteDialect } from './dialect.ts'
import { openSqlite } from './driver.ts'
import { migrate } from './migrations.ts'
import { responsePage } from './responses.ts'
import type { Tables } from './schema.ts'
import { scorePage } from './scores.ts'
import type { SqliteDatabase } from './sqlite.ts'
import { sqliteStore } from './sqlite-store.ts'
import { all, response, withCases } from './test-support/records.ts'

let database: SqliteDatabase
let db: Kysely<Tables>
beforeAll(async () => {
  database = await openSqlite(':memory:')
  db = new Kysely<Tables>({ dialect: sqliteDialect(database) })
  await migrate(db, 'x.db')
})
afterAll(() => db.destroy())

/** How SQLite goes about a query. */
function plan({ sql, parameters }: { sql: string; parameters: readonly unknown[] }): string[] {
  const rows = database.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[]
  return rows.map((row) => row.detail)
}

it('reads pages through indexes, from the place where the last one ended, without sorting', () => {
  const walk = { runKey: 1, configuration: 'base', selection: {} }
  const after = { position: 5, case_key: 6, repeat: 1, metric_key: 2 }
  for (const query of [responsePage(db, walk, after), scorePage(db, walk, after)]) {
    const steps = plan(query.compile())
    expect(steps.filter((step) => /scan|temp b-tree/i.test(step))).toEqual([])
    expect(steps[0]).toContain('(run_key=? AND position>?)')
  }
})

it('holds a few long texts in memory at a time', async () => {
  const memory = await openSqlite(':memory:')
  const read: number[] = []
  const counting: SqliteDatabase = {
    ...memory,
    prepare: (sql) => {
      const statement = memory.prepare(sql)
      return {
        ...statement,
        iterate: (parameters) => {
          const iterator = statement.iterate(parameters)
          let rows = 0
          return {
            next: () => {
              rows += 1
              return iterator.next()
            },
            return: () => {
              read.push(rows)
              return iterator.return?.() ?? { done: true, value: undefined }
            },
          }
        },
      }
    },
  }
  const store = await sqliteStore(counting, { location: 'x.db', readOnly: false, busyTimeoutMs: 100 })
  const ids = Array.from({ length: 30 }, (_, index) => `case-${index}`)
  await withCases(store, ids)
  await store.saveResponses(ids.map((id) => response(id, { response: 'x'.repeat(1_500_000) })))
  expect(await all(store.responses('run-1'))).toHaveLength(30)
  expect(Math.max(...read)).toBe(3)
  await store.close()
})
