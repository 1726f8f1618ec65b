import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSqlite } from './driver.ts'
import { openStore } from './open.ts'
import { sqliteStore } from './sqlite-store.ts'
import type { Store } from './store.ts'
import { all, response, score, withCases } from './test-support/records.ts'

const IDS = Array.from({ length: 64 }, (_, index) => `case-${index}`)
const large = (id: string) => response(id, { response: id.repeat(20_000) })

/** Saves until the store refuses; returns the ids of what it took. */
async function fill(store: Store): Promise<string[]> {
  const taken: string[] = []
  for (const id of IDS) {
    try {
      await store.saveResponse(large(id))
    } catch (error) {
      expect(error).toMatchObject({ code: 'store_full', name: 'RagstoneError' })
      return taken
    }
    taken.push(id)
  }
  throw new Error('the store took everything')
}

async function holdsExactly(store: Store, ids: readonly string[]): Promise<void> {
  expect(await all(store.responses('run-1'))).toEqual(ids.map(large))
}

it('refuses what no longer fits, keeps what was stored and goes on when there is room again', async () => {
  const database = await openSqlite(':memory:')
  const store = await sqliteStore(database, { location: 'x.db', readOnly: false, busyTimeoutMs: 100 })
  await withCases(store, IDS)
  database.exec('pragma max_page_count = 200')
  const taken = await fill(store)
  expect(taken.length).toBeGreaterThan(1)
  await holdsExactly(store, taken)
  const together = await Promise.allSettled(IDS.slice(-3).map((id) => store.saveResponse(large(id))))
  expect(together.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  await holdsExactly(store, taken)
  database.exec('pragma max_page_count = 100000')
  await store.saveResponses(IDS.map(large))
  await store.saveScores(IDS.map((id) => score(id)))
  await holdsExactly(store, IDS)
  expect(await all(store.scoreRows('run-1'))).toHaveLength(IDS.length)
  await store.close()
})

const mountPoint = await mkdtemp(join(tmpdir(), 'ragstone-small-'))
const mounted =
  process.platform === 'linux' &&
  process.getuid?.() === 0 &&
  spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', mountPoint]).status === 0

describe.skipIf(!mounted)('a disk of 2 MB (needs the right to mount one)', () => {
  afterAll(async () => {
    spawnSync('umount', [mountPoint])
  })
  let store: Store
  beforeAll(async () => {
    store = await openStore('ragstone.db', { folder: mountPoint })
  })

  it('is refused when it is full, and everything that was stored is there when the store is opened again', async () => {
    await withCases(store, IDS)
    const taken = await fill(store)
    expect(taken.length).toBeGreaterThan(1)
    await holdsExactly(store, taken)
    await store.close()
    const reader = await openStore('ragstone.db', { folder: mountPoint })
    await holdsExactly(reader, taken)
    await reader.close()
  })
})

afterAll(() => rm(mountPoint, { recursive: true, force: true }))
