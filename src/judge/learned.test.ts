import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Exchanges } from '../core/exchanges.ts'
import type { Step } from '../core/score.ts'
import { memoryExchanges } from './exchanges.ts'
import { type FakeCall, type FakeJudge, type FakeJudgeOptions, fakeJudge } from './fake.ts'
import { ProviderError } from './provider.ts'
import { colours } from './test-support/colours.ts'

const question = (prompt: string) => ({
  step: 'free',
  prompt,
  schema: z.object({ a: z.number() }),
  typical: { a: 1 },
})

const ask = (judge: FakeJudge, prompt = 'What?') => judge.recording(() => {}).ask(question(prompt))
const grade = (judge: FakeJudge, ...texts: string[]) => judge.recording(() => {}).verdicts(colours(texts))

/** A model that refuses requests with a parameter of this name. */
const refusing =
  (parameter: string, has: (call: FakeCall) => boolean): NonNullable<FakeJudgeOptions['fault']> =>
  (call) =>
    has(call) ? new ProviderError('refused_parameter', `${parameter} is not supported`, { parameter }) : undefined

/** Two judges one after the other on one memory. */
async function twice(
  options: FakeJudgeOptions,
  use: (judge: FakeJudge) => Promise<unknown>,
): Promise<[FakeJudge, FakeJudge]> {
  const exchanges: Exchanges = memoryExchanges()
  const first = await fakeJudge({ ...options, exchanges })
  await use(first)
  await first.close()
  const second = await fakeJudge({ ...options, exchanges })
  await use(second)
  return [first, second]
}

describe('what a model refuses', () => {
  it('is left out from then on, said in what was spent, and known the next time', async () => {
    const fault = refusing('temperature', ({ request }) => 'temperature' in request.parameters)
    const options = { fault, settings: { parameters: { seed: 1 } } }
    const [first, second] = await twice(options, async (judge) => {
      expect(await ask(judge, 'one')).toEqual({ ok: true, value: { a: 1 } })
      expect(await ask(judge, 'two')).toEqual({ ok: true, value: { a: 1 } })
    })
    expect(first.calls.map(({ request }) => request.parameters)).toEqual([
      { temperature: 0, seed: 1 },
      { seed: 1 },
      { seed: 1 },
    ])
    expect(first.spent().dropped_parameters).toEqual(['temperature'])
    expect(second.calls).toEqual([])
    expect(second.spent().dropped_parameters).toEqual(['temperature'])
    expect(second.fingerprint).toBe(first.fingerprint)
  })

  it('is no value when it is refused all the same', async () => {
    const judge = await fakeJudge({ fault: refusing('top_k', () => true) })
    expect(await ask(judge)).toMatchObject({ ok: false, reason: 'provider_error' })
    expect(judge.calls.length).toBeLessThanOrEqual(3)
  })

  it('may be the number of candidates: fewer are asked for, then none', async () => {
    const fault = refusing('top_logprobs', ({ request }) => (request.top_logprobs ?? 0) > 5)
    const [first, second] = await twice({ fault, facts: { local: true } }, (judge) => grade(judge, 'red'))
    expect(first.calls.map(({ request }) => request.top_logprobs)).toEqual([20, 5])
    expect(first.grading).toBe('probability')
    expect(second.calls).toEqual([])

    const never = refusing('logprobs', ({ request }) => request.top_logprobs !== undefined)
    const judge = await fakeJudge({ fault: never })
    expect(await grade(judge, 'red')).toMatchObject({ ok: true, grading: 'verdict' })
    expect(judge.calls.map(({ request }) => request.top_logprobs)).toEqual([20, 5, undefined])
    expect(judge.grading).toBe('verdict')
  })
})

it('learns a refusal once, however many requests were in flight', async () => {
  const fault = refusing('top_logprobs', ({ request }) => (request.top_logprobs ?? 0) > 5)
  // A first answer, after which requests go out side by side.
  const judge = await fakeJudge({ fault, latencyMs: 2 })
  await ask(judge)
  expect(await grade(judge, 'a', 'b', 'c', 'd', 'e')).toMatchObject({ ok: true, grading: 'probability' })
  expect(judge.calls.filter(({ request }) => request.top_logprobs === 5)).toHaveLength(5)
})

