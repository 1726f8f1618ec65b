/**
 * The permutation test of `trust`: 10 metrics x 1,000 items x 10,000 replicates, one core, beside the same resampling in
 * numpy (trust-resampling.py) where python3 has it. Five rounds each, turn about; prints the best of each and their ratio.
 * Then what one metric of 100,000 items takes without resampling.
 * Run: node --import jiti/register bench/trust-resampling.ts [items] [metrics] [replicates] [python]
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { clusteredAuroc } from '../src/stats/clustered-auroc.ts'
import { delong } from '../src/stats/delong.ts'
import { gap } from '../src/stats/gap.ts'
import { labelPermutation } from '../src/stats/label-permutation.ts'
import { splitByLabel } from '../src/stats/labelled-scores.ts'
import { seededRandom } from '../src/stats/random.ts'
import { youden } from '../src/stats/youden.ts'

const ITEMS = Number(process.argv[2] ?? 1000)
const METRICS = Number(process.argv[3] ?? 10)
const REPLICATES = Number(process.argv[4] ?? 10_000)
const PYTHON = process.argv[5] ?? 'python3'
const ROUNDS = 5
const LARGE = 100_000

function made(items: number, seed: number): { labels: Uint8Array; scores: Float64Array } {
  const random = seededRandom(seed)
  const labels = Uint8Array.from({ length: items }, () => (random.integer(10) < 7 ? 1 : 0))
  return { labels, scores: Float64Array.from(labels, (label) => (random.integer(20) + label) / 20) }
}

function ours(clusterSize: number): number {
  const { labels } = made(ITEMS, 1)
  const metrics = Array.from({ length: METRICS }, (_, k) => ({ scores: made(ITEMS, k + 2).scores }))
  const clusters = Uint32Array.from({ length: ITEMS }, (_, item) => Math.floor(item / clusterSize))
  const started = performance.now()
  const steps = labelPermutation({
    metrics,
    labels,
    clusters,
    scheme: 'between_clusters',
    replicates: REPLICATES,
    seed: 7,
  })
  while (!steps.next().done);
  return (performance.now() - started) / 1000
}

function numpys(clusterSize: number): number | string {
  const script = join(import.meta.dirname, 'trust-resampling.py')
  const env = { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1', MKL_NUM_THREADS: '1' }
  const done = spawnSync(PYTHON, [script, `${ITEMS}`, `${METRICS}`, `${REPLICATES}`, `${clusterSize}`], { env })
  return done.status === 0 ? Number(done.stdout.toString()) : 'numpy is not there'
}

for (const clusterSize of [1, 4]) {
  const mine: number[] = []
  const theirs: (number | string)[] = []
  for (let round = 0; round < ROUNDS; round++) {
    mine.push(ours(clusterSize))
    theirs.push(numpys(clusterSize))
  }
  const best = Math.min(...mine)
  const numbers = theirs.filter((time) => typeof time === 'number')
  const beside =
    numbers.length === 0
      ? `numpy skipped: ${theirs[0]}`
      : `numpy ${Math.min(...numbers).toFixed(3)} s, ratio ${(best / Math.min(...numbers)).toFixed(2)}`
  console.log(
    `${METRICS} metrics x ${ITEMS} items in clusters of ${clusterSize} x ${REPLICATES} replicates: ${best.toFixed(3)} s; ${beside}`,
  )
}

const large = made(LARGE, 1)
const clusters = Uint32Array.from({ length: LARGE }, (_, item) => item >> 2)
const started = performance.now()
const { good, bad } = splitByLabel(large.scores, large.labels)
const parts = [delong(good, bad), gap(good, bad), youden(good, bad), clusteredAuroc({ ...large, clusters })]
console.log(`${LARGE} items, ${parts.length} methods: ${((performance.now() - started) / 1000).toFixed(3)} s`)
