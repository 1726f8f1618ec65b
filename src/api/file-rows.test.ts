import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import type { Run } from '../core/run.ts'
import { openStore } from '../store/open.ts'
import { storeRows } from './file-rows.ts'

const RUN: Run = {
  ...{
    id: 'r',
    name: 'r',
    created_at: '2026-01-01T00:00:00.000Z',
    format: 1,
    configurations: [],
    system: {},
    repeats: 1,
  },
  ...{ test_set: 't', test_set_hash: '', test_cases: null, selection: {}, metrics: [], judge: 'rule', versions: {} },
  ...{ origins: {}, gates: [] },
}

/** How many rows are stored together, of rows with responses of this length. */
async function groups(rows: number, length: number): Promise<number[]> {
  const folder = mkdtempSync(join(tmpdir(), 'ragstone-rows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const line = (n: number) => JSON.stringify({ question: `q${n}`, answer: 'a'.repeat(length) })
  writeFileSync(join(folder, 'a.jsonl'), Array.from({ length: rows }, (_, n) => line(n)).join('\n'))
  const store = await openStore(':memory:')
  onTestFinished(() => store.close())
  await store.createRun(RUN)
  const sizes: number[] = []
  const watched = {
    saveTestCases: store.saveTestCases.bind(store),
    saveGrades: store.saveGrades.bind(store),
    updateRun: store.updateRun.bind(store),
    async saveResponses(responses: Parameters<typeof store.saveResponses>[0]) {
      sizes.push(responses.length)
      return await store.saveResponses(responses)
    },
  }
  let yielded = 0
  for await (const _ of storeRows(watched, structuredClone(RUN), { file: join(folder, 'a.jsonl') })) yielded += 1
  expect(yielded).toBe(rows)
  return sizes
}

it('stores rows in groups of 250, and of fewer where they are large, so that memory does not grow with them', async () => {
  expect(await groups(600, 10)).toEqual([250, 250, 100])
  expect(await groups(5, 5_000_000)).toEqual([2, 2, 1])
})
