import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { judgeSchema } from '../core/judge-config.ts'
import { createBudget } from './budget.ts'
import { memoryExchanges } from './exchanges.ts'
import { fakeProvider } from './fake.ts'
import { openJudge } from './open-judge.ts'
import { PRICE_TABLES } from './price-table.ts'
import { costOf, pricesOf, type ServedModel } from './prices.ts'
import { colours } from './test-support/colours.ts'

const openai = (model: string): ServedModel => ({
  provider: 'openai-compatible',
  model,
  address: 'https://api.openai.com:443',
  local: false,
})

describe('pricesOf', () => {
  it('is 0 for a recording, whoever was recorded: nobody is asked', async () => {
    const recorded = { provider: 'recorded', model: 'gpt-4o-mini', address: 'exchanges.jsonl', local: false }
    expect(pricesOf(recorded)?.dated).toBe('recorded, asks nobody')
    const provider = { ...fakeProvider('gpt-4o-mini', { facts: { local: false } }, []), ...recorded }
    const judge = await openJudge(judgeSchema.parse({ provider: 'recorded', model: 'exchanges.jsonl' }), {
      provider,
      exchanges: memoryExchanges(),
      budget: createBudget({ cost_usd: 0 }),
      signal: new AbortController().signal,
    })
    expect(await judge.recording(() => {}).verdicts(colours(['red']))).toMatchObject({ ok: true })
    expect(judge.spent()).toMatchObject({ calls: 1, cost_usd: 0 })
  })

  it('knows a model at the address of its maker, with date and source', () => {
    expect(pricesOf(openai('gpt-4o-mini'))).toEqual({
      prices: { input_usd_per_million: 0.15, cached_input_usd_per_million: 0.075, output_usd_per_million: 0.6 },
      dated: "as of 2026-11-05, OpenAI's price page (for prompts up to 272,000 tokens)",
    })
  })

  it('does not know the same name at another address, for a reseller has prices of its own', () => {
    for (const address of [
      'https://openrouter.ai',
      'https://api.openai.com.example.org',
      'https://10.0.0.7:8000',
      'embedded',
    ])
      expect(pricesOf({ ...openai('gpt-4o-mini'), address })).toBeUndefined()
  })

  it('knows dated states of a model, and the one that costs more', () => {
    expect(pricesOf(openai('gpt-4o-2024-08-06'))?.prices.input_usd_per_million).toBe(2.5)
    expect(pricesOf(openai('gpt-4o-2024-05-13'))?.prices).toEqual({
      input_usd_per_million: 5,
      output_usd_per_million: 15,
    })
    const anthropic = {
      provider: 'anthropic',
      model: 'claude-haiku-4-5-20251001',
      address: 'https://api.anthropic.com',
      local: false,
    }
    expect(pricesOf(anthropic)?.prices.output_usd_per_million).toBe(5)
    const google = {
      provider: 'google',
      model: 'models/gemini-3.5-flash',
      address: 'https://generativelanguage.googleapis.com',
      local: false,
    }
    expect(pricesOf(google)?.prices.input_usd_per_million).toBe(1.5)
  })

  it('does not guess the price of a model by a similar name', () => {
    for (const name of ['gpt-4o-audio-preview', 'gpt-5.4-pro', 'GPT-4O', 'constructor', '__proto__', ''])
      expect(pricesOf(openai(name))).toBeUndefined()
  })

  it('says that what runs on this machine costs nothing for that reason', () => {
    const local = { provider: 'ollama', model: 'qwen2.5:7b-instruct', address: 'http://127.0.0.1:11434', local: true }
    expect(pricesOf(local)).toEqual({
      prices: { input_usd_per_million: 0, output_usd_per_million: 0 },
      dated: 'runs on this machine',
    })
  })

  it('puts the configuration first', () => {
    const prices = { input_usd_per_million: 9, output_usd_per_million: 9 }
    expect(pricesOf(openai('gpt-4o-mini'), prices)).toEqual({ prices, dated: 'from the configuration' })
    expect(pricesOf({ ...openai('any'), local: true }, prices)?.prices).toBe(prices)
  })
})

describe('costOf', () => {
  const prices = { input_usd_per_million: 2, cached_input_usd_per_million: 0.5, output_usd_per_million: 8 }

  it('adds prompt, kept and reply tokens at their prices', () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 250_000, cached_tokens: 400_000 }
    expect(costOf(usage, prices)).toBeCloseTo(0.6 * 2 + 0.4 * 0.5 + 0.25 * 8, 12)
  })

  it('charges kept tokens in full where no price for them is known', () => {
    const usage = { prompt_tokens: 1_000_000, completion_tokens: 0, cached_tokens: 400_000 }
    expect(costOf(usage, { input_usd_per_million: 2, output_usd_per_million: 8 })).toBe(2)
  })

  it('is null, never 0, when the price or the tokens are unknown', () => {
    const usage = { prompt_tokens: 10, completion_tokens: 10 }
    expect(costOf(usage, undefined)).toBeNull()
    expect(costOf(usage, null)).toBeNull()
    expect(costOf(null, prices)).toBeNull()
    expect(costOf({ prompt_tokens: null, completion_tokens: 10 }, prices)).toBeNull()
    expect(costOf({ prompt_tokens: 10, completion_tokens: null }, prices)).toBeNull()
  })

  it('is 0 for a free model whatever it reports, and needs no reply tokens where these are free', () => {
    expect(costOf(null, { input_usd_per_million: 0, output_usd_per_million: 0 })).toBe(0)
    expect(
      costOf(
        { prompt_tokens: 1_000_000, completion_tokens: null },
        { input_usd_per_million: 0.02, output_usd_per_million: 0 },
      ),
    ).toBe(0.02)
  })

  it('is never negative and grows with every count', () => {
    const count = fc.integer({ min: 0, max: 10_000_000 })
    fc.assert(
      fc.property(count, count, count, count, (prompt_tokens, completion_tokens, cached_tokens, more) => {
        const cost = costOf({ prompt_tokens, completion_tokens, cached_tokens }, prices) ?? -1
        expect(cost).toBeGreaterThanOrEqual(0)
        expect(
          costOf({ prompt_tokens, completion_tokens: completion_tokens + more, cached_tokens }, prices),
        ).toBeGreaterThanOrEqual(cost)
      }),
    )
  })
})

describe('the price table', () => {
  it('has a date, a source and prices that make sense', () => {
    for (const { dated, source, hosts, models } of PRICE_TABLES) {
      expect(dated).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(source).not.toBe('')
      expect(hosts.length).toBeGreaterThan(0)
      for (const [name, [input, cached, output]] of Object.entries(models)) {
        expect(input, name).toBeGreaterThan(0)
        expect(cached ?? 0, name).toBeLessThan(input)
        if (!name.includes('embedding')) expect(output, name).toBeGreaterThan(input)
      }
    }
  })
})
