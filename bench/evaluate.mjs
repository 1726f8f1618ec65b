// 100,000 recorded samples with five retrieved texts each through five metrics into SQLite, against a bare floor
// measured in the same run: parse the same lines and insert the same number of rows of the same size.
// usage: node bench/evaluate.mjs [SAMPLES]      (npm run build first)
import { once } from 'node:events'
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import Database from 'better-sqlite3'
import { measure } from './support/measure.mjs'

const samples = Number(process.argv[2] ?? 100_000)
const metrics = ['hit_rate@5', 'mrr', 'ndcg@5', 'refusal', 'citation_presence']
const folder = mkdtempSync(join(tmpdir(), 'ragstone-bench-'))
const file = join(folder, 'answers.jsonl')
const store = join(folder, 'store.db')
const cli = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')

try {
  await writeSamples(file, samples)
  const args = [
    'evaluate',
    file,
    '--store',
    store,
    '--json',
    '--quiet',
    ...metrics.flatMap((name) => ['--metric', name]),
  ]
  const { wall: ours, mb: peakMb } = measure([cli, ...args])
  const floor = await bareFloor(file, store, join(folder, 'floor.db'))
  console.log(`samples ${samples}, metrics ${metrics.length}`)
  console.log(`floor  ${floor.toFixed(2)} s`)
  console.log(`evaluate ${ours.toFixed(2)} s, ${Math.round(samples / ours)} samples/s, peak ${peakMb.toFixed(0)} MB`)
  console.log(`ratio  ${(ours / floor).toFixed(2)} (mark: at most 3)`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

async function writeSamples(path, count) {
  const out = createWriteStream(path)
  const filler =
    'The handbook says that requests are filed in the portal before the tenth of the month and approved by a manager. '
  for (let i = 0; i < count; i += 1) {
    const row = {
      id: `case-${i}`,
      user_input: `Question number ${i}: when is request ${i} approved?`,
      expected_sources: [`doc-${i % 97}.md`],
      reference: `Request ${i} is approved by the tenth.`,
      response:
        i % 11 === 0
          ? 'I could not find that in the documents.'
          : `Request ${i} is approved by the tenth [1]. A manager signs it [2].`,
      retrieved_contexts: [0, 1, 2, 3, 4].map((rank) => ({
        text: `${filler.repeat(4)}Chunk ${i}-${rank}.`,
        source: `doc-${(i + rank * 3) % 97}.md`,
        id: `doc-${(i + rank * 3) % 97}.md#${rank}`,
        score: 1 - rank / 10,
      })),
    }
    if (!out.write(`${JSON.stringify(row)}\n`)) await once(out, 'drain')
  }
  out.end()
  await once(out, 'finish')
}

/** Parses the same lines and inserts as many rows, of the same sizes, as the store holds, with nothing around it. */
async function bareFloor(path, storePath, floorPath) {
  const source = new Database(storePath, { readonly: true })
  const tables = source
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => {
      const columns = source
        .prepare(`select name from pragma_table_info('${name}')`)
        .all()
        .map((column) => column.name)
      const bytes = columns.map((column) => `coalesce(length(cast("${column}" as blob)), 0)`).join(' + ')
      const { n, size } = source
        .prepare(`select count(*) as n, coalesce(avg(${bytes}), 0) as size from "${name}"`)
        .get()
      return { name, n, size: Math.max(1, Math.round(size)) }
    })
  source.close()
  const started = performance.now()
  const db = new Database(floorPath)
  db.pragma('journal_mode = wal')
  db.pragma('synchronous = normal')
  const inserts = tables.map(({ name, n, size }) => {
    db.exec(`create table "${name}" (id integer primary key, data text)`)
    return { n, text: 'x'.repeat(size), left: n, statement: db.prepare(`insert into "${name}" (data) values (?)`) }
  })
  let parsed = 0
  db.exec('begin')
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
    JSON.parse(line)
    parsed += 1
    for (const insert of inserts) {
      const target = insert.n - Math.round((insert.n * parsed) / samples)
      while (insert.left > target) {
        insert.statement.run(insert.text)
        insert.left -= 1
      }
    }
  }
  db.exec('commit')
  db.close()
  return (performance.now() - started) / 1000
}
