// The judged part of `npm run demo`: replies of a real model, recorded once and played again, so nothing is asked of anyone.
import { spawnSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { run } from '../dist/index.js'

const SHOWN_CASE = 'expense-01'
const SHOWN_CONFIGURATION = 'titles_k3'
const CONFIG = 'examples/handbook/judged.yaml'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const folder = join(root, 'examples', 'handbook')
const cli = join(root, 'dist', 'cli', 'main.js')

const headers = await recordingHeaders(join(folder, 'judge-exchanges.jsonl'))
const { report, spent } = await run({ cwd: root, config: CONFIG })
const asked = spent?.judge?.calls ?? 0

console.log(`
The judged part (${CONFIG})
${'='.repeat(19 + CONFIG.length)}
judge       ${madeBy(headers.judge)}
embeddings  ${madeBy(headers.embeddings)}
The recording is played again: no model, no network. ${asked === 0 ? 'All questions were answered from the store.' : `It answered ${asked} questions.`}
This judge is as small as judges come, and errs: its numbers are here to be looked into.
`)
for (const line of table(report.summaries)) console.log(line)
console.log(`
One wrong answer, down to the judge's words. It is about a lost badge, and the question about a lost receipt: compare what
hit_rate@3 says by rule with what this judge says under \`correct\`. Shortened; the whole of it, in English:
  node dist/cli/main.js report --config ${CONFIG} --case ${SHOWN_CASE} --language en
`)
console.log(untilSecondExchange(casePage()))

/** The lines of a recording that say which models answered, and when. */
async function recordingHeaders(file) {
  const found = {}
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity })) {
    if (line.startsWith('{"recording"')) found[JSON.parse(line).recording] = JSON.parse(line)
  }
  return found
}

function madeBy({ model, recorded_at: at }) {
  return `${model}, on a machine of two cores, recorded ${at.slice(0, 10)}`
}

/** Means with intervals and n of N, one metric a line. */
function table(summaries) {
  const metrics = [...new Set(summaries.map(({ metric }) => metric))]
  const names = [...new Set(summaries.map(({ configuration }) => configuration))]
  const rows = metrics.map((metric) => [
    metric,
    ...names.map((name) => cell(summaries.find((one) => one.metric === metric && one.configuration === name))),
  ])
  return [['', ...names], ...rows].map((row) =>
    row
      .map((text) => text.padEnd(33))
      .join('')
      .trimEnd(),
  )
}

function cell({ value, low, high, n_scored: scored, n_total: total }) {
  const interval = low === null || high === null ? '' : ` [${low.toFixed(2)}, ${high.toFixed(2)}]`
  return `${value === null ? 'NA' : value.toFixed(2)}${interval} ${scored} of ${total}`
}

function casePage() {
  const args = ['report', '--config', CONFIG, '--case', SHOWN_CASE, '--only', SHOWN_CONFIGURATION]
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], { cwd: root, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout.trimEnd()
}

/** The scores and the first of the raw exchanges. */
function untilSecondExchange(page) {
  const [shown] = page.split(/\n+(?=(?:问答记录|問答紀錄|exchange) 2\s)/i)
  return `${shown}\n\n...`
}
