import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from './driver.ts'
import { openStore } from './open.ts'
import type { Store } from './store.ts'
import { linesOf, startChild, type WriterTask } from './test-support/child.ts'
import { exchange } from './test-support/records.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ragstone-store-'))
  file = join(folder, 'ragstone.db')
  await (await openStore(file)).close()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function ask(task: Partial<WriterTask>) {
  return startChild('asker.ts', { file, first: 0, last: 0, mark: 'x', group: 4, ...task })
}

async function integrity(): Promise<unknown[]> {
  const database = await openSqlite(file)
  const rows = [
    ...database.prepare('pragma integrity_check').all([]),
    ...database.prepare('pragma foreign_key_check').all([]),
    ...database
      .prepare('select item_key from judge_items where exchange_key not in (select exchange_key from exchanges)')
      .all([]),
    ...database
      .prepare(
        'select exchange_id from exchanges where exchange_key not in (select exchange_key from exchange_records)',
      )
      .all([]),
  ]
  database.close()
  return rows.map((row) => ({ ...(row as object) }))
}

/** Checks that a question has one whole answer, with its item. */
async function answered(store: Store, id: string): Promise<void> {
  const found = await store.findExchange(id)
  const mark = found?.exchange_id.split(' ')[1]
  expect(found).toEqual(exchange(`${id} ${mark}`, { key: id, reply: `${mark} `.repeat(500) }))
  expect(await store.findItems([`item ${id}`])).toMatchObject([{ exchange_id: `${id} ${mark}` }])
}

describe('several processes that ask the same questions', { timeout: 120_000 }, () => {
  it('share the answers, keep every exchange and let the first stand', async () => {
    const ended = await Promise.all(
      ['a', 'b', 'c'].map((mark, index) => linesOf(ask({ last: 150, mark, group: 3 + index }))),
    )
    expect(ended.map(({ code, lines }) => [code, lines.length])).toEqual([
      [0, 150],
      [0, 150],
      [0, 150],
    ])
    const store = await openStore(file)
    for (let id = 0; id < 150; id += 1) await answered(store, `${id}`)
    expect(await store.cacheSummary()).toMatchObject({ exchanges: 450, usable: 150 })
    await store.close()
    expect(await integrity()).toEqual([{ integrity_check: 'ok' }])
  })

  it('find at once what another has stored, while both are open', async () => {
    const [one, other] = [await openStore(file), await openStore(file)]
    for (let id = 0; id < 20; id += 1) {
      await one.saveExchanges([exchange(`${id}`)])
      expect(await other.findExchange(`question of ${id}`)).toEqual(exchange(`${id}`))
    }
    // A form that the other process remembers, but that is gone.
    await one.saveExchanges([exchange('x', { model: 'other' })])
    await other.clearCache()
    await one.saveExchanges([exchange('y', { model: 'other' }), exchange('z')])
    expect(await other.exchanges(['x', 'y', 'z'])).toEqual([exchange('y', { model: 'other' }), exchange('z')])
    await one.close()
    await other.close()
  })

  it('go on while another clears, which removes each exchange once', async () => {
    const child = ask({ last: 1500, group: 5 })
    const ended = linesOf(child)
    const store = await openStore(file)
    let removed = 0
    while (child.exitCode === null) removed += (await store.clearCache()).removed
    expect(await ended).toMatchObject({ code: 0 })
    expect((await store.cacheSummary()).exchanges).toBe(1500 - removed)
    expect(removed).toBeGreaterThan(0)
    await store.close()
    expect(await integrity()).toEqual([{ integrity_check: 'ok' }])
  })
})

describe('a process that is killed while it asks', { timeout: 120_000 }, () => {
  it('loses no exchange that it was told is stored, and halves none, ten times', async () => {
    const told = new Set<string>()
    let first = 0
    for (let round = 0; round < 10; round += 1) {
      const child = ask({ first, last: first + 5000, group: 1 + (round % 5), mark: `round-${round}` })
      const ended = linesOf(child)
      await Promise.race([ended, new Promise((resolve) => child.stdout?.once('data', resolve))])
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
      const { lines } = await ended
      expect(lines.length).toBeGreaterThan(0)
      // A line that the kill cut off lacks its full stop.
      for (const line of lines) if (line.endsWith('.')) told.add(line.slice(0, -1))
      const store = await openStore(file)
      for (const id of told) await answered(store, id)
      await store.close()
      first = Math.max(...[...told].map(Number))
    }
    expect(await integrity()).toEqual([{ integrity_check: 'ok' }])
  })
})
