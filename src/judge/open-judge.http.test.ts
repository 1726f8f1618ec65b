import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchanges } from '../core/exchanges.ts'
import { judgeSchema } from '../core/judge-config.ts'
import type { Step } from '../core/score.ts'
import { createBudget } from './budget.ts'
import { memoryExchanges } from './exchanges.ts'
import type { JudgeModel } from './judge-model.ts'
import { openJudge } from './open-judge.ts'
import { openProvider } from './providers/open.ts'
import type { ModelServerOptions } from './scripted-server/model-server-options.ts'
import { type ModelServer, startModelServer } from './scripted-server/start-model-server.ts'
import { colours } from './test-support/colours.ts'

const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp()
})

async function serve(options: ModelServerOptions = {}): Promise<ModelServer> {
  const server = await startModelServer(options)
  cleanUps.push(() => server.close())
  return server
}

interface Opening {
  settings?: Record<string, unknown>
  exchanges?: Exchanges
  signal?: AbortSignal
  calls?: number
}

async function judgeOf(
  server: ModelServer,
  { settings = {}, exchanges, signal, calls }: Opening = {},
): Promise<JudgeModel> {
  const parsed = judgeSchema.parse({
    provider: 'openai-compatible',
    model: 'm',
    base_url: settings.provider === 'ollama' ? server.url : server.openaiUrl,
    window: 32_768,
    retries: 1,
    ...settings,
  })
  const provider = await openProvider(parsed, { folder: import.meta.dirname })
  const judge = await openJudge(parsed, {
    provider,
    exchanges: exchanges ?? memoryExchanges(),
    signal: signal ?? new AbortController().signal,
    ...(calls === undefined ? {} : { budget: createBudget({ calls }) }),
  })
  cleanUps.push(() => judge.close())
  return judge
}

const SCHEMA = z.object({ names: z.array(z.string()) })
const ask = (judge: JudgeModel, prompt = 'Name them.', steps: Step[] = []) =>
  judge
    .recording((step) => steps.push(step))
    .ask({ step: 'names', prompt, schema: SCHEMA, typical: { names: ['Ann'] } })
const grade = (judge: JudgeModel, texts: string[]) => judge.recording(() => {}).verdicts(colours(texts))

