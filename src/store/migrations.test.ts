import { Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sqliteDialect } from './dialect.ts'
import { openSqlite } from './driver.ts'
import { MIGRATIONS, type Migration, migrate, storedVersion } from './migrations.ts'
import type { Tables } from './schema.ts'

let db: Kysely<Tables>
beforeEach(async () => {
  db = new Kysely<Tables>({ dialect: sqliteDialect(await openSqlite(':memory:')) })
})
afterEach(() => db.destroy())

const NEWEST = MIGRATIONS.length

const later: Migration[] = [
  ...MIGRATIONS,
  {
    version: NEWEST + 1,
    async up(transaction) {
      await sql`alter table runs add column colour text`.execute(transaction)
      await sql`update runs set colour = 'red'`.execute(transaction)
    },
  },
]
const runs = async () => (await sql<object>`select * from runs`.execute(db)).rows.map((row) => ({ ...row }))

it('makes a new store of the newest version, once', async () => {
  await migrate(db, 'x.db')
  expect(await storedVersion(db, 'x.db')).toBe(MIGRATIONS.at(-1)?.version)
  await migrate(db, 'x.db')
  expect((await sql`select * from ragstone_format`.execute(db)).rows).toHaveLength(1)
})

it('brings an older store up to date with its rows', async () => {
  await migrate(db, 'x.db')
  await db.insertInto('runs').values({ id: 'a', name: 'n', created_at: 't', record: '{}' }).execute()
  await migrate(db, 'x.db', { migrations: later })
  expect(await storedVersion(db, 'x.db')).toBe(NEWEST + 1)
  expect(await runs()).toEqual([{ run_key: 1, id: 'a', name: 'n', created_at: 't', record: '{}', colour: 'red' }])
})

it('leaves the store as it was when a step fails', async () => {
  await migrate(db, 'x.db')
  await db.insertInto('runs').values({ id: 'a', name: 'n', created_at: 't', record: '{}' }).execute()
  const failing: Migration[] = [...later, { version: NEWEST + 2, up: () => Promise.reject(new Error('the last')) }]
  await expect(migrate(db, 'x.db', { migrations: failing })).rejects.toThrow('the last')
  expect(await storedVersion(db, 'x.db')).toBe(NEWEST)
  expect(await runs()).toEqual([{ run_key: 1, id: 'a', name: 'n', created_at: 't', record: '{}' }])
})

it('refuses to read an older store that it may not bring up to date', async () => {
  await migrate(db, 'x.db')
  await expect(migrate(db, 'x.db', { migrations: later, readOnly: true })).rejects.toMatchObject({
    code: 'store_too_old',
  })
  expect(await storedVersion(db, 'x.db')).toBe(NEWEST)
})

it('refuses a store of a newer version in words that name both', async () => {
  await migrate(db, 'x.db', { migrations: later })
  await expect(migrate(db, 'x.db')).rejects.toMatchObject({
    code: 'store_too_new',
    message: `x.db has format ${NEWEST + 1}, and this version of Ragstone reads formats up to ${NEWEST}`,
  })
})

it('numbers its steps one after another', () => {
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, index) => index + 1))
})
