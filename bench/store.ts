/**
 * Writes and reads 100,000 responses of about 3 KB and 500,000 scores, and prints each time beside the bare floor: the
 * same library inserting ready-made texts of the same size into tables without keys, in one transaction.
 * Run: node --import jiti/register bench/store.ts [responses]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Response } from '../src/core/response.ts'
import type { Run } from '../src/core/run.ts'
import type { Score } from '../src/core/score.ts'
import { openSqlite } from '../src/store/driver.ts'
import { openStore } from '../src/store/open.ts'
import type { Store } from '../src/store/store.ts'

const COUNT = Number(process.argv[2] ?? 100_000)
const METRICS = ['hit_rate@5', 'mrr', 'ndcg@5', 'refusal', 'citation_presence']
const GROUP = 200
const RUN: Run = {
  ...{ id: 'bench', name: 'bench', created_at: '2026-01-01T00:00:00.000Z', format: 1, system: {}, repeats: 1 },
  ...{ test_set: 'bench', test_set_hash: '', test_cases: COUNT, metrics: [], judge: 'rule', versions: {}, origins: {} },
  ...{ gates: [], selection: {}, configurations: [{ name: 'base', settings: {}, origin: {}, extends: [] }] },
}

/** Between 0.7 and 1.3 KB of text that differs from case to case. */
function passage(index: number): string {
  return `passage ${index} `.repeat(40 + (index % 10))
}

function responseOf(index: number): Response {
  return {
    ...{ run_id: RUN.id, configuration: 'base', test_case_id: `case-${index}`, repeat: 1, latency_ms: 12.5 },
    response: `The answer to question ${index} is in the handbook. `.repeat(4),
    retrieved_contexts: [0, 1, 2, 3, 4].map((rank) => ({
      ...{
        id: `doc-${index}#${rank}`,
        text: passage(index * 5 + rank),
        source: `doc-${index}.md`,
        score: 1 / (rank + 1),
      },
    })),
    asked_key: 'a1b2c3d4e5f60718',
    created_at: RUN.created_at,
  }
}

function scoresOf(index: number): Score[] {
  return METRICS.map((metric) => ({
    ...{ run_id: RUN.id, configuration: 'base', test_case_id: `case-${index}`, repeat: 1, metric, metric_version: '1' },
    ...{ judge: 'rule', direction: 'higher_is_better' },
    outcome: { status: 'scored', value: 0.5, k: 1, n: 2 },
    steps: [{ kind: 'rule', step: 'expected_found', rank: 2, source: `doc-${index}.md` }],
  }))
}

function* groups(): Generator<number[]> {
  for (let start = 0; start < COUNT; start += GROUP) {
    yield Array.from({ length: Math.min(GROUP, COUNT - start) }, (_, offset) => start + offset)
  }
}

/** Milliseconds that some work takes. */
async function time(work: () => Promise<unknown> | unknown): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

interface Floor {
  responses: number
  scores: number
  /** Making the JSON texts, which any store of these records must do. */
  texts: { responses: number; scores: number }
}

/** The time of inserting alone, and that of making the texts. */
async function floor(file: string): Promise<Floor> {
  const db = await openSqlite(file)
  db.exec('pragma journal_mode = wal; pragma synchronous = normal')
  db.exec('create table responses (c, t, r, k, a, l, response, contexts)')
  db.exec('create table scores (r, m, s, v, k, n, steps)')
  const response = db.prepare('insert into responses values (?, ?, ?, ?, ?, ?, ?, ?)')
  const score = db.prepare('insert into scores values (?, ?, ?, ?, ?, ?, ?)')
  const spent: Floor = { responses: 0, scores: 0, texts: { responses: 0, scores: 0 } }
  db.exec('begin')
  for (const group of groups()) {
    const responses = group.map(responseOf)
    let rows: unknown[][] = []
    spent.texts.responses += await time(() => {
      rows = responses.map((row) => {
        const contexts = JSON.stringify(row.retrieved_contexts)
        return ['base', row.test_case_id, 1, row.asked_key, row.created_at, row.latency_ms, row.response, contexts]
      })
    })
    spent.responses += await time(() => rows.forEach((row) => void response.run(row)))
  }
  spent.responses += await time(() => db.exec('commit'))
  db.exec('begin')
  for (const group of groups()) {
    const scores = group.map(scoresOf)
    let rows: unknown[][] = []
    spent.texts.scores += await time(() => {
      rows = scores.flatMap((list, offset) =>
        list.map(({ steps }, metric) => [group[offset], metric, 'scored', 0.5, 1, 2, JSON.stringify(steps)]),
      )
    })
    spent.scores += await time(() => rows.forEach((row) => void score.run(row)))
  }
  spent.scores += await time(() => db.exec('commit'))
  db.close()
  return spent
}

async function write(store: Store): Promise<{ responses: number; scores: number }> {
  await store.createRun(RUN)
  for (const group of groups()) {
    const cases = group.map((index) => ({
      position: index,
      test_case: { id: `case-${index}`, user_input: `Question ${index}?`, answerable: true, tags: {} },
    }))
    await store.saveTestCases(RUN.id, cases)
  }
  const spent = { responses: 0, scores: 0 }
  for (const group of groups()) {
    const rows = group.map(responseOf)
    spent.responses += await time(() => store.saveResponses(rows))
  }
  for (const group of groups()) {
    const rows = group.flatMap(scoresOf)
    spent.scores += await time(() => store.saveScores(rows))
  }
  return spent
}

async function count(rows: AsyncIterable<unknown>): Promise<number> {
  let n = 0
  for await (const _ of rows) n += 1
  return n
}

const folder = await mkdtemp(join(tmpdir(), 'ragstone-bench-'))
try {
  const before = await floor(join(folder, 'floor-1.db'))
  const store = await openStore('bench.db', { folder })
  const spent = await write(store)
  const after = await floor(join(folder, 'floor-2.db'))
  let [stored, bare, withTexts] = [0, 0, 0]
  const line = (name: string, ms: number, inserts: number, all: number) =>
    console.log(
      `${name}: ${ms.toFixed(0)} ms; inserts alone ${inserts.toFixed(0)} ms, ratio ${(ms / inserts).toFixed(2)}; ` +
        `texts and inserts ${all.toFixed(0)} ms, ratio ${(ms / all).toFixed(2)}`,
    )
  for (const kind of ['responses', 'scores'] as const) {
    const inserts = Math.min(before[kind], after[kind])
    const all = inserts + Math.min(before.texts[kind], after.texts[kind])
    line(kind, spent[kind], inserts, all)
    stored += spent[kind]
    bare += inserts
    withTexts += all
  }
  line('together', stored, bare, withTexts)
  const reads = {
    samples: () => store.samples(RUN.id),
    scoreRows: () => store.scoreRows(RUN.id),
    scores: () => store.scores(RUN.id),
    responseFacts: () => store.responseFacts(RUN.id),
  }
  for (const [name, read] of Object.entries(reads)) {
    let n = 0
    const ms = await time(async () => {
      n = await count(read())
    })
    const memory = Math.round(process.memoryUsage.rss() / 1e6)
    console.log(`${name}: ${n} rows, ${((ms / n) * 1000).toFixed(1)} us each, ${memory} MB`)
  }
  await store.close()
} finally {
  await rm(folder, { recursive: true, force: true })
}
