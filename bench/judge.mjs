// What judging costs beside the judge's own time: 1,000 samples x 4 metrics against a scripted server of 200 ms a reply,
// with 16 and 64 requests in flight, every exchange stored; and a second evaluation of the same run.
// usage: node bench/judge.mjs [samples] [ms a reply]      (npm run build first)
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measure } from './support/measure.mjs'
import { serveModel } from './support/served-model.mjs'

const SAMPLES = Number(process.argv[2] ?? 1000)
const LATENCY_S = Number(process.argv[3] ?? 200) / 1000
/** Requests of one sample that wait for each other: claims, then verdicts; questions, then vectors. */
const CRITICAL_S = 2 * LATENCY_S

const cli = join(import.meta.dirname, '..', 'dist', 'cli', 'main.js')
const folder = mkdtempSync(join(tmpdir(), 'ragstone-bench-'))
const server = await serveModel(LATENCY_S * 1000)
try {
  const answers = join(folder, 'answers.jsonl')
  writeFileSync(answers, rows(SAMPLES))
  const rules = evaluate('rules', answers, ['k_precision'], 16)
  for (const inFlight of [16, 64]) {
    const judged = evaluate(`judge-${inFlight}`, answers, METRICS(), inFlight)
    const { chats, embeddings, most } = await server.counts()
    // Embeddings have slots of their own beside the judge's.
    const ideal = (chats * LATENCY_S) / inFlight + CRITICAL_S
    console.log(
      `${inFlight} in flight (most seen ${most}): ${chats} judge calls, ${(chats / SAMPLES).toFixed(1)} a row, and ${embeddings} for embeddings`,
    )
    console.log(
      `  wall ${judged.wall.toFixed(1)} s, ideal ${ideal.toFixed(1)} s, ratio ${(judged.wall / ideal).toFixed(3)} (mark: at most 1.05)`,
    )
    const each = ((judged.cpu - rules.cpu) * 1000) / chats
    console.log(
      `  CPU ${each.toFixed(2)} ms a judge call (embeddings counted to it) with every exchange stored (mark: at most 1.5), peak ${judged.mb.toFixed(0)} MB`,
    )
    console.log(`  ${scoresOf(judged.stdout)}`)
    measure([cli, 'evaluate', '--quiet', '--json', ...config(`judge-${inFlight}`)])
    const again = await server.counts()
    console.log(`  a second evaluation: ${again.chats + again.embeddings} requests`)
  }
} finally {
  server.stop()
  rmSync(folder, { recursive: true, force: true })
}

function METRICS() {
  return ['faithfulness', 'answer_relevancy', 'context_precision', 'context_recall']
}

/** How many scores there are, and why others are NA: a faulty judge would make the figures above look better. */
function scoresOf(json) {
  const { summaries } = JSON.parse(json)
  const scored = summaries.reduce((sum, { n_scored }) => sum + n_scored, 0)
  const reasons = summaries.flatMap(({ metric, na }) =>
    Object.entries(na).map(([reason, n]) => `${metric} ${reason} ${n}`),
  )
  return `${scored} scores${reasons.length === 0 ? ', none NA' : `, NA: ${reasons.join(', ')}`}`
}

function config(name) {
  return ['--config', join(folder, `${name}.yaml`)]
}

/** Scores the file in a store of its own. */
function evaluate(name, answers, metrics, inFlight) {
  const model = `base_url: "${server.url}", concurrency: ${inFlight}`
  writeFileSync(
    join(folder, `${name}.yaml`),
    [
      `metrics: [${metrics.join(', ')}]`,
      `judge: {provider: openai-compatible, model: judge, ${model}, window: 32000, asking: batched}`,
      `embeddings: {provider: openai-compatible, model: embed, ${model}}`,
      `store: ${name}.db`,
    ].join('\n'),
  )
  return measure([cli, 'evaluate', answers, '--quiet', '--json', ...config(name)])
}

/** Samples that share no question with each other. */
function rows(count) {
  const sentence = (n, about) =>
    `The ${about} number ${n} opens at ${n % 12} and holds ${n * 3} people when it is full.`
  return Array.from({ length: count }, (_, n) =>
    JSON.stringify({
      id: `case-${n}`,
      user_input: `When does hall ${n} open, and how many people does it hold?`,
      reference: `${sentence(n, 'hall')} ${sentence(n, 'stage')}`,
      response: `${sentence(n, 'hall')} ${sentence(n + 1, 'hall')} ${sentence(n, 'garden')}`,
      retrieved_contexts: ['hall', 'stage', 'yard'].map((about) =>
        Array.from({ length: 8 }, (_, line) => sentence(n * 10 + line, about)).join(' '),
      ),
    }),
  ).join('\n')
}
