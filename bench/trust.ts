/**
 * `trust` on a store, without the start of node: 10 metrics x 1,000 grades x 10,000 permutations (mark 3 s on one core), and
 * 100,000 graded answers x 10 metrics (mark 5 s and 500 MB), each in a process of its own; and what the same marks cost `report`.
 * Run: node --import jiti/register bench/trust.ts [answers metrics]
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listRuns, report } from '../src/api/report.ts'
import { trust } from '../src/api/trust.ts'
import type { Grade } from '../src/core/grade.ts'
import type { Response } from '../src/core/response.ts'
import type { Run, RunMetric } from '../src/core/run.ts'
import type { Score } from '../src/core/score.ts'
import { seededRandom } from '../src/stats/random.ts'
import { openStore } from '../src/store/open.ts'

const CONFIGURATIONS = ['base', 'wide', 'deep', 'plain']
const AT = '2026-01-02T03:04:05.000Z'
const ID = '20260102-030405-abcd'
const RESPONSE = { response: 'It is so.', retrieved_contexts: [], latency_ms: 1, asked_key: 'k', created_at: AT }

const [task, value, folder] = process.argv.slice(2)
if (task === 'child') await measured(folder ?? '')
else if (task === undefined) for (const size of [1000, 100_000]) await measureOf(size, 10)
else await measureOf(Number(task), Number(value ?? 10))

async function measureOf(size: number, columns: number): Promise<void> {
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-bench-trust-'))
  try {
    await fill(cwd, size, columns)
    const args = [
      ...process.execArgv.filter((flag) => flag.startsWith('--cpu-prof')),
      '--import',
      'jiti/register',
      import.meta.filename,
      'child',
      '',
      cwd,
    ]
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(stderr)
    console.log(`${size} graded answers x ${columns} metrics: ${stdout.trim()}`)
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

async function measured(cwd: string): Promise<void> {
  // Whatever is loaded on first use is loaded before the clock starts.
  await listRuns({ cwd })
  const whole = await timed(() => trust({ cwd }))
  const peak = process.resourceUsage().maxRSS / 1024
  const reported = await timed(() => report({ cwd }))
  const { metrics, replicates } = whole.result
  console.log(
    `trust ${shown(whole)}, ${metrics[0]?.p_method}, ${replicates ?? 0} permutations, peak ${peak.toFixed(0)} MB; report ${shown(reported)}`,
  )
}

/** Seconds on the clock, and of all threads of the process: on a busy machine the second is what the work costs. */
async function timed<T>(work: () => Promise<T>): Promise<{ result: T; wall: number; cpu: number }> {
  const cpu = process.cpuUsage()
  const started = performance.now()
  const result = await work()
  const used = process.cpuUsage(cpu)
  return { result, wall: (performance.now() - started) / 1000, cpu: (used.user + used.system) / 1e6 }
}

function shown({ wall, cpu }: { wall: number; cpu: number }): string {
  return `${wall.toFixed(2)} s (cpu ${cpu.toFixed(2)} s)`
}

async function fill(cwd: string, size: number, columns: number): Promise<void> {
  const names = ['k_precision', ...Array.from({ length: columns - 1 }, (_, k) => `metric_${k}`)]
  const store = await openStore('.ragstone/ragstone.db', { folder: cwd, create: true })
  const random = seededRandom(1)
  await store.createRun(runOf(names))
  const questions = Math.ceil(size / CONFIGURATIONS.length)
  for (let from = 0; from < questions; from += 1000) {
    const cases = Array.from({ length: Math.min(1000, questions - from) }, (_, k) => from + k)
    await store.saveTestCases(
      ID,
      cases.map((k) => ({
        position: k,
        test_case: { id: `q${k}`, user_input: `What is ${k}?`, answerable: true, tags: {} },
      })),
    )
    const keys = cases.flatMap((k) =>
      CONFIGURATIONS.map((configuration) => ({ run_id: ID, configuration, test_case_id: `q${k}`, repeat: 1 })),
    )
    await store.saveResponses(keys.map((key): Response => ({ ...key, ...RESPONSE })))
    const rights = keys.map(() => random.integer(10) < 7)
    await store.saveScores(
      keys.flatMap((key, k) =>
        names.map((name): Score => scoreOf(key, name, (random.integer(20) + (rights[k] ? 1 : 0)) / 20)),
      ),
    )
    await store.saveGrades(
      keys.map((key, k): Grade => ({ ...key, verdict: rights[k] ? 'right' : 'wrong', grader: 'ann', at: AT })),
    )
  }
  await store.close()
}

function scoreOf(key: Omit<Response, keyof typeof RESPONSE>, name: string, value: number): Score {
  const { run_id, configuration, test_case_id, repeat } = key
  return {
    ...{ run_id, configuration, test_case_id, repeat, metric: name, metric_version: '1', judge: 'rule' },
    direction: 'higher_is_better',
    outcome: { status: 'scored', value: Math.min(1, value) },
    steps: [],
  }
}

function runOf(names: readonly string[]): Run {
  const metrics = names.map(
    (metric): RunMetric => ({
      ...{ metric, metric_version: '1', direction: 'higher_is_better', stage: 'generation', scale: 'ratio' },
      range: [0, 1],
      options: {},
    }),
  )
  return {
    ...{ id: ID, name: 'bench', created_at: AT, format: 1, system: {}, repeats: 1, test_set: '', test_set_hash: '' },
    configurations: CONFIGURATIONS.map((name) => ({ name, settings: {}, origin: {}, extends: [] })),
    ...{ test_cases: null, selection: {}, metrics, judge: 'rule', versions: {}, origins: {}, gates: [] },
  }
}
