import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchange } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { Step } from '../core/score.ts'
import { createBudget } from './budget.ts'
import { memoryExchanges } from './exchanges.ts'
import { type FakeCall, type FakeJudge, fakeJudge } from './fake.ts'
import type { Answer, Question } from './judge.ts'
import { ProviderError, type ProviderErrorKind } from './provider.ts'
import { colours } from './test-support/colours.ts'

type Names = { names: string[] }

const names = (prompt = 'Name them.', extra: Partial<Question<Names>> = {}): Question<Names> => ({
  step: 'names',
  prompt,
  schema: NAMES,
  typical: { names: ['Ann'] },
  ...extra,
})
const NAMES = z.object({ names: z.array(z.string()) })

async function ask(judge: FakeJudge, question = names()): Promise<{ answer: Answer<Names>; steps: Step[] }> {
  const steps: Step[] = []
  const answer = await judge.recording((step) => steps.push(step)).ask(question)
  return { answer, steps }
}

/** Memory that also shows all that was saved. */
function watched(): Exchanges & { saved: Exchange[] } {
  const saved: Exchange[] = []
  const memory = memoryExchanges()
  return {
    ...memory,
    saved,
    saveExchanges(exchanges, items) {
      saved.push(...exchanges)
      return memory.saveExchanges(exchanges, items)
    },
  }
}

describe('a free question', () => {
  it('leaves prompt, reply, parameters and tokens in the exchange, and value and id in the step', async () => {
    const exchanges = watched()
    const judge = await fakeJudge({ exchanges, reply: () => ({ usage: { prompt_tokens: 40, completion_tokens: 7 } }) })
    const { answer, steps } = await ask(judge)
    expect(answer).toEqual({ ok: true, value: { names: ['Ann'] } })
    const [exchange] = exchanges.saved
    expect(exchange).toMatchObject({
      usable: true,
      provider: 'fake',
      request: {
        messages: [{ role: 'user', content: 'Name them.' }],
        parameters: { temperature: 0 },
        structured: 'json_schema',
      },
      reply: '{"names":["Ann"]}',
      stop: 'stop',
      usage: { prompt_tokens: 40, completion_tokens: 7 },
      attempts: 1,
    })
    expect(steps).toEqual([
      {
        kind: 'judge',
        step: 'names',
        form: 'free',
        cache: 'asked',
        exchange: exchange?.exchange_id,
        prompt_tokens: 40,
        completion_tokens: 7,
        latency_ms: exchange?.latency_ms,
        attempts: 1,
        value: { names: ['Ann'] },
      },
    ])
    expect(judge.spent()).toMatchObject({ calls: 1, hits: 0, prompt_tokens: 40, completion_tokens: 7 })
  })

  it('is paid once: in flight it is shared, afterwards it is stored', async () => {
    const judge = await fakeJudge({ latencyMs: 5 })
    const both = await Promise.all([ask(judge), ask(judge)])
    const later = await ask(judge, names('Name them.', { step: 'another step' }))
    expect(judge.calls).toHaveLength(1)
    expect([...both, later].map(({ steps }) => steps[0]?.cache)).toEqual(['asked', 'in_flight', 'stored'])
    expect(new Set([...both, later].map(({ steps }) => steps[0]?.exchange)).size).toBe(1)
    expect(judge.spent()).toMatchObject({ calls: 1, hits: 2 })
  })

  it('is asked anew for every repeat', async () => {
    const judge = await fakeJudge()
    for (const repeat of [1, 2, 3, 2]) await ask(judge, names('Name them.', { repeat }))
    expect(judge.calls).toHaveLength(3)
  })

  it('is asked once more when the reply cannot be read; both replies are kept and named', async () => {
    const exchanges = watched()
    const judge = await fakeJudge({
      exchanges,
      reply: ({ number }) => (number === 1 ? 'Well, Ann I think.' : undefined),
    })
    const { answer, steps } = await ask(judge)
    expect(answer).toMatchObject({ ok: true })
    expect(exchanges.saved.map(({ usable, reply }) => [usable, reply])).toEqual([
      [false, 'Well, Ann I think.'],
      [true, '{"names":["Ann"]}'],
    ])
    expect(steps).toMatchObject([
      { exchange: exchanges.saved[1]?.exchange_id, exchanges: [exchanges.saved[0]?.exchange_id] },
    ])
  })

  it.each([
    ['judge_unreadable', 2, () => 'no JSON at all'],
    ['judge_unreadable', 2, () => ({ json: { names: 'Ann' } })],
    ['judge_truncated', 1, () => ({ text: '{"names": ["Ann"', stop: 'length' as const })],
    ['judge_refused', 1, () => ({ text: '', stop: 'refused' as const })],
  ])('is NA %s after %i calls, and asked again later', async (reason, calls, reply) => {
    const judge = await fakeJudge({ reply })
    const { answer, steps } = await ask(judge)
    expect(answer).toMatchObject({ ok: false, reason })
    expect(steps).toMatchObject([{ failed: { reason }, exchange: expect.any(String) }])
    expect(judge.calls).toHaveLength(calls)
    await ask(judge)
    expect(judge.calls).toHaveLength(2 * calls)
    expect(judge.spent().failed).toEqual({ [reason]: 2 })
  })

  it.each<[ProviderErrorKind, string]>([
    ['too_long', 'context_truncated'],
    ['rate_limited', 'rate_limited'],
    ['timeout', 'timeout'],
    ['unavailable', 'provider_error'],
    ['bad_reply', 'provider_error'],
    ['bad_request', 'provider_error'],
  ])('that fails with %s is NA %s and leaves an exchange without a reply', async (kind, reason) => {
    const exchanges = watched()
    const judge = await fakeJudge({ exchanges, fault: () => kind, facts: { structured: ['none'] } })
    const { answer, steps } = await ask(judge)
    expect(answer).toMatchObject({ ok: false, reason, detail: expect.stringContaining(`scripted ${kind}`) })
    expect(exchanges.saved).toMatchObject([{ usable: false, reply: null, stop: null, error: { kind } }])
    expect(steps).toMatchObject([{ exchange: exchanges.saved[0]?.exchange_id, failed: { reason } }])
  })

  it('that does not fit the window is NA context_truncated before anything is spent', async () => {
    const judge = await fakeJudge({ facts: { window: 1000 }, settings: { max_output_tokens: 100 } })
    const { answer, steps } = await ask(judge, names('many words '.repeat(2000)))
    expect(answer).toMatchObject({ ok: false, reason: 'context_truncated', detail: expect.stringContaining('1000') })
    expect(judge.calls).toEqual([])
    expect(steps).toMatchObject([{ failed: { reason: 'context_truncated' } }])
    expect(steps[0]).not.toHaveProperty('exchange')
  })

  it('of which the model read only a part is NA context_truncated, whatever it replied', async () => {
    const exchanges = watched()
    const judge = await fakeJudge({ exchanges, reply: () => ({ usage: { prompt_tokens: 512, completion_tokens: 5 } }) })
    const { answer } = await ask(judge, names('many words '.repeat(2000)))
    expect(answer).toMatchObject({ ok: false, reason: 'context_truncated', detail: expect.stringContaining('512') })
    expect(exchanges.saved).toMatchObject([{ usable: false }])
  })
})

