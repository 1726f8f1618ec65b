// Start of `--help` against an empty script, and 1,000 recorded rows with one cheap metric end to end.
// usage: node bench/start.mjs      (npm run build first)
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'ragstone-bench-'))
const cli = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
try {
  const empty = join(folder, 'empty.js')
  writeFileSync(empty, '')
  const pairs = Array.from({ length: 9 }, () => [cpuOf([empty]).cpu, cpuOf([cli, '--help']).cpu])
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
    cpuOf([cli, 'evaluate', file, '--metric', 'exact_match', '--store', join(folder, `s${i}.db`), '--quiet']),
  )
  const wall = median(runs.map((run) => run.wall))
  const peak = Math.max(...runs.map((run) => run.mb))
  console.log(
    `1,000 rows: ${wall.toFixed(2)} s wall, ${Math.round(1000 / wall)} rows/s, peak ${peak.toFixed(0)} MB (marks: 1,000 rows/s, 150 MB)`,
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function cpuOf(args) {
  const started = performance.now()
  const child = spawnSync('/usr/bin/time', ['-f', '%U %S %M', process.execPath, ...args], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const wall = (performance.now() - started) / 1000
  if (child.status !== 0) throw new Error(child.stderr || child.error?.message)
  const [user, system, kb] = child.stderr.trim().split('\n').at(-1).split(' ').map(Number)
  return { cpu: user + system, wall, mb: kb / 1024 }
}

function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
