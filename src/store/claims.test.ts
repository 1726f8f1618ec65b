import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from './driver.ts'
import { openStore } from './open.ts'
import type { ClaimsTable } from './schema.ts'
import type { Store } from './store.ts'
import { linesOf, nextLine, startChild } from './test-support/child.ts'
import { openFolder } from './test-support/permissions.ts'
import { run } from './test-support/records.ts'

let file: string
let remove: () => Promise<void>
let store: Store
beforeEach(async () => {
  const made = await openFolder()
  remove = made.remove
  file = join(made.folder, 'x.db')
  store = await openStore(file)
  await store.createRun(run())
  await store.createRun(run({ id: 'run-2' }))
})
afterEach(async () => {
  await store.close()
  await remove()
})

/** Leaves a claim on `run-1` behind, as a process of another time or place would. */
async function leave(claim: Partial<ClaimsTable>): Promise<void> {
  const database = await openSqlite(file)
  const row = {
    token: 'other',
    host: hostname(),
    pid: process.pid,
    process_start: '',
    refreshed_at: Date.now(),
    ...claim,
  }
  database
    .prepare('insert into claims (run_key, token, host, pid, process_start, refreshed_at) values (1, ?, ?, ?, ?, ?)')
    .run([row.token, row.host, row.pid, row.process_start, row.refreshed_at])
  database.close()
}

const claimable = async (runId = 'run-1'): Promise<boolean> => {
  try {
    await (await store.claimRun(runId)).release()
    return true
  } catch (error) {
    expect(error).toMatchObject({ code: 'run_in_use' })
    return false
  }
}

it('gives a run to one at a time, and again after its release', async () => {
  const other = await openStore(file)
  const claim = await store.claimRun('run-1')
  await expect(other.claimRun('run-1')).rejects.toMatchObject({
    code: 'run_in_use',
    message: `run "run-1" is being worked on by process ${process.pid}`,
  })
  expect(await claimable('run-2')).toBe(true)
  await claim.release()
  await claim.release()
  await (await other.claimRun('run-1')).release()
  await other.close()
})

it('gives it to one of two that ask in the same moment', async () => {
  const results = await Promise.allSettled([store.claimRun('run-1'), store.claimRun('run-1')])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('knows an unknown run', async () => {
  await expect(store.claimRun('no')).rejects.toMatchObject({ code: 'unknown_run' })
})

it('is free again when the store that held it is closed', async () => {
  const other = await openStore(file)
  await other.claimRun('run-1')
  await other.close()
  expect(await claimable()).toBe(true)
})

it('is held by a living process, and free the moment that it is killed', { timeout: 60_000 }, async () => {
  const child = startChild('claimer.ts', { file, run: 'run-1' })
  expect(await nextLine(child)).toBe('claimed')
  expect(await claimable()).toBe(false)
  await expect(store.deleteRun('run-1')).rejects.toMatchObject({ code: 'run_in_use' })
  expect(await store.findRun('run-1')).toBeDefined()
  child.kill('SIGKILL')
  await linesOf(child)
  expect(await claimable()).toBe(true)
})

it('lets its holder delete the run', async () => {
  await store.claimRun('run-1')
  await store.deleteRun('run-1')
  expect(await store.findRun('run-1')).toBeUndefined()
})

it('is free when the process number now belongs to a later process', async () => {
  await leave({ pid: process.pid, token: 'of an earlier process with our number' })
  expect(await claimable()).toBe(true)
})

it.skipIf(process.platform !== 'linux')(
  'is free when the parent process started after the claim was made',
  async () => {
    await leave({ pid: process.ppid, process_start: 'another boot/1' })
    expect(await claimable()).toBe(true)
  },
)

it('is believed for a minute where a process cannot be looked up', async () => {
  await leave({ host: 'another-host', refreshed_at: Date.now() - 50_000 })
  expect(await claimable()).toBe(false)
  const database = await openSqlite(file)
  database.exec(`update claims set refreshed_at = ${Date.now() - 61_000}`)
  database.close()
  expect(await claimable()).toBe(true)
})

it('takes over a claim of this host whose process is alive but cannot be told from a later one only when it is old', async () => {
  await leave({ pid: process.ppid, process_start: '' })
  expect(await claimable()).toBe(false)
  const database = await openSqlite(file)
  database.exec('update claims set refreshed_at = 1000')
  database.close()
  expect(await claimable()).toBe(true)
})
