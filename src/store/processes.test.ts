import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSqlite } from './driver.ts'
import { openStore } from './open.ts'
import type { Store } from './store.ts'
import { linesOf, nextLine, startChild, type WriterTask } from './test-support/child.ts'
import { all, response, run, testCase } from './test-support/records.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ragstone-store-'))
  file = join(folder, 'ragstone.db')
})
afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** A store with these runs, each with `case-0` to `case-COUNT`. */
async function prepare(runs: readonly string[], count: number): Promise<void> {
  const store = await openStore(file)
  const cases = Array.from({ length: count }, (_, position) => ({ position, test_case: testCase(`case-${position}`) }))
  for (const id of runs) {
    await store.createRun(run({ id }))
    await store.saveTestCases(id, cases)
  }
  await store.close()
}

function write(task: Partial<WriterTask>) {
  return startChild('writer.ts', { file, run: 'run-1', first: 0, last: 0, mark: 'x', group: 4, ...task })
}

async function integrity(): Promise<unknown[]> {
  const database = await openSqlite(file)
  const rows = [
    ...database.prepare('pragma integrity_check').all([]),
    ...database.prepare('pragma foreign_key_check').all([]),
  ]
  database.close()
  return rows.map((row) => ({ ...(row as object) }))
}

async function idsOf(store: Store, runId: string): Promise<string[]> {
  return (await all(store.responseFacts(runId))).map((row) => row.test_case_id)
}

describe('several processes on one store', { timeout: 120_000 }, () => {
  it('make it together when none is there yet', async () => {
    const children = [0, 1, 2].map(() => startChild('writer.ts', { file, run: 'run-1', first: 0, last: 0, group: 1 }))
    expect((await Promise.all(children.map(linesOf))).map(({ code }) => code)).toEqual([0, 0, 0])
    const store = await openStore(file)
    expect(await store.listRuns()).toEqual([])
    await store.close()
  })

  it('neither lose nor double rows, whether they write different runs or the same rows of one run', async () => {
    await prepare(['run-1', 'run-2'], 200)
    const ended = await Promise.all(
      [
        write({ run: 'run-1', last: 200, mark: 'first' }),
        write({ run: 'run-1', last: 200, mark: 'second', group: 7 }),
        write({ run: 'run-2', last: 200, mark: 'third' }),
      ].map(linesOf),
    )
    expect(ended.map(({ code, lines }) => [code, lines.length])).toEqual([
      [0, 200],
      [0, 200],
      [0, 200],
    ])
    const store = await openStore(file)
    const expected = Array.from({ length: 200 }, (_, index) => `case-${index}`)
    for (const id of ['run-1', 'run-2']) {
      expect(await idsOf(store, id)).toEqual(expected)
      const scores = (await all(store.scoreRows(id))).map((row) => `${row.test_case_id} ${row.metric}`)
      expect(new Set(scores).size).toBe(scores.length)
    }
    expect(await all(store.scoreRows('run-2'))).toHaveLength(400)
    for await (const { test_case_id, response: text } of store.responses('run-1')) {
      const marks = ['first', 'second'].map((mark) => `${mark} ${test_case_id} `.repeat(50))
      expect(marks).toContain(text)
    }
    await store.close()
    expect(await integrity()).toEqual([{ integrity_check: 'ok' }])
  })

  it('can be read while another process writes', async () => {
    await prepare(['run-1'], 300)
    const child = write({ last: 300 })
    const ended = linesOf(child)
    const reader = await openStore(file, { readOnly: true })
    let counted = 0
    while (child.exitCode === null) {
      const ids = await idsOf(reader, 'run-1')
      expect(new Set(ids).size).toBe(ids.length)
      expect(ids.length).toBeGreaterThanOrEqual(counted)
      counted = ids.length
    }
    expect((await ended).code).toBe(0)
    expect(await idsOf(reader, 'run-1')).toHaveLength(300)
    await reader.close()
  })
})

describe('a process that is killed', { timeout: 120_000 }, () => {
  it('loses no row that it was told is stored, doubles none and leaves the database whole, ten times', async () => {
    await prepare(['run-1'], 5000)
    const told = new Set<string>()
    let first = 0
    for (let round = 0; round < 10; round += 1) {
      const child = write({ first, last: 5000, group: 1 + (round % 5), mark: `round-${round}` })
      const ended = linesOf(child)
      await Promise.race([ended, new Promise((resolve) => child.stdout?.once('data', resolve))])
      setTimeout(() => child.kill('SIGKILL'), Math.random() * 60)
      const { lines } = await ended
      expect(lines.length).toBeGreaterThan(0)
      // A line that the kill cut off lacks its full stop.
      for (const line of lines) if (line.endsWith('.')) told.add(line.slice(0, -1))
      const store = await openStore(file)
      const ids = await idsOf(store, 'run-1')
      const stored = new Set(ids)
      expect(stored.size).toBe(ids.length)
      expect([...told].filter((id) => !stored.has(id))).toEqual([])
      const samples = await all(store.samples('run-1'))
      expect(samples.every(({ scored }) => scored.length === 0 || scored.length === 2)).toBe(true)
      await store.close()
      first = Math.max(...ids.map((id) => Number(id.slice(5)))) + 1
    }
    expect(await integrity()).toEqual([{ integrity_check: 'ok' }])
  })
})

describe('a locked store', { timeout: 60_000 }, () => {
  it.each([false, true])(
    'is waited for, then refused with nothing written (exclusively locked: %s)',
    async (exclusive) => {
      await prepare(['run-1'], 1)
      const store = exclusive ? undefined : await openStore(file, { busyTimeoutMs: 150 })
      const child = startChild('lock.ts', { file, exclusive })
      expect(await nextLine(child)).toBe('locked')
      const start = performance.now()
      const refused =
        store === undefined ? openStore(file, { busyTimeoutMs: 150 }) : store.saveResponse(response('case-0'))
      await expect(refused).rejects.toMatchObject({ code: 'store_locked' })
      expect(performance.now() - start).toBeGreaterThan(140)
      const later = store?.saveResponse(response('case-0', { response: 'later' }))
      child.stdin?.end()
      await linesOf(child)
      await later
      const again = store ?? (await openStore(file))
      expect((await all(again.responses('run-1'))).map((row) => row.response)).toEqual(exclusive ? [] : ['later'])
      await again.close()
    },
  )
})