describe('the budget', () => {
  it.each([
    ['timeout', 'counts with all that it may use, for it may be billed', 1],
    ['unavailable', 'counts as a call', 2],
    [
      new ProviderError('unavailable', 'dropped in the middle of the reply', { status: 200 }),
      'in the middle of its reply counts as one that may be billed',
      1,
    ],
  ] as const)('of a request that failed by %s %s', async (fault, _what, sent) => {
    const probe = createBudget()
    const first = await fakeJudge({ budget: probe, fault: () => 'timeout' })
    await ask(first)
    // Room for one and a half requests.
    const budget = createBudget({ tokens: Math.ceil(probe.spent().tokens * 1.5) })
    const judge = await fakeJudge({ budget, fault: () => fault })
    expect((await ask(judge)).answer).toMatchObject({ ok: false })
    await ask(judge)
    expect(judge.calls).toHaveLength(sent)
  })

  it('lets through exactly the calls that it allows', async () => {
    const budget = createBudget({ calls: 3 })
    const judge = await fakeJudge({ budget, latencyMs: 2 })
    const results = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((prompt) => ask(judge, names(prompt))))
    expect(judge.calls).toHaveLength(3)
    const reasons = results.map(({ answer }) => (answer.ok ? 'ok' : answer.reason))
    expect(reasons).toEqual(['ok', 'ok', 'ok', 'budget_exhausted', 'budget_exhausted'])
    expect(results[4]?.steps[0]).not.toHaveProperty('exchange')
  })

  it('costs nothing for what is stored', async () => {
    const exchanges = memoryExchanges()
    await ask(await fakeJudge({ exchanges }))
    const judge = await fakeJudge({ exchanges, budget: createBudget({ calls: 0 }) })
    expect((await ask(judge)).answer).toMatchObject({ ok: true })
  })
})

