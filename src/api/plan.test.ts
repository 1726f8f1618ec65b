import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ModelServerOptions } from '../judge/scripted-server/model-server-options.ts'
import type { ServedRequest } from '../judge/scripted-server/served-request.ts'
import { type ModelServer, startModelServer } from '../judge/scripted-server/start-model-server.ts'
import { evaluate } from './evaluate.ts'
import { plan } from './plan.ts'
import { collect, run } from './run.ts'
import { studyAnswers, studyConfig } from './test-support/study.ts'

interface Study {
  cwd: string
  server: ModelServer
}

/** A folder with the study and the server that it names. */
async function study(options: Parameters<typeof studyConfig>[1] = {}, server: ModelServerOptions = {}): Promise<Study> {
  const served = await startModelServer({ embeddingModels: ['vectors'], reply: asAJudge, ...server })
  onTestFinished(() => served.close())
  const files = { 'answers.jsonl': studyAnswers(), 'ragstone.yaml': studyConfig(served.url, options) }
  return { cwd: folder(files), server: served }
}

/** Claims are those that the text has, as a judge would give them; other replies are the server's own. */
function asAJudge({ prompt, jsonSchema }: ServedRequest) {
  const schema = JSON.stringify(jsonSchema ?? {})
  if (schema.includes('"claims"')) {
    return { json: { claims: prompt.match(/(?:Floor|The (?:desk|office)|Ask|\w+ says) [^.]*\./g) ?? [] } }
  }
  if (!schema.includes('"noncommittal"')) return {}
  const questions = [1, 2, 3].map((n) => ({ question: `Question ${n} to ${prompt.slice(0, 60)}`, noncommittal: false }))
  return { json: { questions } }
}

function folder(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), 'ragstone-plan-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true, maxRetries: 5 }))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content)
  return path
}

const count = ({ server }: Study, kind: 'chat' | 'embed') =>
  server.asked.filter(({ request }) => request.kind === kind).length

const FILE = { file: 'answers.jsonl' }

describe('a plan of the study of six configurations', () => {
  it.each([
    { chunksPerCall: 1, concurrency: 1, calls: 344, latencyMs: 0 },
    { chunksPerCall: 1, concurrency: 16, calls: 344, latencyMs: 3 },
    { chunksPerCall: 4, concurrency: 16, calls: 240, latencyMs: 3 },
  ])(
    'with $chunksPerCall chunks a call and $concurrency in flight is what is then asked: $calls calls',
    async ({ chunksPerCall, concurrency, calls, latencyMs }) => {
      const judge = `, concurrency: ${concurrency}`
      const made = await study({ chunksPerCall, judge }, { latencyMs })
      const { cwd, server } = made
      const planned = await plan({ cwd, ...FILE })
      expect(server.asked).toEqual([])
      expect(readdirSync(cwd).sort()).toEqual(['answers.jsonl', 'ragstone.yaml'])
      expect(planned).toMatchObject({ naive_calls: 576, calls, known: 0, samples: 48, answers: 'file' })

      const { spent, report } = await evaluate({ cwd, ...FILE })
      expect(count(made, 'chat')).toBe(calls)
      expect(spent?.judge?.calls).toBe(calls)
      expect(count(made, 'embed')).toBeGreaterThan(0)
      expect(count(made, 'embed')).toBeLessThanOrEqual(planned.embedding_calls)
      for (const { n_scored, n_total } of report.summaries) expect([n_scored, n_total]).toEqual([8, 8])

      server.reset()
      expect(await plan({ cwd, ...FILE })).toMatchObject({ calls: 0, embedding_calls: 0, naive_calls: 576 })
      await evaluate({ cwd, ...FILE })
      expect(server.asked).toEqual([])
    },
    60_000,
  )
})

const SYSTEM = `import { createInterface } from 'node:readline'
for await (const line of createInterface({ input: process.stdin })) {
  const { id, user_input, configuration } = JSON.parse(line)
  const retrieved_contexts = [1, 2, 3].map((n) => 'Page ' + n + ' tells about ' + user_input)
  process.stdout.write(JSON.stringify({ id, response: configuration.name + ' says that it is upstairs, ' + user_input.slice(9, -1) + '.', retrieved_contexts }) + '\\n')
}
`
const CASES = [1, 2, 3, 4].map((n) =>
  JSON.stringify({ id: `c${n}`, user_input: `Where is room ${n}?`, reference: `Room ${n} is upstairs.` }),
)

