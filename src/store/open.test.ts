import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from './driver.ts'
import { openStore } from './open.ts'
import { HAS_PERMISSIONS, openFolder, withoutRoot } from './test-support/permissions.ts'
import { all, response, run, withCases } from './test-support/records.ts'

let folder: string
let remove: () => Promise<void>
beforeEach(async () => {
  ;({ folder, remove } = await openFolder())
})
afterEach(() => remove())

/** A closed store with `run-1`, two test cases and one response. */
async function makeStore(file: string): Promise<void> {
  const store = await openStore(file, { folder })
  await withCases(store, ['a', 'b'])
  await store.saveResponse(response('a'))
  await store.close()
}

describe('opening a store', () => {
  it('makes the file and its folders, and keeps what is stored in one file', async () => {
    const store = await openStore('.ragstone/deep/ragstone.db', { folder })
    expect(store.location).toBe(join(folder, '.ragstone', 'deep', 'ragstone.db'))
    await withCases(store, ['a'])
    await store.saveResponse(response('a'))
    await store.close()
    await store.close()
    expect(readdirSync(join(folder, '.ragstone', 'deep'))).toEqual(['ragstone.db'])
    const again = await openStore(store.location)
    expect(await all(again.responses('run-1'))).toEqual([response('a')])
    await again.close()
  })

  it.skipIf(process.platform === 'win32')('takes file names with any characters', async () => {
    const name = `a b'"?#%41&特休;--🏖️.db`
    await makeStore(name)
    expect(readdirSync(folder)).toEqual([name])
  })

  it('commits what is waiting before it closes, and takes nothing afterwards', async () => {
    const store = await openStore('x.db', { folder })
    const waiting = store.createRun(run())
    await store.close()
    await waiting
    await expect(store.createRun(run({ id: 'run-2' }))).rejects.toThrow('the store is closed')
    await expect(store.listRuns()).rejects.toThrow('the store is closed')
    const again = await openStore('x.db', { folder })
    expect(await again.listRuns()).toHaveLength(1)
    await again.close()
  })

  it('takes an empty file as a new store', async () => {
    await writeFile(join(folder, 'x.db'), '')
    await makeStore('x.db')
    expect(readFileSync(join(folder, 'x.db')).length).toBeGreaterThan(0)
  })

  it.each([{ create: false }, { readOnly: true }])('makes nothing with %j', async (mode) => {
    await expect(openStore('no/x.db', { folder, ...mode })).rejects.toMatchObject({ code: 'store_missing' })
    expect(readdirSync(folder)).toEqual([])
    await writeFile(join(folder, 'x.db'), '')
    await expect(openStore('x.db', { folder, ...mode })).rejects.toMatchObject({ code: 'store_missing' })
  })
})

describe('what is not a store', () => {
  it('is refused when it is a folder, or lies below a file', async () => {
    await mkdir(join(folder, 'sub'))
    await expect(openStore('sub', { folder })).rejects.toMatchObject({ code: 'store_is_folder' })
    await writeFile(join(folder, 'file'), 'x')
    await expect(openStore('file/x.db', { folder })).rejects.toMatchObject({ code: 'store_cannot_open' })
    await expect(openStore('file/deep/x.db', { folder })).rejects.toMatchObject({ code: 'store_cannot_open' })
  })

  it.each(['x', 'id,question\n1,what?\n'.repeat(100)])(
    'is refused and untouched when it is another file',
    async (text) => {
      await writeFile(join(folder, 'x.csv'), text)
      for (const mode of [{}, { readOnly: true }]) {
        await expect(openStore('x.csv', { folder, ...mode })).rejects.toMatchObject({ code: 'not_a_store' })
      }
      expect(readFileSync(join(folder, 'x.csv'), 'utf8')).toBe(text)
      expect(readdirSync(folder)).toEqual(['x.csv'])
    },
  )

  it('is refused and untouched when another program made the database', async () => {
    const file = join(folder, 'x.db')
    const database = await openSqlite(file)
    database.exec('create table runs (id text); create view v as select 1; insert into runs values (1)')
    database.close()
    const before = readFileSync(file)
    for (const mode of [{}, { readOnly: true }]) {
      await expect(openStore(file, mode)).rejects.toMatchObject({ code: 'not_a_store' })
    }
    expect(readFileSync(file).equals(before)).toBe(true)
    expect(readdirSync(folder)).toEqual(['x.db'])
  })

  it('is refused and untouched when a newer version wrote it, naming both versions', async () => {
    const file = join(folder, 'x.db')
    await makeStore(file)
    const database = await openSqlite(file)
    database.exec('update ragstone_format set version = 7; create table future (x)')
    database.close()
    const before = readFileSync(file)
    await expect(openStore(file)).rejects.toMatchObject({
      code: 'store_too_new',
      message: `${file} has format 7, and this version of Ragstone reads formats up to 3`,
    })
    expect(readFileSync(file).equals(before)).toBe(true)
  })

  it('is refused when it is an address, without showing the password', async () => {
    const refused = openStore('postgres://ann:s3cret@db.example/x', { folder })
    await expect(refused).rejects.toMatchObject({
      code: 'postgres_not_available',
      message: 'this version stores in SQLite, not in postgres://ann:***@db.example/x',
    })
    await expect(openStore('mysql://ann:s3cret@h/x')).rejects.toMatchObject({ code: 'unknown_store' })
    await expect(openStore('')).rejects.toMatchObject({ code: 'unknown_store' })
    expect(readdirSync(folder)).toEqual([])
  })
})

