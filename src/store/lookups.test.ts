import { expect, it } from 'vitest'
import { openSqlite } from './driver.ts'
import type { SqliteDatabase } from './sqlite.ts'
import { sqliteStore } from './sqlite-store.ts'
import { exchange, judged, response, withCases } from './test-support/records.ts'

it('finds exchanges, items, vectors and what scores are made of through indexes', async () => {
  const database = await openSqlite(':memory:')
  const seen = new Set<string>()
  const watched: SqliteDatabase = {
    ...database,
    prepare: (sql) => {
      seen.add(sql)
      return database.prepare(sql)
    },
  }
  const store = await sqliteStore(watched, { location: 'x.db', readOnly: false, busyTimeoutMs: 100 })
  await withCases(store, ['a'])
  await store.saveResponse(response('a'))
  seen.clear()
  await store.saveExchanges([exchange('1')], [{ item_key: 'i', exchange_id: '1', item_id: '1' }])
  await store.saveVectors([{ key: 'v', vector: Float32Array.of(1) }])
  await store.saveScores([judged('a', ['1'])])
  await store.findExchange('question of 1')
  await store.findItems(['i'])
  await store.exchanges(['1'])
  await store.findVectors(['v'])
  await store.judgeFact('model', 'name')
  await store.deleteRun('run-1')
  expect(seen.size).toBeGreaterThan(10)
  for (const sql of seen) {
    const parameters = Array<null>(sql.split('?').length - 1).fill(null)
    const steps = database.prepare(`explain query plan ${sql}`).all(parameters) as { detail: string }[]
    expect(
      steps.map(({ detail }) => detail).filter((detail) => /^scan/i.test(detail)),
      sql,
    ).toEqual([])
  }
  await store.close()
})
