import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NA_REASONS } from '../core/score.ts'
import { openSqlite } from './driver.ts'
import { openStore } from './open.ts'
import type { Store, StoredSample } from './store.ts'
import { HAS_PERMISSIONS, withoutRoot } from './test-support/permissions.ts'
import { all, exchange, judged } from './test-support/records.ts'

/** A store as the first version of the format wrote it, and what that version read from it. */
const OLD = gunzipSync(readFileSync(join(import.meta.dirname, 'test-support', 'version-1.db.gz')))
const HELD = JSON.parse(readFileSync(join(import.meta.dirname, 'test-support', 'version-1.json'), 'utf8'))

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ragstone-store-'))
  file = join(folder, 'ragstone.db')
  await writeFile(file, OLD)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function contentOf(store: Store, runId: string) {
  return {
    test_cases: await all(store.testCases(runId)),
    responses: await all(store.responses(runId)),
    scores: await all(store.scores(runId)),
    grades: await all(store.grades(runId)),
  }
}

const withoutReason = ({ scored, ...rest }: StoredSample) => ({
  ...rest,
  scored: scored.map(({ reason: _, ...identity }) => identity),
})

describe('a store of version 1', () => {
  it('is brought up to date without losing or changing anything', async () => {
    const store = await openStore(file)
    expect(await store.listRuns()).toEqual(HELD.runs)
    for (const id of ['run-1', 'run-2']) {
      const { samples, ...content } = HELD[id]
      expect(await contentOf(store, id)).toEqual(content)
      const read = await all(store.samples(id))
      expect(read.map(withoutReason)).toEqual(samples)
      const reasons = read.flatMap(({ scored }) => scored.flatMap(({ reason }) => reason ?? []))
      expect(reasons).toHaveLength(3)
      expect(NA_REASONS).toEqual(expect.arrayContaining(reasons))
    }
    await store.close()
    const database = await openSqlite(file)
    expect(database.prepare('select version from ragstone_format').all([])).toEqual([{ version: 3 }])
    expect(database.prepare('pragma foreign_key_check').all([])).toEqual([])
    expect(database.prepare('pragma integrity_check').all([])).toEqual([{ integrity_check: 'ok' }])
    database.close()
  })

  it('takes exchanges and judged scores beside its old ones', async () => {
    const store = await openStore(file)
    await store.saveExchanges([exchange('1'), exchange('2')])
    await store.saveScores([judged('a', ['1'], { run_id: 'run-2' })])
    const scores = await all(store.scores('run-2', { metric: 'faithfulness' }))
    expect(scores.find((row) => row.test_case_id === 'a')).toEqual(judged('a', ['1'], { run_id: 'run-2' }))
    expect(scores).toHaveLength(3)
    expect(await store.clearCache()).toEqual({ removed: 1, kept_for_scores: 1 })
    await store.deleteRun('run-2')
    expect(await store.clearCache()).toEqual({ removed: 1, kept_for_scores: 0 })
    const { samples: _, ...content } = HELD['run-1']
    expect(await contentOf(store, 'run-1')).toEqual(content)
    await store.close()
  })

  it('is brought up to date by a reader, too', async () => {
    const reader = await openStore(file, { readOnly: true })
    expect(await all(reader.scores('run-1'))).toEqual(HELD['run-1'].scores)
    await expect(reader.saveScores([judged('a', ['1'], { run_id: 'run-2' })])).rejects.toThrow()
    await reader.close()
  })

  it.skipIf(!HAS_PERMISSIONS)(
    'that may not be written is left as it is by a reader, which says how to go on',
    async () => {
      await chmod(folder, 0o755)
      await chmod(file, 0o444)
      const opened = withoutRoot(() => openStore(file, { readOnly: true }))
      const hint = expect.stringContaining('copy it to where it may be written')
      await expect(opened).rejects.toMatchObject({ code: 'store_too_old', hint })
      expect(readFileSync(file).equals(OLD)).toBe(true)
    },
  )

  it('is brought up to date once by several that open it at the same time', async () => {
    const stores = await Promise.all([0, 1, 2].map(() => openStore(file)))
    for (const store of stores) expect(await all(store.scores('run-1'))).toEqual(HELD['run-1'].scores)
    for (const store of stores) await store.close()
  })
})