/** A project with two configurations and four cases, judged by a server. */
async function project(more = '', server: ModelServerOptions = {}): Promise<Study> {
  const served = await startModelServer({ embeddingModels: ['vectors'], reply: asAJudge, ...server })
  onTestFinished(() => served.close())
  const config = `test_set: cases.jsonl
system: {command: [node, rag.mjs]}
configurations: {base: {top_k: 2}, wide: {top_k: 6}}
metrics: [context_precision, hit_rate@3]
judge: {provider: openai-compatible, base_url: "${served.openaiUrl}", model: judge, asking: batched}
${more}`
  const files = { 'ragstone.yaml': config, 'cases.jsonl': CASES.join('\n'), 'rag.mjs': SYSTEM }
  return { cwd: folder(files), server: served }
}

describe('a plan before anything is collected', () => {
  it('assumes answers with top_k chunks each, every one of them new, and says so', async () => {
    const { cwd, server } = await project()
    const planned = await plan({ cwd })
    expect(planned).toMatchObject({
      answers: 'assumed',
      samples: 8,
      calls: 4 * 2 + 4 * 6,
      naive_calls: 32,
      run_id: null,
    })
    expect(planned.by_configuration).toMatchObject({ base: { calls: 8 }, wide: { calls: 24 } })
    expect(planned.assumptions.join('\n')).toContain('base 2, wide 6')
    expect(server.asked).toEqual([])
    expect(await plan({ cwd, only: ['base'], limit: 3, repeats: 2 })).toMatchObject({ samples: 6, calls: 12 })
  })

  it('takes an answer for a new one in each configuration, also where it is compared with the reference', async () => {
    const { cwd } = await project()
    const metrics = ['correct', 'faithfulness']
    expect(await plan({ cwd, metrics })).toMatchObject({ calls: 8 + 16, by_metric: { correct: { calls: 8 } } })
  })

  it('reads the answers of a recorded system', async () => {
    const { cwd } = await project()
    const row = { user_input: 'Where is room 1?', response: 'Upstairs.', retrieved_contexts: ['one', 'two', 'three'] }
    writeFileSync(join(cwd, 'answers.jsonl'), JSON.stringify(row))
    const config = readFileSync(join(cwd, 'ragstone.yaml'), 'utf8').replace(
      'command: [node, rag.mjs]',
      'recorded: answers.jsonl',
    )
    writeFileSync(join(cwd, 'ragstone.yaml'), config)
    const planned = await plan({ cwd, limit: 1 })
    expect(planned).toMatchObject({ answers: 'recorded', samples: 2, naive_calls: 6, calls: 3, shared: 3 })
    expect(readdirSync(cwd)).not.toContain('.ragstone')
  })
})

describe('a plan of a run', () => {
  it('counts what is not scored yet, and --new plans the next run', async () => {
    const { cwd, server } = await project()
    const { run_id } = await collect({ cwd })
    const before = await plan({ cwd })
    // Both configurations retrieve the same three texts.
    expect(before).toMatchObject({
      answers: 'run',
      run_id,
      samples: 8,
      calls: 12,
      naive_calls: 24,
      shared: 12,
      scored: 0,
    })
    await evaluate({ cwd })
    expect(server.asked).toHaveLength(12)
    expect(await plan({ cwd })).toMatchObject({ calls: 0, naive_calls: 24, scored: 16, scores: 0 })
    expect(await plan({ cwd, run: 'latest', metrics: ['correct'] })).toMatchObject({ calls: 8, scored: 0 })
    expect(await plan({ cwd, anew: true })).toMatchObject({ answers: 'assumed', calls: 32 })
  })

  it('says what the cache knows when the same questions are asked by another run', async () => {
    const { cwd } = await project()
    await run({ cwd, only: ['base'] })
    await collect({ cwd, only: ['wide'] })
    expect(await plan({ cwd })).toMatchObject({
      calls: 0,
      known: 12,
      shared: 0,
      by_configuration: { wide: { known: 12 } },
    })
  })
})

describe('a plan with a verifier', () => {
  it('counts what the verifier is asked, at its own price', async () => {
    const { cwd, server } = await project()
    const file = join(cwd, 'ragstone.yaml')
    const verifier = `verifier: {provider: ollama, base_url: "${server.url}", model: checker, prices: {input_usd_per_million: 5}}`
    writeFileSync(file, readFileSync(file, 'utf8').replace('asking: batched', `asking: batched, ${verifier}`))
    await collect({ cwd })
    const planned = await plan({ cwd, metrics: ['faithfulness'] })
    // The claims of a response are asked of the judge, each claim of the verifier.
    expect(planned.calls).toBe(16)
    expect(planned.cost_usd).toBeGreaterThan(0)
    expect(planned.cost_usd).toBeLessThan((planned.prompt_tokens * 5) / 1e6)
    expect(planned.models.map(({ role }) => role)).toEqual(['judge', 'verifier'])
    const { spent } = await evaluate({ cwd, metrics: ['faithfulness'] })
    expect(server.asked.filter(({ request }) => request.model === 'checker')).toHaveLength(8)
    expect(spent?.judge?.calls).toBe(16)
  })
})