describe('a damaged store', () => {
  /** Overwrites a part of the file with something else. */
  async function spoil(file: string, from: number, to: number): Promise<void> {
    const bytes = readFileSync(file)
    bytes.fill(0xa5, from, Math.min(to, bytes.length))
    await writeFile(file, bytes)
  }
  const use = async (file: string): Promise<void> => {
    const store = await openStore(file)
    try {
      await store.listRuns()
      await all(store.responses('run-1'))
      await store.saveResponse(response('b'))
    } finally {
      await store.close()
    }
  }

  it('is one clear error when its pages are overwritten', async () => {
    const file = join(folder, 'x.db')
    for (const [from, to] of [
      [4096, Number.MAX_SAFE_INTEGER],
      [100, 4096],
      [40, 100],
    ] as const) {
      await makeStore(file)
      await spoil(file, from, to)
      await expect(use(file)).rejects.toMatchObject({ code: 'store_damaged', name: 'RagstoneError' })
      await writeFile(file, '')
    }
  })

  it('is one clear error when its end is missing', async () => {
    const file = join(folder, 'x.db')
    await makeStore(file)
    await writeFile(file, readFileSync(file).subarray(0, 3 * 4096 + 17))
    await expect(use(file)).rejects.toMatchObject({ code: 'store_damaged' })
  })
})

describe.skipIf(!HAS_PERMISSIONS)('a store that may not be written', () => {
  it('can be read, also in a folder that may not be written, and leaves nothing behind', async () => {
    const file = join(folder, 'x.db')
    await makeStore(file)
    await chmod(file, 0o444)
    await chmod(folder, 0o555)
    await withoutRoot(async () => {
      const store = await openStore(file, { readOnly: true })
      expect(await all(store.responses('run-1'))).toEqual([response('a')])
      expect(await all(store.samples('run-1'))).toHaveLength(1)
      await expect(store.saveResponse(response('b'))).rejects.toMatchObject({ code: 'store_read_only' })
      await store.close()
    })
    await chmod(folder, 0o777)
    expect(readdirSync(folder)).toEqual(['x.db'])
  })

  it('is refused for writing before anything is done', async () => {
    const file = join(folder, 'x.db')
    await makeStore(file)
    await chmod(file, 0o444)
    await withoutRoot(() => expect(openStore(file)).rejects.toMatchObject({ code: 'store_read_only' }))
    await chmod(file, 0o000)
    await withoutRoot(() => expect(openStore(file)).rejects.toMatchObject({ code: 'store_cannot_open' }))
  })

  it('is not made in a folder that may not be written', async () => {
    await chmod(folder, 0o555)
    await withoutRoot(async () => {
      await expect(openStore('x.db', { folder })).rejects.toMatchObject({ code: 'store_cannot_open' })
      await expect(openStore('sub/x.db', { folder })).rejects.toMatchObject({ code: 'store_cannot_open' })
    })
    await chmod(folder, 0o777)
    expect(existsSync(join(folder, 'x.db'))).toBe(false)
  })

  it('stays readable beside a process that writes it', async () => {
    const file = join(folder, 'x.db')
    await makeStore(file)
    const writer = await openStore(file)
    const reader = await openStore(file, { readOnly: true })
    await writer.saveResponse(response('b'))
    expect(await all(reader.responses('run-1'))).toHaveLength(2)
    await writer.close()
    expect(await all(reader.responses('run-1'))).toHaveLength(2)
    await reader.close()
  })
})
