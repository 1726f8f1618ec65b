// Start of `--help` against an empty script, and 1,000 recorded rows with one cheap metric end to end.
// usage: node bench/start.mjs      (npm run build first)
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from './support/measure.mjs'

const folder = mkdtempSync(join(tmpdir(), 'ragstone-bench-'))
const cli = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
try {
  const empty = join(folder, 'empty.js')
  writeFileSync(empty, '')
  const pairs = Array.from({ length: 9 }, () => [measure([empty]).cpu, measure([cli, '--help']).cpu])
  const bare = median(pairs.map(([first]) => first))
  const help = median(pairs.map(([, second]) => second))
  console.log(`empty script ${(bare * 1000).toFixed(0)} ms CPU, --help ${(help * 1000).toFixed(0)} ms CPU`)
  console.log(`ratio ${(help / bare).toFixed(2)} (mark: at most 3)`)

  const rows = Array.from({ length: 1000 }, (_, i) =>
    JSON.stringify({ id: `c${i}`, user_input: `Question ${i}?`, response: `Answer ${i}.`, reference: `Answer ${i}.` }),
  )
  const file = join(folder, 'answers.jsonl')
  writeFileSync(file, `${rows.join('\n')}\n`)
  const runs = Array.from({ length: 5 }, (_, i) =>
    measure([cli, 'evaluate', file, '--metric', 'exact_match', '--store', join(folder, `s${i}.db`), '--quiet']),
  )
  const wall = median(runs.map((run) => run.wall))
  const peak = Math.max(...runs.map((run) => run.mb))
  console.log(
    `1,000 rows: ${wall.toFixed(2)} s wall, ${Math.round(1000 / wall)} rows/s, peak ${peak.toFixed(0)} MB (marks: 1,000 rows/s, 150 MB)`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