describe('money, time and budget of a plan', () => {
  const PRICE = 'prices: {input_usd_per_million: 10, output_usd_per_million: 20}'

  it('knows no time before anything was measured, and then that of the calls before', async () => {
    const { cwd } = await project('', { latencyMs: 40 })
    expect(await plan({ cwd })).toMatchObject({ seconds: null })
    await run({ cwd, limit: 2 })
    const { seconds, calls } = await plan({ cwd, anew: true })
    expect(seconds).toBeGreaterThan(calls * 0.04)
    expect(seconds).toBeLessThan(calls * 0.4)
  })

  it('costs 0 on this machine, what the price says where one is given', async () => {
    const { cwd, server } = await project()
    expect(await plan({ cwd })).toMatchObject({
      cost_usd: 0,
      models: [{ local: true, price: { dated: 'runs on this machine' } }],
    })
    const config = readFileSync(join(cwd, 'ragstone.yaml'), 'utf8').replace(
      'asking: batched',
      `asking: batched, ${PRICE}`,
    )
    writeFileSync(join(cwd, 'ragstone.yaml'), config)
    const { cost_usd, prompt_tokens, completion_tokens, by_metric } = await plan({ cwd })
    expect(cost_usd).toBeCloseTo((prompt_tokens * 10 + completion_tokens * 20) / 1e6, 9)
    expect(by_metric['hit_rate@3']).toMatchObject({ calls: 0, cost_usd: 0 })
    expect(server.asked).toEqual([])
  })

  it('is unknown without a price, and then a limit of money cannot be kept', async () => {
    const { cwd } = await project('budget: {cost_usd: 5, calls: 1000}')
    const config = readFileSync(join(cwd, 'ragstone.yaml'), 'utf8').replace(
      /base_url: "[^"]*"/,
      'base_url: "http://192.0.2.1:9/v1", connect_timeout_s: 0.2',
    )
    writeFileSync(join(cwd, 'ragstone.yaml'), config)
    const planned = await plan({ cwd })
    expect(planned).toMatchObject({
      cost_usd: null,
      calls: 32,
      models: [{ facts: 'assumed', local: false, price: null }],
    })
    expect(planned.budget).toMatchObject({ verdict: 'unknown_price' })
  })

  it('says where the budget would end the evaluation, which ends there', async () => {
    const { cwd, server } = await project('budget: {calls: 20}')
    const { budget } = await plan({ cwd })
    expect(budget).toMatchObject({ verdict: 'crosses', after_calls: 20, at: { configuration: 'wide' } })
    expect(budget?.detail).toContain('budget of 20 calls')
    writeFileSync(
      join(cwd, 'ragstone.yaml'),
      readFileSync(join(cwd, 'ragstone.yaml'), 'utf8').replace('calls: 20', 'calls: 7'),
    )
    await collect({ cwd })
    expect((await plan({ cwd })).budget).toMatchObject({ verdict: 'crosses', after_calls: 7 })
    await evaluate({ cwd })
    expect(server.asked).toHaveLength(7)
    expect((await plan({ cwd, only: ['base'] })).budget).toMatchObject({ verdict: 'enough', detail: null })
  })
})

describe('a plan while the model server is down', () => {
  it('goes on with what the model last told, and finds what the cache knows', async () => {
    const { cwd, server } = await project()
    await run({ cwd, limit: 2 })
    await server.close()
    const planned = await plan({ cwd, anew: true })
    expect(planned).toMatchObject({ calls: 32, models: [{ facts: 'remembered' }] })
    expect(planned.assumptions.filter((line) => line.includes('could not be asked for facts'))).toHaveLength(1)
    expect(await plan({ cwd })).toMatchObject({ calls: 0 })
  })
})

describe('a plan that cannot be made', () => {
  it('names what is missing', async () => {
    const cwd = folder({})
    await expect(plan({ cwd, metrics: ['refusal'] })).rejects.toMatchObject({ code: 'nothing_to_plan' })
    await expect(plan({ cwd, run: 'latest', metrics: ['refusal'] })).rejects.toMatchObject({ code: 'store_missing' })
    await expect(plan({ cwd, metrics: ['correct'] })).rejects.toMatchObject({
      code: expect.stringMatching(/no_judge|nothing/),
    })
    const { cwd: there } = await project()
    await expect(plan({ cwd: there, only: ['bse'] })).rejects.toMatchObject({ code: 'unknown_configuration' })
  })
})
