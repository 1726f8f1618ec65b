import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchanges } from '../core/exchanges.ts'
import { type JudgeSettings, judgeSchema } from '../core/judge-config.ts'
import { createBudget } from './budget.ts'
import { openEmbeddings } from './embed.ts'
import { memoryExchanges } from './exchanges.ts'
import { fakeJudge, fakeProvider } from './fake.ts'
import type { Judge } from './judge.ts'
import type { JudgeModel } from './judge-model.ts'
import { openJudge } from './open-judge.ts'
import { planEmbeddings, planExchanges, planProvider } from './plan-provider.ts'
import { colours } from './test-support/colours.ts'

const FACTS = { provider: 'fake', model: 'fake', address: 'embedded', local: true, canRaise: false, window: 32_768 }

async function plan(settings: Record<string, unknown>, stored: Exchanges, logprobs = true): Promise<JudgeModel> {
  const parsed: JudgeSettings = judgeSchema.parse({ provider: 'recorded', model: 'fake', concurrency: 64, ...settings })
  const provider = planProvider({ ...FACTS, logprobs, structured: ['json_schema', 'json', 'none'] })
  return openJudge(parsed, { provider, exchanges: planExchanges(stored), signal: new AbortController().signal })
}

/** The chunks that six configurations retrieve for one question: 36 places, 19 different chunks. */
const RETRIEVED = ((): string[][] => {
  const chunks = (kind: string, count: number) => Array.from({ length: count }, (_, index) => `${kind} ${index}`)
  const context = chunks('ctx', 9)
  return [chunks('title', 4), chunks('text', 6), chunks('text', 4), context.slice(0, 4), context, context]
})()

/** Eight questions under six configurations, the way an evaluation asks them. */
async function study(judge: Judge, perCall: number): Promise<void> {
  const scores: Promise<unknown>[] = []
  for (let question = 1; question <= 8; question++) {
    for (const chunks of RETRIEVED) {
      const texts = chunks.map((chunk) => `${question} ${chunk}`)
      scores.push(judge.verdicts(colours(texts, { perCall })))
      scores.push(judge.ask(free(`claims of the reference ${question}`)))
      scores.push(judge.ask(free(`attribution ${texts.join()}`)))
    }
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  await Promise.all(scores)
}

const REPLY = z.object({ claims: z.array(z.string()) })
const free = (prompt: string) => ({ step: 'free', prompt, schema: REPLY, typical: { claims: ['It opens at nine.'] } })

describe('a plan', () => {
  it.each([
    [1, 8 * (19 + 1 + 5)],
    [4, 8 * (1 + 2 + 0 + 1 + 2 + 0 + 1 + 5)],
  ])(
    'of the study of six configurations with %i chunks a call counts %i calls, and the run makes exactly these',
    async (perCall, calls) => {
      const planned = await plan({ asking: 'batched' }, memoryExchanges())
      await study(
        planned.recording(() => {}),
        perCall,
      )
      const real = await fakeJudge({ settings: { asking: 'batched' }, latencyMs: 3 })
      await study(
        real.recording(() => {}),
        perCall,
      )
      expect(planned.spent().calls).toBe(calls)
      expect(real.calls).toHaveLength(calls)
      expect(planned.fingerprint).toBe(real.fingerprint)
    },
  )

  it('counts no call for what is stored, and leaves nothing in the store', async () => {
    const stored = memoryExchanges()
    const real = await fakeJudge({ exchanges: stored, settings: { asking: 'batched' } })
    await real.recording(() => {}).verdicts(colours(['a', 'b']))
    const writes: string[] = []
    const watched: Exchanges = {
      ...stored,
      saveExchanges: async () => void writes.push('exchanges'),
      saveJudgeFact: async () => void writes.push('fact'),
    }
    for (const expected of [1, 1]) {
      const planned = await plan({ asking: 'batched' }, watched)
      await planned.recording(() => {}).verdicts(colours(['a', 'c', 'b']))
      await planned.close()
      expect(planned.spent()).toMatchObject({ calls: expected, hits: 1 })
    }
    expect(writes).toEqual([])
  })

  it('estimates tokens of prompts and of typical replies', async () => {
    const planned = await plan({ asking: 'batched' }, memoryExchanges())
    await planned.recording(() => {}).verdicts(colours(['a'.repeat(20)]))
    const short = planned.spent()
    await planned.recording(() => {}).verdicts(colours(['many ordinary words '.repeat(100)]))
    const long = planned.spent()
    expect(short.prompt_tokens).toBeGreaterThan(10)
    expect(short.completion_tokens).toBeGreaterThan(10)
    expect(long.prompt_tokens - short.prompt_tokens).toBeGreaterThan(250)
    expect(long.prompt_tokens - short.prompt_tokens).toBeLessThan(450)
  })

  it('answers with what is typical, in the form that the model would answer in', async () => {
    const graded = await plan({}, memoryExchanges())
    expect(await graded.recording(() => {}).verdicts(colours(['a']))).toEqual({
      ok: true,
      grading: 'probability',
      verdicts: [{ id: '1', verdict: 'warm', probabilities: { warm: 1, cold: 0 } }],
    })
    const plain = await plan({ asking: 'per_item' }, memoryExchanges(), false)
    expect(await plain.recording(() => {}).verdicts(colours(['a']))).toMatchObject({ ok: true, grading: 'verdict' })
  })

  it('says what would not fit the window', async () => {
    const planned = await plan({ window: 512, max_output_tokens: 64 }, memoryExchanges())
    const answer = await planned.recording(() => {}).verdicts(colours(['many ordinary words '.repeat(500)]))
    expect(answer).toMatchObject({ ok: false, reason: 'context_truncated' })
    expect(planned.spent().calls).toBe(0)
  })

  it('waits for no pace', async () => {
    const planned = await plan({ requests_per_minute: 1, concurrency: 1 }, memoryExchanges())
    const started = performance.now()
    await planned.recording(() => {}).verdicts(colours(Array.from({ length: 50 }, (_, index) => `${index}`)))
    expect(planned.spent().calls).toBe(50)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it('asks nobody for vectors either', async () => {
    const provider = planEmbeddings({ provider: 'fake', model: 'fake', address: 'embedded', maxBatch: 8, local: true })
    const settings = { provider: 'ollama' as const, model: 'fake', headers: {}, parameters: {}, ...LIMITS }
    const exchanges = planExchanges(memoryExchanges())
    const model = await openEmbeddings(settings, { provider, exchanges, signal: new AbortController().signal })
    expect(await model.recording(() => {}).embed(['a', 'b'])).toMatchObject({
      ok: true,
      value: [
        [1, 0],
        [1, 0],
      ],
    })
  })
})

const LIMITS = { connect_timeout_s: 1, first_byte_timeout_s: 1, timeout_s: 1, retries: 0 }

it('a budget that is used up ends a run and not its plan', async () => {
  const budget = createBudget({ calls: 2 })
  const settings = judgeSchema.parse({ provider: 'recorded', model: 'fake', retries: 0 })
  const options = { exchanges: memoryExchanges(), budget, signal: new AbortController().signal }
  const real = await openJudge(settings, { ...options, provider: fakeProvider('fake', {}, []) })
  expect(await real.recording(() => {}).verdicts(colours(['a', 'b', 'c']))).toMatchObject({
    reason: 'budget_exhausted',
    known: { length: 2 },
  })
})