describe('faults that the user must mend', () => {
  it.each<[ProviderErrorKind, string]>([
    ['auth', 'api_key'],
    ['unknown_model', 'model'],
    ['quota', 'raise the quota'],
    ['unsupported', 'another model'],
    ['misconfigured', 'settings'],
  ])('end the run: %s', async (kind, hint) => {
    const judge = await fakeJudge({ fault: () => kind, settings: { concurrency: 4 } })
    const all = await Promise.allSettled(Array.from({ length: 64 }, (_, index) => ask(judge, names(`${index}`))))
    for (const one of all) {
      expect(one).toMatchObject({
        status: 'rejected',
        reason: { name: 'RagstoneError', code: `judge_${kind}`, hint: expect.stringContaining(hint) },
      })
    }
    expect(judge.calls.length).toBeLessThanOrEqual(4)
  })

  it('reject every closed question that waits, and leave nothing unheard', async () => {
    const judge = await fakeJudge({ fault: () => 'auth', latencyMs: 2, settings: { asking: 'batched' } })
    const recording = judge.recording(() => {})
    const all = await Promise.allSettled([
      recording.verdicts(colours(['a', 'b', 'c'], { perCall: 1 })),
      recording.verdicts(colours(['c', 'd'])),
    ])
    expect(all.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

it('finishes at once when it is interrupted, and what was not answered may pass', async () => {
  const stop = new AbortController()
  const judge = await fakeJudge({ latencyMs: 60_000, signal: stop.signal, settings: { concurrency: 2 } })
  const work = Promise.all(['a', 'b', 'c', 'd'].map((prompt) => ask(judge, names(prompt))))
  setTimeout(() => stop.abort(), 10)
  for (const { answer } of await work) expect(answer).toMatchObject({ ok: false, reason: 'provider_error' })
  expect(judge.calls.length).toBeLessThanOrEqual(2)
})

it('answers 64 closed questions at once, with never more requests in flight than allowed', async () => {
  let inFlight = 0
  let most = 0
  const judge = await fakeJudge({
    settings: { concurrency: 16 },
    latencyMs: 1,
    verdict: ({ text }) => {
      inFlight -= 1
      return Number(text) % 3 === 0 ? { verdict: 'warm', probability: 0.75 } : { verdict: 'cold', probability: 0.75 }
    },
    fault: () => {
      inFlight += 1
      most = Math.max(most, inFlight)
      return undefined
    },
  })
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, start) =>
      judge.recording(() => {}).verdicts(colours([start, start + 1, start + 2].map(String))),
    ),
  )
  expect(judge.calls).toHaveLength(66)
  expect(most).toBeLessThanOrEqual(16)
  for (const [start, answer] of answers.entries()) {
    const expected = [start, start + 1, start + 2].map((value) => (value % 3 === 0 ? 0.75 : 0.25))
    expect(answer.ok && answer.verdicts.map(({ probabilities }) => probabilities?.warm)).toEqual(
      expected.map((probability) => expect.closeTo(probability)),
    )
  }
})

describe('secrets', () => {
  it('are in no exchange, step or error', async () => {
    const secret = 'sk-very-secret-value'
    const exchanges = watched()
    const settings = {
      api_key: secret,
      headers: { 'x-tenant': 'tenant-password' },
      parameters: { api_key: secret, top_p: 1 },
    }
    const echo = (call: FakeCall) =>
      call.number === 1 ? new ProviderError('bad_request', `no ${secret} tenant-password`) : undefined
    const judge = await fakeJudge({ exchanges, settings, fault: echo, facts: { structured: ['none'] } })
    const shown = [
      await ask(judge),
      await ask(judge, names('second')),
      exchanges.saved,
      judge.fingerprint,
      judge.modelKey,
    ]
    expect(JSON.stringify(shown)).not.toMatch(/very-secret|tenant-password/)
    const broken = await fakeJudge({ settings, fault: () => new ProviderError('auth', `key ${secret} is wrong`) })
    const error = await ask(broken).catch((thrown: unknown) => thrown)
    expect(String(error)).toContain('is wrong')
    expect(String(error)).not.toContain(secret)
  })
})
