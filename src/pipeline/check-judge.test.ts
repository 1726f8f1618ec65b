import { describe, expect, it } from 'vitest'
import { judgeCheckOf } from '../analysis/judge-check.ts'
import type { CheckRecord } from '../core/judge-check.ts'
import { judgeSchema } from '../core/judge-config.ts'
import type { Language } from '../core/language.ts'
import { createBudget } from '../judge/budget.ts'
import { memoryExchanges } from '../judge/exchanges.ts'
import { type FakeCall, type FakeJudgeOptions, fakeJudge } from '../judge/fake.ts'
import type { Item } from '../judge/judge.ts'
import { probesFor } from '../judge/probes/by-language.ts'
import { renderPrompt } from '../judge/prompt.ts'
import { PROMPTS } from '../metrics/prompts/by-language.ts'
import { checkJudge } from './check-judge.ts'

interface Case {
  judge?: FakeJudgeOptions
  settings?: Record<string, unknown>
  quick?: boolean
  language?: Language
  signal?: AbortSignal
  exchanges?: ReturnType<typeof memoryExchanges>
  onOpen?: (calls: readonly FakeCall[]) => void
}

const GOLD = new Map(probesFor().flatMap(({ items }) => items.map(({ text, gold }) => [text, gold])))
const gold = ({ text }: Item) => GOLD.get(text) ?? 'none'
const answerCanary = ({ step, request }: FakeCall) =>
  step === 'canary' ? { json: { code: /KT-\d+-QZ/.exec(JSON.stringify(request.messages))?.[0] ?? '' } } : undefined

/** Checks a fake judge; without rules it is always right. */
async function check(options: Case = {}): Promise<CheckRecord & { calls: FakeCall[] }> {
  const { judge = {}, settings = {}, quick = false, language, exchanges = memoryExchanges() } = options
  const signal = options.signal ?? new AbortController().signal
  const parsed = judgeSchema.parse({ provider: 'recorded', model: 'fake', ...settings })
  const calls: FakeCall[] = []
  const opened: { calls: readonly FakeCall[] }[] = []
  const record = await checkJudge({
    settings: parsed,
    async open(changes, { apart = false, verifier = false } = {}) {
      const { verifier: verifying, ...rest } = judge
      const model = await fakeJudge({
        verdict: gold,
        reply: answerCanary,
        ...rest,
        ...(verifier && verifying !== undefined ? { verifier: verifying } : {}),
        settings: { ...settings, ...changes },
        exchanges: apart ? memoryExchanges() : exchanges,
        signal,
      })
      opened.push(model)
      return model
    },
    exchanges,
    probes: probesFor({ language, quick }),
    quick,
    signal,
    exhausted: () => judge.budget?.exhausted,
    log: () => {},
  })
  for (const one of opened) calls.push(...one.calls)
  return { ...record, calls }
}

describe('the labelled set and the prompts', () => {
  it('share no text: what a prompt shows as example is not asked', () => {
    const probes = probesFor()
    for (const { entailment, relevance, correct } of Object.values(PROMPTS)) {
      const about = { user_input: '', reference: '' }
      const shown = [
        ...renderPrompt(entailment.single([''], { id: '1', text: '' }, entailment.words[0])),
        ...renderPrompt(relevance.single(about, { id: '1', text: '' }, relevance.words[0])),
        ...renderPrompt(correct.single(about, { id: '1', text: '' }, correct.words[0])),
      ].map(({ content }) => content)
      const all = shown.join('\n')
      for (const probe of probes) {
        for (const { text } of probe.items) expect(all).not.toContain(text)
        if (probe.asks === 'entailment') expect(all).not.toContain(probe.passage)
      }
    }
  })
})

