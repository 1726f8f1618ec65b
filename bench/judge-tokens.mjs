// Prompt tokens of the four main metrics on 50 real rows with 3 texts each, asked in batches, as `plan` counts them. The rows
// are answers of the MTRAG human evaluation, read from ../shared/data; nothing is asked of anyone.
// usage: node bench/judge-tokens.mjs      (npm run build first)
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const ROWS = 50
const TEXTS = 3
const root = join(import.meta.dirname, '..')
const data = join(root, '..', 'shared', 'data', 'mtrag-human-eval', 'responses.jsonl')
if (!existsSync(data)) {
  console.log('skipped: the MTRAG human evaluation is not there')
  process.exit(0)
}
const all = readFileSync(data, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line))
const answerable = all.filter(
  ({ config, answerability }) => config === 'gpt-4o' && answerability.includes('ANSWERABLE'),
)
const rows = answerable.slice(0, ROWS).map((row, index) => ({
  id: row.task_id,
  user_input: row.standalone_question.replace(/^\|user\|: /, ''),
  response: row.response,
  reference: row.reference,
  retrieved_contexts: threeOf(row, index),
}))

/** The row's own texts, cut or filled up with texts of other questions of the same collection. */
function threeOf({ contexts, collection }, index) {
  const others = answerable.slice(index + 1).filter((row) => row.collection === collection)
  const texts = [...contexts, ...others.flatMap((row) => row.contexts), ...answerable[0].contexts].map(
    ({ text }) => text,
  )
  return [...new Set(texts)].slice(0, TEXTS)
}

const folder = mkdtempSync(join(tmpdir(), 'ragstone-bench-'))
try {
  writeFileSync(join(folder, 'rows.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'))
  const metrics = 'metrics: [faithfulness, answer_relevancy, context_precision, context_recall]'
  // Nobody listens there: a plan does not need the model.
  const model = 'provider: openai-compatible, base_url: "http://127.0.0.1:9/v1"'
  writeFileSync(
    join(folder, 'c.yaml'),
    `${metrics}\njudge: {${model}, model: judge, asking: batched, claims: judge, window: 128000}\nembeddings: {${model}, model: embed}\n`,
  )
  const cli = join(root, 'dist', 'cli', 'main.js')
  const args = [cli, 'plan', join(folder, 'rows.jsonl'), '--json', '--quiet', '--config', join(folder, 'c.yaml')]
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (stdout === '') throw new Error(stderr)
  const plan = JSON.parse(stdout)
  const each = (n) => Math.round(n / rows.length)
  console.log(
    `${rows.length} rows, ${plan.calls} calls (${(plan.calls / rows.length).toFixed(2)} a row, 9 asked as RAGAS asks)`,
  )
  for (const [metric, part] of Object.entries(plan.by_metric)) {
    console.log(
      `  ${metric.padEnd(20)} ${each(part.prompt_tokens)} prompt tokens a row, ${(part.calls / rows.length).toFixed(2)} calls`,
    )
  }
  console.log(
    `prompt tokens a row ${each(plan.prompt_tokens)}, with the schemas, estimated for a model of which nothing is known`,
  )
  console.log('marks, counted without schemas: 4,900, aim 4,100; ragas 0.4.3 8,187 to 11,505; the payload alone is 949')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