describe('the way of demanding JSON', () => {
  it.each([
    ['is refused by name', () => new ProviderError('refused_parameter', 'no', { parameter: 'response_format' })],
    ['is answered as a bad request', () => new ProviderError('bad_request', 'what is json_schema?')],
  ])('that %s gives way to the next, once and for all', async (_what, error) => {
    const fault = ({ request }: FakeCall) => (request.structured === 'json_schema' ? error() : undefined)
    const [first, second] = await twice({ fault }, async (judge) => {
      for (const prompt of ['one', 'two']) expect(await ask(judge, prompt)).toMatchObject({ ok: true })
    })
    expect(first.calls.map(({ request }) => request.structured)).toEqual(['json_schema', 'json', 'json'])
    expect(second.calls).toEqual([])
  })

  it('that leads to nothing readable gives way to one that does', async () => {
    const reply = ({ request }: FakeCall) => (request.structured === 'json_schema' ? 'Sure! It is one.' : undefined)
    const judge = await fakeJudge({ reply })
    for (const prompt of ['one', 'two']) expect(await ask(judge, prompt)).toMatchObject({ ok: true })
    expect(judge.calls.map(({ request }) => request.structured)).toEqual(['json_schema', 'json', 'json'])
  })

  it('that was read once stays, whatever comes later', async () => {
    const reply = ({ number }: FakeCall) => (number === 1 ? undefined : 'nonsense')
    const judge = await fakeJudge({ reply })
    await ask(judge, 'one')
    expect(await ask(judge, 'two')).toMatchObject({ ok: false, reason: 'judge_unreadable' })
    expect(judge.calls.map(({ request }) => request.structured)).toEqual(['json_schema', 'json_schema', 'json_schema'])
  })
})

describe('probabilities', () => {
  it('that a model does not give although asked: grading falls to the verdict, and the next time it is asked in batches', async () => {
    const options = { probabilities: false, facts: { logprobs: undefined } } as unknown as FakeJudgeOptions
    const [first, second] = await twice(options, (judge) => grade(judge, 'red'))
    expect(first.asking).toBe('per_item')
    expect(first.grading).toBe('verdict')
    expect(second.asking).toBe('batched')
  })
})

describe('the words of a closed question', () => {
  const lists = {
    words: { warm: '熱的', cold: '冷的' },
    otherWords: [{ warm: '是', cold: '否' }],
  }

  it('give way to another list when the first token does not tell them apart, once and for all', async () => {
    const reply = ({ asked }: FakeCall) =>
      asked.form === 'single' && asked.words.warm === '熱的'
        ? { text: '冷的', first_token: [{ token: '\uFFFD', logprob: -0.1 }] }
        : undefined
    const verdict = () => ({ verdict: 'cold', probability: 0.8 })
    const [first, second] = await twice({ reply, verdict }, async (judge) => {
      const answer = await judge.recording(() => {}).verdicts(colours(['red', 'blue'], lists))
      expect(answer).toMatchObject({ ok: true, grading: 'probability' })
    })
    expect(first.calls.map(({ request }) => request.messages[0]?.content)).toContain('Is the colour warm? 是 or 否')
    expect(second.calls).toEqual([])
  })

  it('that did not serve are not tried again by another process, and a verdict names its word', async () => {
    const reply = ({ asked }: FakeCall) =>
      asked.form === 'single' && asked.words.warm === '熱的'
        ? { text: '冷的', first_token: [{ token: '\uFFFD', logprob: -0.1 }] }
        : undefined
    const options = { reply, verdict: () => 'warm', exchanges: memoryExchanges() }
    const first = await fakeJudge(options)
    const steps: Step[] = []
    const answer = await first.recording((step) => steps.push(step)).verdicts(colours(['red'], lists))
    expect(answer).toMatchObject({ ok: true, verdicts: [{ verdict: 'warm', word: '是' }] })
    await first.close()
    const [tried, kept] = await options.exchanges.exchanges([
      ...((steps[0]?.exchanges ?? []) as string[]),
      String(steps[0]?.exchange),
    ])
    expect(tried?.request.messages[0]?.content).toBe('Is the colour warm? 熱的 or 冷的')
    expect(kept?.request.messages[0]?.content).toBe('Is the colour warm? 是 or 否')
    const second = await fakeJudge(options)
    await second.recording(() => {}).verdicts(colours(['green'], lists))
    expect(second.calls.map(({ request }) => request.messages[0]?.content)).toEqual(['Is the colour warm? 是 or 否'])
  })

  it('are never a list whose words begin alike, when there is another', async () => {
    const judge = await fakeJudge()
    const alike = { words: { warm: '有用', cold: '有害' }, otherWords: [{ warm: '是', cold: '否' }] }
    await judge.recording(() => {}).verdicts(colours(['red'], alike))
    expect(judge.calls[0]?.asked).toMatchObject({ words: { warm: '是', cold: '否' } })
  })
})