describe('what a check asks', () => {
  it('asks every item in every way, through the steps of the metrics', async () => {
    const { modes, calls } = await check({ language: 'en' })
    const items = probesFor({ language: 'en' }).flatMap((probe) => probe.items.map(({ id }) => id))
    expect(modes.map(({ mode }) => mode)).toEqual(['per_item', 'batched_with_reasons', 'batched'])
    for (const { items: asked } of modes) {
      expect(asked.map(({ id }) => id).sort()).toEqual([...items].sort())
      expect(asked.every(({ verdict, gold: right }) => verdict === right)).toBe(true)
    }
    expect(modes[0]?.calls.every(({ word_mass, word_named }) => word_mass === 1 && word_named === true)).toBe(true)
    expect(new Set(calls.map(({ step }) => step))).toEqual(new Set(['check', 'chunk_usefulness', 'correct', 'canary']))
  })

  it('asks for the same item again as real calls, in the way in use', async () => {
    const seen = new Map<string, number>()
    const { stability, calls } = await check({ language: 'en' })
    for (const { asked } of calls) {
      if (asked.form === 'single') seen.set(asked.item.text, (seen.get(asked.item.text) ?? 0) + 1)
    }
    expect(stability).toMatchObject({ mode: 'per_item', times: 3 })
    expect(stability?.equal).toBe(stability?.of)
    expect([...seen.values()].filter((times) => times >= 3).length).toBeGreaterThanOrEqual(stability?.of ?? 0)
  })

  it('counts items whose verdict changes when asked again', async () => {
    const asked = new Map<string, number>()
    const moody = (item: Item) => {
      const times = (asked.get(item.text) ?? 0) + 1
      asked.set(item.text, times)
      return times % 2 === 0 ? 'supported' : 'not_mentioned'
    }
    const { stability } = await check({
      language: 'en',
      settings: { asking: 'batched', reasons: 'none' },
      judge: {
        verdict: (item, { asked: { form, step } }) => (form !== 'free' && step === 'check' ? moody(item) : gold(item)),
      },
    })
    expect(stability?.mode).toBe('batched')
    expect(stability?.equal).toBeLessThan(stability?.of ?? 0)
  })

  it('asks less with quick: entailment alone in the ways that are not in use, no concurrency, 4,000 tokens at most', async () => {
    const { modes, concurrency, canary } = await check({ quick: true })
    const [single, batched] = modes
    expect(single?.items.length).toBeLessThan(50)
    expect(batched?.items.every(({ asks }) => asks === 'entailment')).toBe(true)
    expect(concurrency.recommended).toBeNull()
    expect(Math.max(...(canary?.tries.map(({ tokens }) => tokens) ?? []))).toBeLessThan(4200)
  })

  it('pays nothing again when everything was asked before, but for concurrency', async () => {
    const exchanges = memoryExchanges()
    await check({ exchanges, quick: true })
    const again = await check({ exchanges, quick: true })
    expect(again.calls).toEqual([])
    expect(again.complete).toBe(true)
  })

  it('stops when interrupted, and goes on from what is kept', async () => {
    const exchanges = memoryExchanges()
    const controller = new AbortController()
    let count = 0
    const first = await check({
      exchanges,
      quick: true,
      signal: controller.signal,
      judge: {
        verdict(item) {
          count += 1
          if (count === 10) controller.abort(new Error('interrupted'))
          return gold(item)
        },
      },
    })
    expect(first).toMatchObject({ complete: false, cut_short: 'interrupted', canary: null })
    const second = await check({ exchanges, quick: true })
    const fresh = await check({ quick: true })
    expect(second.complete).toBe(true)
    expect(second.calls.length).toBeLessThan(fresh.calls.length)
  })

  it('says that the budget cut it short', async () => {
    const budget = createBudget({ calls: 20 })
    const { complete, cut_short, calls } = await check({ quick: true, judge: { budget } })
    expect(complete).toBe(false)
    expect(cut_short).toMatch(/budget of 20 calls/)
    expect(calls).toHaveLength(20)
  })

  it('puts a verifier before the claims too, beside the judge', async () => {
    const { verifier, modes } = await check({
      language: 'en',
      settings: { verifier: { provider: 'recorded', model: 'fake-verifier' } },
      judge: { verifier: () => 0.9 },
    })
    expect(verifier?.fingerprint).toMatch(/fake-verifier/)
    expect(verifier?.items.every(({ verdict, asks }) => verdict === 'supported' && asks === 'entailment')).toBe(true)
    expect(modes[0]?.items.every(({ verdict, gold: right }) => verdict === right)).toBe(true)
  })
})