describe.each(['openai-compatible', 'ollama'])('a judge served as %s', (provider) => {
  it('grades items one by one by the probability of the word, and pays each once', async () => {
    const server = await serve({
      reply: ({ prompt }) => ({
        probabilities: prompt.includes('red') ? { yes: 0.9, no: 0.1 } : { no: 0.8, yes: 0.2 },
      }),
    })
    const exchanges = memoryExchanges()
    for (const expected of [2, 2]) {
      const judge = await judgeOf(server, { exchanges, settings: { provider, asking: 'per_item' } })
      const answer = await grade(judge, ['red', 'blue'])
      expect(answer).toMatchObject({
        ok: true,
        grading: 'probability',
        verdicts: [{ verdict: 'warm' }, { verdict: 'cold' }],
      })
      expect(answer.ok && answer.verdicts.map(({ probabilities }) => probabilities?.warm)).toEqual([
        expect.closeTo(0.9, 2),
        expect.closeTo(0.2, 2),
      ])
      expect(server.asked).toHaveLength(expected)
      await judge.close()
    }
  })

  it('asks in batches with the schema of the reply', async () => {
    const server = await serve()
    const judge = await judgeOf(server, { settings: { provider, asking: 'batched' } })
    const answer = await grade(judge, ['red', 'blue', 'green'])
    expect(answer).toMatchObject({ ok: true, verdicts: [{ id: '1' }, { id: '2' }, { id: '3' }] })
    expect(server.asked).toHaveLength(1)
  })

  it('goes on without a parameter that is refused', async () => {
    const server = await serve({ refusedParameters: ['temperature'] })
    const judge = await judgeOf(server, { settings: { provider } })
    expect(await ask(judge)).toMatchObject({ ok: true })
    expect(await ask(judge, 'Name others.')).toMatchObject({ ok: true })
    expect(judge.spent().dropped_parameters).toEqual(['temperature'])
    expect(server.asked).toHaveLength(3)
  })

  it('goes on with what the server knows of demanding JSON', async () => {
    const server = await serve({ structured: provider === 'ollama' ? ['json'] : [], reply: '{"names": ["Ann"]}' })
    const judge = await judgeOf(server, { settings: { provider } })
    expect(await ask(judge)).toEqual({ ok: true, value: { names: ['Ann'] } })
    const before = server.asked.length
    expect(await ask(judge, 'Name others.')).toMatchObject({ ok: true })
    expect(server.asked).toHaveLength(before + 1)
  })

  it('works on verdicts where no probabilities are given', async () => {
    const server = await serve({ logprobs: false, ollamaVersion: '0.9.0', words: ['yes', 'no'] })
    const judge = await judgeOf(server, { settings: { provider, asking: 'per_item' } })
    expect(await grade(judge, ['red'])).toMatchObject({ ok: true, grading: 'verdict', verdicts: [{ verdict: 'warm' }] })
    expect(judge.grading).toBe('verdict')
  })

  it.each([
    ['an HTML page', { kind: 'html' as const }, 'provider_error'],
    ['an empty body', { kind: 'empty' as const }, 'provider_error'],
    ['half a body', { kind: 'half_json' as const }, 'provider_error'],
    ['a reply cut at its limit', { kind: 'cut' as const }, 'judge_truncated'],
  ])('is NA for %s, and asks again later', async (_what, fault, reason) => {
    const server = await serve({ faults: ({ kind }) => (kind === 'chat' ? fault : undefined) })
    const judge = await judgeOf(server, { settings: { provider, retries: 0 } })
    expect(await ask(judge)).toMatchObject({ ok: false, reason })
    const before = server.asked.length
    expect(await ask(judge)).toMatchObject({ ok: false, reason })
    expect(server.asked.length).toBeGreaterThan(before)
  })

  it('is NA context_truncated when half the prompt was read in silence', async () => {
    const server = await serve({ faults: () => ({ kind: 'prompt_cut', promptTokens: 300 }) })
    const judge = await judgeOf(server, { settings: { provider } })
    expect(await ask(judge, 'many ordinary words '.repeat(300))).toMatchObject({
      ok: false,
      reason: 'context_truncated',
    })
  })

  it('is one error after a handful of calls when the key is wrong', async () => {
    const server = await serve({ faults: () => ({ kind: 'status', status: 401 }) })
    const open = judgeOf(server, { settings: { provider, concurrency: 8, api_key: 'sk-wrong-key' } })
    const work = open.then((judge) => Promise.all(Array.from({ length: 64 }, (_, index) => ask(judge, `${index}`))))
    const error = await work.catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ name: 'RagstoneError', code: 'judge_auth' })
    expect(JSON.stringify([String(error), error])).not.toContain('sk-wrong-key')
    expect(server.callCount).toBeLessThanOrEqual(10)
  })

  it('stays within budget and concurrency with 64 questions at once', async () => {
    const server = await serve({ latencyMs: 5, reply: '{"names": []}' })
    const judge = await judgeOf(server, { calls: 40, settings: { provider, concurrency: 16 } })
    const answers = await Promise.all(Array.from({ length: 64 }, (_, index) => ask(judge, `Name ${index}.`)))
    expect(server.asked).toHaveLength(40)
    expect(server.maxInFlight).toBeLessThanOrEqual(16)
    expect(answers.filter((answer) => !answer.ok && answer.reason === 'budget_exhausted')).toHaveLength(24)
  })

  it('counts tries in the exchange', async () => {
    const server = await serve({ faults: [{ kind: 'status', status: 503 }] })
    const steps: Step[] = []
    const judge = await judgeOf(server, { settings: { provider } })
    expect(await ask(judge, 'Name them.', steps)).toMatchObject({ ok: true })
    expect(steps).toMatchObject([{ attempts: 2 }])
    expect(judge.spent().calls).toBe(2)
  })

  it('lets go of what is in flight when it is interrupted', async () => {
    const server = await serve({ latencyMs: 30_000 })
    const stop = new AbortController()
    const judge = await judgeOf(server, { signal: stop.signal, settings: { provider } })
    const work = Promise.all([ask(judge, 'a'), ask(judge, 'b')])
    setTimeout(() => stop.abort(), 50)
    for (const answer of await work) expect(answer).toMatchObject({ ok: false, reason: 'provider_error' })
  })
})

it('asks Ollama for the window that the prompt needs, and finds the reply again under another window', async () => {
  const server = await serve()
  const exchanges = memoryExchanges()
  const settings = { provider: 'ollama' }
  const first = await judgeOf(server, { exchanges, settings })
  await ask(first)
  await ask(first, 'many ordinary words '.repeat(2000))
  const windows = server.asked.map(
    ({ request }) => (request.body as { options?: { num_ctx?: number } }).options?.num_ctx ?? 0,
  )
  expect(windows[0]).toBe(4096)
  expect(windows[1]).toBeGreaterThan(6000)
  await ask(first)
  expect(server.asked).toHaveLength(2)
})
