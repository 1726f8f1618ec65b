import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { DRIVER_VARIABLE, openSqlite } from './driver.ts'
import { DRIVERS, hasNodeSqlite } from './test-support/drivers.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.doUnmock('better-sqlite3')
  vi.resetModules()
})

describe.each(DRIVERS)('the driver $driver', ({ driver, exists }) => {
  it.skipIf(!exists)('prepares, runs, reads and steps through statements', async () => {
    const database = await openSqlite(':memory:', { driver })
    expect(database.driver).toBe(driver)
    database.exec('create table t (a integer primary key, b text)')
    const insert = database.prepare('insert into t (b) values (?)')
    expect(insert.reader).toBe(false)
    expect(Number(insert.run(['x']).changes)).toBe(1)
    expect(Number(insert.run([null]).lastInsertRowid)).toBe(2)
    const returning = database.prepare('insert into t (b) values (?) returning a')
    expect(returning.reader).toBe(true)
    expect(returning.all(['y']).map((row) => ({ ...(row as object) }))).toEqual([{ a: 3 }])
    const rows = database.prepare('select b from t where a > ? order by a')
    expect(rows.all([0])).toHaveLength(3)
    const iterator = rows.iterate([0])
    expect({ ...(iterator.next().value as object) }).toEqual({ b: 'x' })
    iterator.return?.()
    expect(Number(database.prepare('update t set b = ? where a > 1').run(['z']).changes)).toBe(2)
    database.close()
  })

  it.skipIf(!exists)('is taken when the environment names it', async () => {
    vi.stubEnv(DRIVER_VARIABLE, driver)
    const database = await openSqlite(':memory:')
    expect(database.driver).toBe(driver)
    database.close()
  })
})

it('takes the SQLite of Node.js itself where there is one', async () => {
  const database = await openSqlite(':memory:')
  expect(database.driver).toBe(hasNodeSqlite() ? 'node' : 'better-sqlite3')
  database.close()
})

it('refuses an unknown driver in the environment', async () => {
  vi.stubEnv(DRIVER_VARIABLE, 'sqlite5')
  await expect(openSqlite(':memory:')).rejects.toMatchObject({ code: 'unknown_driver' })
})

it('names the two ways out where there is no SQLite at all', async () => {
  vi.doMock('better-sqlite3', () => {
    throw new Error('Cannot find package')
  })
  await expect(openSqlite(':memory:', { driver: 'better-sqlite3' })).rejects.toMatchObject({
    code: 'sqlite_missing',
    hint: 'use Node.js 22.13 or newer, or run: npm install better-sqlite3@12',
  })
})

it.skipIf(hasNodeSqlite())('names the two ways out where node:sqlite is asked for and missing', async () => {
  await expect(openSqlite(':memory:', { driver: 'node' })).rejects.toMatchObject({ code: 'sqlite_missing' })
})

it.skipIf(!hasNodeSqlite())('hides the warning about SQLite and no other', () => {
  const script = join(import.meta.dirname, 'test-support', 'warnings.ts')
  const cwd = join(import.meta.dirname, '..', '..')
  const { stderr, status } = spawnSync(process.execPath, ['--import', 'jiti/register', script], {
    cwd,
    encoding: 'utf8',
  })
  expect(status).toBe(0)
  expect(stderr).not.toMatch(/SQLite/)
  expect(stderr).toMatch(/ExperimentalWarning: something else/)
  expect(stderr).toMatch(/Warning: and another/)
})