describe('the largest prompt that is read', () => {
  it('reads up to the window that the model has', async () => {
    const { canary } = await check({ language: 'en', judge: { facts: { window: 16_384 } } })
    expect(canary?.tries.every(({ outcome }) => outcome === 'found')).toBe(true)
    expect(canary?.stopped).toBe('the whole window of 16384 tokens was tried')
    expect(canary?.largest).toBeGreaterThan(0.6 * 16_384)
  })

  it('ends where the beginning is not found', async () => {
    const { canary } = await check({
      language: 'en',
      judge: {
        reply(call) {
          if (call.step !== 'canary') return undefined
          const long = JSON.stringify(call.request.messages).length > 9_000
          return long ? { json: { code: 'KT-0000-QZ' } } : answerCanary(call)
        },
      },
    })
    expect(canary?.tries.map(({ outcome }) => outcome)).toEqual(['found', 'found', 'not_found'])
    expect(canary?.largest).toBeLessThan(3000)
  })
})

describe('requests in flight', () => {
  it('grow while they pay', async () => {
    const { concurrency } = await check({ language: 'en', judge: { latencyMs: 15 } })
    expect(concurrency.recommended).toBe(8)
    expect(concurrency.measured.map(({ in_flight }) => in_flight)).toEqual([1, 2, 4, 8])
  })

  it('are not measured where the settings limit requests a minute', async () => {
    const { concurrency } = await check({ language: 'en', settings: { requests_per_minute: 100_000 } })
    expect(concurrency).toMatchObject({ recommended: null, measured: [] })
  })
})

describe('what a check makes of a judge', () => {
  const judged = async (options: Case) =>
    judgeCheckOf(await check(options), {
      model: 'fake:fake',
      fingerprint: 'fake:fake#1',
      checked_at: '2026-01-01T00:00:00.000Z',
      quick: options.quick === true,
    })

  it('one that is always right', async () => {
    expect(await judged({})).toMatchObject({
      usable: 'single_answers',
      items: 125,
      accuracy: { value: 1, n: 125 },
      by_language: { en: { n: 51 }, 'zh-Hant': { n: 37 }, 'zh-Hans': { n: 37 } },
      stability: { share: 1 },
    })
  })

  it('one that says yes to everything', async () => {
    const yes = await judged({
      judge: { verdict: (_item, { asked }) => (asked.form === 'free' ? '' : (asked.classes[0] ?? '')) },
    })
    expect(yes).toMatchObject({ usable: 'no', modes: [{ auc_word: 0.5, auc_probability: 0.5 }, {}, {}] })
  })

  it('one that answers in prose', async () => {
    const prose = await judged({
      quick: true,
      judge: { reply: () => 'Well, that depends on how you see it.', probabilities: false },
    })
    expect(prose).toMatchObject({ usable: 'no', accuracy: { value: null }, words: { probabilities: false } })
    expect(prose.advice).toMatch(/got no verdict that can be read/)
    expect(prose.modes[0]?.by_reason).toEqual({ judge_unreadable: 41 })
  })

  it('one that is weak in Chinese', async () => {
    const weak = await judged({
      judge: {
        verdict: (item) => (/\p{sc=Han}/u.test(item.text) && item.text.length % 2 === 0 ? 'not_mentioned' : gold(item)),
      },
    })
    expect(weak.by_language.en?.value).toBe(1)
    expect(weak.warnings.join()).toMatch(/weaker in Chinese/)
  })
})
