import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchanges } from '../core/exchanges.ts'
import { judgeSchema } from '../core/judge-config.ts'
import type { Step } from '../core/score.ts'
import { memoryExchanges } from './exchanges.ts'
import { type FakeJudgeOptions, fakeJudge, fakeProvider } from './fake.ts'
import { openJudge } from './open-judge.ts'
import { ProviderError } from './provider.ts'
import { colours } from './test-support/colours.ts'

const fingerprint = async (settings: Record<string, unknown> = {}, options: FakeJudgeOptions = {}) =>
  (await fakeJudge({ ...options, settings })).fingerprint

describe('the fingerprint of a judge', () => {
  it('names provider and model, and is the same for the same settings', async () => {
    expect(await fingerprint()).toMatch(/^fake:fake#[0-9a-f]{8}$/)
    expect(await fingerprint({ concurrency: 3, retries: 1, timeout_s: 9, window: 512 })).toBe(await fingerprint())
  })

  it.each([
    ['parameters', { parameters: { temperature: 0.3 } }, {}],
    ['language', { language: 'en' }, {}],
    ['way of asking', { asking: 'batched' }, {}],
    ['claims', { claims: 'judge' }, {}],
    ['reasons', { reasons: 'none' }, {}],
    ['output limit', { max_output_tokens: 100 }, {}],
    ['digest of the weights', {}, { facts: { digest: 'abc' } }],
    ['verifier', {}, { verifier: () => 1 }],
  ])('changes with the %s', async (_what, settings, options) => {
    expect(await fingerprint(settings, options)).not.toBe(await fingerprint())
  })

  it('does not follow the address where a digest tells the weights', async () => {
    const at = async (address: string, digest?: string) => {
      const provider = { ...fakeProvider('m', { facts: digest === undefined ? {} : { digest } }, []), address }
      const settings = judgeSchema.parse({ provider: 'ollama', model: 'm' })
      return openJudge(settings, { provider, exchanges: memoryExchanges(), signal: new AbortController().signal })
    }
    expect((await at('http://a:1', 'abc')).fingerprint).toBe((await at('http://b:2', 'abc')).fingerprint)
    expect((await at('http://a:1')).fingerprint).not.toBe((await at('http://b:2')).fingerprint)
    expect((await at('http://a:1', 'abc')).modelKey).not.toBe((await at('http://b:2', 'abc')).modelKey)
  })
})

describe('the way of asking that is chosen', () => {
  it.each([
    ['a local model', { local: true, logprobs: true }, {}, 'per_item', 'sentences'],
    ['a local model of which nothing is known', { local: true }, {}, 'per_item', 'sentences'],
    ['a local model without probabilities', { local: true, logprobs: false }, {}, 'batched', 'judge'],
    ['a remote model', { local: false, logprobs: true }, {}, 'batched', 'judge'],
    ['Ollama on another machine', { local: false, logprobs: true }, { provider: 'ollama' }, 'per_item', 'sentences'],
    ['settings that say so', { local: true }, { asking: 'batched', claims: 'sentences' }, 'batched', 'sentences'],
    ['settings for a remote model', { local: false }, { asking: 'per_item', claims: 'judge' }, 'per_item', 'judge'],
  ])('for %s', async (_what, facts, settings, asking, claims) => {
    const judge = await fakeJudge({
      facts: { logprobs: undefined, ...facts } as FakeJudgeOptions['facts'] & {},
      settings,
    })
    expect([judge.asking, judge.claims]).toEqual([asking, claims])
  })
})

describe('how many scores are waited for', () => {
  const concurrencyOf = async (facts: { local: boolean }, settings = {}, exchanges: Exchanges = memoryExchanges()) =>
    (await fakeJudge({ exchanges, facts, settings: { concurrency: undefined, ...settings } })).concurrency

  it('follows one request for a local model, eight for others, or what was set or measured', async () => {
    const local = await concurrencyOf({ local: true })
    expect(await concurrencyOf({ local: false })).toBe(8 * local)
    expect(await concurrencyOf({ local: true }, { concurrency: 5 })).toBe(5 * local)
    const exchanges = memoryExchanges()
    const { modelKey } = await fakeJudge()
    await exchanges.saveJudgeFact(modelKey, 'concurrency', 3)
    expect(await concurrencyOf({ local: true }, {}, exchanges)).toBe(3 * local)
  })
})

describe('opening', () => {
  it.each(['auth', 'unknown_model', 'unavailable', 'misconfigured'] as const)(
    'says what is wrong: %s',
    async (kind) => {
      const provider = {
        ...fakeProvider('m', {}, []),
        facts: () => Promise.reject(new ProviderError(kind, 'it does not work')),
      }
      const settings = judgeSchema.parse({ provider: 'ollama', model: 'm' })
      const open = openJudge(settings, { provider, exchanges: memoryExchanges(), signal: new AbortController().signal })
      await expect(open).rejects.toMatchObject({
        name: 'RagstoneError',
        code: `judge_${kind}`,
        hint: expect.any(String),
      })
    },
  )
})

it('gives the same verdicts and probabilities from the store as from the model, without a call', async () => {
  const exchanges = memoryExchanges()
  const verdict = ({ text }: { text: string }) => ({
    verdict: text === 'red' ? 'warm' : 'cold',
    probability: 0.6 + text.length / 100,
  })
  const question = colours(['red', 'blue', 'red'])
  const first = await fakeJudge({ exchanges, verdict })
  const asked = await first.recording(() => {}).verdicts(question)
  expect(first.calls).toHaveLength(2)
  await first.close()
  const second = await fakeJudge({ exchanges })
  const steps: Step[] = []
  expect(await second.recording((step) => steps.push(step)).verdicts(question)).toEqual(asked)
  expect(second.calls).toEqual([])
  expect(steps.map(({ cache }) => cache)).toEqual(['stored', 'stored', 'in_flight'])
})

it('leaves enough in the steps to redo the arithmetic', async () => {
  const judge = await fakeJudge({ verdict: ({ text }) => ({ verdict: 'warm', probability: text === 'a' ? 0.9 : 0.4 }) })
  const steps: Step[] = []
  const answer = await judge.recording((step) => steps.push(step)).verdicts(colours(['a', 'b']))
  expect(steps.flatMap(({ verdicts }) => verdicts)).toEqual(answer.ok ? answer.verdicts : undefined)
})

it("records the verifier's answers as steps of the same score", async () => {
  const judge = await fakeJudge({ verifier: () => 0.7 })
  const steps: Step[] = []
  await judge.recording((step) => steps.push(step)).verifier?.supports({ text: 'It is nine.', claim: 'Nine.' })
  expect(steps).toEqual([
    expect.objectContaining({
      kind: 'judge',
      step: 'entailment',
      cache: 'asked',
      exchange: expect.any(String),
      verifier: expect.stringMatching(/^fake:fake-verifier#/),
      claim: 'Nine.',
      supported: true,
      probability: expect.closeTo(0.7),
    }),
  ])
})

describe('whatever the model returns', () => {
  const words = fc.constantFrom('warm', 'cold', 'yes', 'no', '1', '2', '9', 'true', '是', '', 'verdicts')
  const entry = fc.record(
    {
      id: fc.oneof(words, fc.integer(), fc.constant(null)),
      verdict: fc.oneof(words, fc.double(), fc.boolean()),
      reason: words,
    },
    { requiredKeys: [] },
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    words,
    fc.json(),
    fc.record({ verdicts: fc.oneof(fc.array(entry), fc.anything()) }).map((value) => JSON.stringify(value) ?? ''),
    fc.array(entry).map((value) => JSON.stringify(value)),
    fc.array(entry).map((value) => `\`\`\`json\n${JSON.stringify({ verdicts: value })}\n\`\`\``),
  )
  const candidate = fc.record({
    token: fc.oneof(words, fc.string({ unit: 'binary' }), fc.constantFrom(' yes', '\uFFFD', '\\xe6', 'y')),
    logprob: fc.oneof(fc.double(), fc.constantFrom(-0.1, 0, -50)),
  })
  const reply = fc.record({
    text,
    stop: fc.constantFrom('stop', 'length', 'refused', 'unknown' as const),
    first_token: fc.array(candidate, { maxLength: 5 }),
  })

  it.each(['per_item', 'batched'] as const)('verdicts never throws, invents or loses one (%s)', async (asking) => {
    await fc.assert(
      fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 6 }), async (replies) => {
        const judge = await fakeJudge({
          settings: { asking },
          reply: ({ number }) => replies[(number - 1) % replies.length],
        })
        const answer = await judge.recording(() => {}).verdicts(colours(['red', 'blue', 'green'], { perCall: 2 }))
        const verdicts = answer.ok ? answer.verdicts : answer.known
        const ids = verdicts.map(({ id }) => id)
        expect(['1', '2', '3']).toEqual(expect.arrayContaining(ids))
        expect(new Set(ids).size).toBe(ids.length)
        if (answer.ok) expect(ids).toEqual(['1', '2', '3'])
        for (const { verdict, probabilities } of verdicts) {
          expect(['warm', 'cold']).toContain(verdict)
          if (probabilities === undefined) continue
          const { warm, cold } = probabilities
          expect(Math.min(warm, cold)).toBeGreaterThanOrEqual(0)
          expect(warm + cold).toBeCloseTo(1)
        }
      }),
      { numRuns: 120 },
    )
  })

  it('ask never throws, and gives only what the schema allows', async () => {
    const schema = z.object({ verdicts: z.array(z.object({ id: z.string(), verdict: z.enum(['warm', 'cold']) })) })
    await fc.assert(
      fc.asyncProperty(reply, async (given) => {
        const judge = await fakeJudge({ reply: () => given })
        const answer = await judge
          .recording(() => {})
          .ask({ step: 's', prompt: 'p', schema, typical: { verdicts: [] } })
        if (answer.ok) expect(schema.safeParse(answer.value).success).toBe(true)
        else expect(answer.detail).not.toBe('')
      }),
      { numRuns: 120 },
    )
  })
})

describe('unpaired surrogates in the material', () => {
  const ask = async (asking: string, text: string) => {
    const judge = await fakeJudge({ settings: { asking } })
    const steps: Step[] = []
    const single = ({ text: item }: { text: string }) => ({
      instructions: 'i',
      blocks: [{ label: 'T', text: item }],
      task: 't',
    })
    await judge
      .recording((step) => steps.push(step))
      .verdicts({
        step: 's',
        classes: ['good', 'bad'],
        words: { good: 'yes', bad: 'no' },
        items: [{ id: '1', text }],
        single,
        batched: (items) => ({
          instructions: 'i',
          blocks: items.map((item) => ({ label: 'T', text: item.text })),
          task: 't',
        }),
        typical: 'good',
      })
    await judge
      .recording((step) => steps.push(step))
      .ask({ step: 'f', prompt: text, schema: z.object({}), typical: {} })
    return steps.map((step) => step.replaced_surrogates)
  }

  it.each(['per_item', 'batched'])('are counted in the step of the question, asked %s', async (asking) => {
    expect(await ask(asking, 'a\ud800b\udc00')).toEqual([2, 2])
    expect(await ask(asking, 'a𝄞b')).toEqual([undefined, undefined])
  })
})
