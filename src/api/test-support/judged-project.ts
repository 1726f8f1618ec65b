import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { ModelServerOptions } from '../../judge/scripted-server/model-server-options.ts'
import { startModelServer } from '../../judge/scripted-server/start-model-server.ts'
import { run } from '../run.ts'

const CHUNKS = [
  { text: 'Staff get seven days of leave after one year.', source: 'leave.md', id: 'leave.md#2', score: 0.71 },
  { text: 'Parking is free on Sundays.', source: 'parking.md' },
]

/** Two cases under two configurations, the second of which says something else about the first case. */
const ANSWERS = [
  { id: 'leave-01', configuration: 'base', response: 'You get seven days of leave. The boss is called Ann.' },
  { id: 'leave-01', configuration: 'wide', response: 'You get seven days of leave.' },
  { id: 'leave-02', configuration: 'base', response: 'Parking is free on Sundays.' },
  { id: 'leave-02', configuration: 'wide', response: 'I cannot answer that from the documents.' },
]

const CASES = [
  { id: 'leave-01', user_input: 'How many days of leave?', reference: 'Seven days after one year.' },
  { id: 'leave-02', user_input: 'Is parking free?', reference: 'On Sundays it is.' },
]

export interface JudgedProjectOptions {
  server?: ModelServerOptions
  /** Further lines of the judge's section. */
  judge?: string
  metrics?: string
  /** Whether the same server is the verifier, too. */
  verifier?: boolean
  /** Whether there is an embedding model, too. */
  embeddings?: boolean
}

/** A project folder whose run was judged by a scripted model server; both are gone when the test ends. */
export async function judgedProject(options: JudgedProjectOptions = {}) {
  const { server, judge = '', metrics, verifier = false, embeddings = false } = options
  const cwd = mkdtempSync(join(tmpdir(), 'ragstone-judged-'))
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true, maxRetries: 5 }))
  const model = await startModelServer({
    reply: () => undefined,
    models: ['small'],
    embeddingModels: ['embed-small'],
    ...server,
  })
  onTestFinished(() => model.close())
  const rows = ANSWERS.map(({ id, ...answer }) => ({ test_case_id: id, ...answer, retrieved_contexts: CHUNKS }))
  writeFileSync(join(cwd, 'answers.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'))
  writeFileSync(join(cwd, 'cases.jsonl'), CASES.map((one) => JSON.stringify(one)).join('\n'))
  const config = `name: study
test_set: cases.jsonl
system: {recorded: answers.jsonl}
configurations: {base: {}, wide: {}}
metrics: ${metrics ?? '[faithfulness, context_precision, correct, exact_match]'}
judge:
  provider: ollama
  model: small
  base_url: ${model.url}
${judge}${verifier ? `  verifier: {provider: ollama, model: small, base_url: "${model.url}"}` : ''}
${embeddings ? `embeddings: {provider: ollama, model: embed-small, base_url: "${model.url}"}` : ''}
`
  writeFileSync(join(cwd, 'ragstone.yaml'), config)
  const result = await run({ cwd })
  return { cwd, model, result, config }
}
