import { setImmediate as nextTurn } from 'node:timers/promises'
import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sqliteDialect } from './dialect.ts'
import { openSqlite } from './driver.ts'
import type { Database, Tables } from './schema.ts'
import type { SqliteDatabase } from './sqlite.ts'
import { type WriteQueue, type Writer, writeQueue } from './write-queue.ts'

let statements: string[]
let forgotten: number
let db: Kysely<Tables>
let queue: WriteQueue
beforeEach(async () => {
  const database = await openSqlite(':memory:')
  database.exec('create table t (a integer not null)')
  statements = []
  forgotten = 0
  const watched: SqliteDatabase = {
    ...database,
    exec: (text) => {
      statements.push(text)
      database.exec(text)
    },
  }
  db = new Kysely<Tables>({ dialect: sqliteDialect(watched) })
  queue = writeQueue(db, 100, () => {
    forgotten += 1
  })
})
afterEach(() => db.destroy())

let batches: number[][] = []
beforeEach(() => {
  batches = []
})
const writer: Writer<number | null> = async (transaction, rows) => {
  batches.push(rows.map(Number))
  for (const row of rows) await sql`insert into t (a) values (${row})`.execute(transaction)
}
const stored = async () => (await sql<{ a: number }>`select a from t`.execute(db)).rows.map((row) => row.a)

it('commits what is handed over in one turn together, rows for one writer as one batch', async () => {
  await Promise.all([queue.rows(writer, [1, 2]), queue.rows(writer, [3]), queue.rows(writer, [4])])
  expect(batches).toEqual([[1, 2, 3, 4]])
  expect(statements).toEqual(['begin immediate', 'commit'])
})

it('commits what arrives during a commit in the next one together', async () => {
  const later: Promise<void>[] = []
  await queue.run(async () => {
    later.push(queue.rows(writer, [1]), queue.rows(writer, [2]))
  })
  expect(await stored()).toEqual([])
  await Promise.all(later)
  expect(statements.filter((text) => text === 'commit')).toHaveLength(2)
  expect(batches).toEqual([[1, 2]])
})

it('keeps the order in which different work was handed over', async () => {
  const count = (transaction: Database) =>
    sql<{ n: number }>`select count(*) as n from t`.execute(transaction).then(({ rows }) => rows[0]?.n)
  const results = await Promise.all([
    queue.rows(writer, [1]),
    queue.run(count),
    queue.rows(writer, [2]),
    queue.run(count),
  ])
  expect(results).toEqual([undefined, 1, undefined, 2])
  expect(statements.filter((text) => text === 'commit')).toHaveLength(1)
})

it('lets a faulty job fail alone and forgets what was remembered of the transaction that failed', async () => {
  const results = await Promise.allSettled([
    queue.rows(writer, [1]),
    queue.rows(writer, [2, null]),
    queue.run(() => Promise.reject(new Error('no'))),
    queue.rows(writer, [3]),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'fulfilled'])
  expect(await stored()).toEqual([1, 3])
  expect(forgotten).toBe(3)
})

it('has committed by the time that a promise resolves', async () => {
  await queue.rows(writer, [1])
  expect(statements.at(-1)).toBe('commit')
})

it('does not put more and more jobs into one long transaction', async () => {
  const rows = Array.from({ length: 3000 }, (_, index) => index)
  await Promise.all([queue.rows(writer, rows), queue.rows(writer, rows), queue.rows(writer, rows)])
  expect(batches.map((batch) => batch.length)).toEqual([6000, 3000])
})

it('is idle only when nothing is waiting any more', async () => {
  const waiting = queue.rows(writer, [1])
  await queue.idle()
  await waiting
  expect(await stored()).toEqual([1])
  await queue.idle()
})

describe('patient rows', () => {
  const patient = { patient: true }
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }))
  afterEach(() => void vi.useRealTimers())

  it('wait a few milliseconds for others, but only shortly after a commit', async () => {
    await queue.rows(writer, [1], patient)
    const later = [queue.rows(writer, [2], patient)]
    await nextTurn()
    await nextTurn()
    later.push(queue.rows(writer, [3], patient))
    await vi.advanceTimersByTimeAsync(10)
    await Promise.all(later)
    expect(batches).toEqual([[1], [2, 3]])
    await vi.advanceTimersByTimeAsync(10)
    await queue.rows(writer, [4], patient)
  })

  it('keep nothing else waiting', async () => {
    await queue.rows(writer, [1])
    const waiting = queue.rows(writer, [2], patient)
    await nextTurn()
    await nextTurn()
    await queue.rows(writer, [3])
    await waiting
    expect(batches).toEqual([[1], [2, 3]])
  })

  it('are committed at once when the queue is to become idle', async () => {
    await queue.rows(writer, [1])
    const waiting = queue.rows(writer, [2], patient)
    await nextTurn()
    await nextTurn()
    await queue.idle()
    expect(await stored()).toEqual([1, 2])
    await waiting
  })
})
