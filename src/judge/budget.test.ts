import { getEventListeners } from 'node:events'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Prices } from '../core/judge-config.ts'
import { type Budget, createBudget, type Ticket } from './budget.ts'

const prices: Prices = { input_usd_per_million: 1, output_usd_per_million: 4 }
const free: Prices = { input_usd_per_million: 0, output_usd_per_million: 0 }
const request = { prompt_tokens: 1_000, completion_tokens: 200 }
const { signal } = new AbortController()

function granted(outcome: Ticket | { exhausted: string }): Ticket {
  if ('exhausted' in outcome) throw new Error(`refused: ${outcome.exhausted}`)
  return outcome
}

const served = { provider: 'openai-compatible', model: 'judge-1', address: 'https://models.example', local: false }

/** Asks `count` times one after another, each using `used`; returns how often it was let through. */
function askUntilRefused(budget: Budget, used = request): { calls: number; refusal: string } {
  for (let calls = 0; calls < 10_000; calls++) {
    const outcome = budget.reserve(request, prices)
    if ('exhausted' in outcome) return { calls, refusal: outcome.exhausted }
    budget.settle(outcome, used)
  }
  throw new Error('never refused')
}

describe('a limit', () => {
  it('on calls lets exactly that many through', () => {
    expect(askUntilRefused(createBudget({ calls: 7 }))).toEqual({
      calls: 7,
      refusal: 'the budget of 7 calls is used up',
    })
  })

  it('on tokens stops before the call that would cross it, and is met exactly', () => {
    expect(askUntilRefused(createBudget({ tokens: 12_000 })).calls).toBe(10)
    expect(askUntilRefused(createBudget({ tokens: 11_999 }))).toEqual({
      calls: 9,
      refusal: 'the budget of 11999 tokens is used up: 10800 spent, and the next call may use 1200',
    })
  })

  it('on money stops before the call that would cross it, and is met exactly', () => {
    // A request costs 0.001 + 0.0008 dollars.
    expect(askUntilRefused(createBudget({ cost_usd: 0.018 })).calls).toBe(10)
    expect(askUntilRefused(createBudget({ cost_usd: 0.0179 }))).toEqual({
      calls: 9,
      refusal: 'the budget of 0.018 USD is used up: 0.016 USD spent, and the next call may cost 0.0018 USD',
    })
  })

  it('that is absent is none', () => {
    const budget = createBudget()
    for (let i = 0; i < 1_000; i++) budget.settle(granted(budget.reserve(request)), request)
    expect(budget.spent()).toEqual({ calls: 1_000, tokens: 1_200_000, cost_usd: null })
    expect(budget.exhausted).toBeUndefined()
  })

  it('is shared by models of different prices', () => {
    const budget = createBudget({ cost_usd: 0.002 })
    budget.settle(granted(budget.reserve(request, prices)), request)
    for (let i = 0; i < 50; i++) budget.settle(granted(budget.reserve(request, free)), request)
    expect(budget.spent()).toEqual({ calls: 51, tokens: 61_200, cost_usd: 0.0018 })
    expect(budget.reserve(request, prices)).toHaveProperty('exhausted')
  })

  it('refuses everything after the first refusal, also what would still fit', () => {
    const budget = createBudget({ tokens: 1_000 })
    const refusal = budget.reserve(request)
    expect(refusal).toHaveProperty('exhausted')
    expect(budget.reserve({ prompt_tokens: 1, completion_tokens: 0 })).toEqual(refusal)
    expect(budget.exhausted).toBe((refusal as { exhausted: string }).exhausted)
  })
})

describe('what is spent', () => {
  it('is what the provider reports, with kept tokens at their own price', () => {
    const budget = createBudget({ cost_usd: 1 })
    const cached: Prices = { ...prices, cached_input_usd_per_million: 0.1 }
    budget.settle(granted(budget.reserve(request, cached)), {
      prompt_tokens: 900,
      completion_tokens: 50,
      cached_tokens: 800,
    })
    expect(budget.spent()).toEqual({ calls: 1, tokens: 950, cost_usd: (100 + 80 + 200) / 1e6 })
  })

  it('is what was reserved where the provider reports nothing', () => {
    const budget = createBudget({ cost_usd: 1 })
    budget.settle(granted(budget.reserve(request, prices)), null)
    budget.settle(granted(budget.reserve(request, prices)), { prompt_tokens: 10, completion_tokens: null })
    expect(budget.spent()).toEqual({ calls: 2, tokens: 2_400, cost_usd: 0.0036 })
  })

  it('is a call and no tokens when the request failed', () => {
    const budget = createBudget({ calls: 2, tokens: 1_200 })
    budget.release(granted(budget.reserve(request, prices)))
    expect(budget.spent()).toEqual({ calls: 1, tokens: 0, cost_usd: 0 })
    budget.settle(granted(budget.reserve(request, prices)), request)
    expect(budget.reserve(request, prices)).toEqual({ exhausted: 'the budget of 2 calls is used up' })
  })

  it('is counted once, however often a ticket is handed back', () => {
    const budget = createBudget({ tokens: 10_000 })
    const ticket = granted(budget.reserve(request))
    budget.settle(ticket, request)
    budget.settle(ticket, request)
    budget.release(ticket)
    expect(budget.spent()).toMatchObject({ calls: 1, tokens: 1_200 })
  })
})

describe('an unknown price', () => {
  it('refuses a cost limit at the start and says how to give a price', () => {
    const budget = createBudget({ cost_usd: 5 })
    expect(() => budget.admit(served, undefined, 'judge')).toThrow(
      expect.objectContaining({
        code: 'unknown_price',
        message:
          'budget.cost_usd cannot be kept: the price of openai-compatible judge-1 at https://models.example (judge) is not known',
        hint: expect.stringContaining('prices: {input_usd_per_million'),
      }),
    )
    expect(() => budget.reserve(request)).toThrow(expect.objectContaining({ code: 'unknown_price' }))
  })

  it('does not matter without a cost limit, and a price of 0 is a price', () => {
    createBudget({ calls: 5 }).admit(served, undefined)
    createBudget({ cost_usd: 5 }).admit(served, free)
  })
})

describe('requests in flight', () => {
  it('count with what they may use, so that a limit is never crossed', () => {
    const budget = createBudget({ tokens: 2_500 })
    granted(budget.reserve(request))
    granted(budget.reserve(request))
    expect(budget.reserve(request)).toEqual({
      exhausted:
        'the budget of 2500 tokens is used up: 0 spent, and the next call may use 1200 (calls in flight counted)',
    })
    expect(budget.exhausted).toBeUndefined()
  })

  it('are waited for while they may turn out smaller, first come first served', async () => {
    const budget = createBudget({ tokens: 2_500 })
    const [first, second] = [granted(budget.reserve(request)), granted(budget.reserve(request))]
    const order: string[] = []
    const noted = (name: string) => (outcome: Ticket | { exhausted: string }) => {
      order.push(name)
      return outcome
    }
    const third = budget.acquire(request, undefined, signal).then(noted('third'))
    const fourth = budget.acquire({ prompt_tokens: 1, completion_tokens: 1 }, undefined, signal).then(noted('fourth'))
    budget.settle(first, { prompt_tokens: 50, completion_tokens: 10 })
    granted(await third)
    budget.settle(second, { prompt_tokens: 50, completion_tokens: 10 })
    granted(await fourth)
    expect(order).toEqual(['third', 'fourth'])
  })

  it('end the wait with a refusal when they used what was reserved', async () => {
    const budget = createBudget({ tokens: 2_400 })
    const tickets = [granted(budget.reserve(request)), granted(budget.reserve(request))]
    const waiting = [budget.acquire(request, undefined, signal), budget.acquire(request, undefined, signal)]
    for (const ticket of tickets) budget.settle(ticket, request)
    for (const outcome of await Promise.all(waiting))
      expect(outcome).toEqual({
        exhausted: 'the budget of 2400 tokens is used up: 2400 spent, and the next call may use 1200',
      })
  })

  it('are not waited for after an abort', async () => {
    const stop = new AbortController()
    const budget = createBudget({ tokens: 1_300 })
    granted(budget.reserve(request))
    const waiting = budget.acquire(request, undefined, stop.signal)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(budget.acquire(request, undefined, stop.signal)).rejects.toThrow('enough')
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('hang on one listener, and twenty thousand that wait go on one after another in linear time', async () => {
    const run = new AbortController()
    const begun = performance.now()
    const budget = createBudget({ tokens: 20_000 * 1_200 })
    let last = granted(budget.reserve({ prompt_tokens: 19_999 * 1_200 + 1, completion_tokens: 0 }, prices))
    const order: number[] = []
    const waiting = Array.from({ length: 20_000 }, (_, index) =>
      budget.acquire(request, prices, run.signal).then((outcome) => {
        order.push(index)
        return outcome
      }),
    )
    expect(getEventListeners(run.signal, 'abort').length).toBeLessThanOrEqual(1)
    for (const one of waiting) {
      budget.settle(last, { prompt_tokens: 0, completion_tokens: 0 })
      last = granted(await one)
    }
    expect(order).toEqual(waiting.map((_, index) => index))
    expect(performance.now() - begun).toBeLessThan(2_000)
  })
})

it('crosses no limit, whatever requests use up to what they reserved, and ends every wait', async () => {
  const call = fc.record({
    prompt_tokens: fc.integer({ min: 0, max: 5_000 }),
    completion_tokens: fc.integer({ min: 0, max: 500 }),
    used: fc.double({ min: 0, max: 1, noNaN: true }),
    fails: fc.boolean(),
  })
  const limit = (max: number) => fc.option(fc.integer({ min: 1, max }), { nil: undefined })
  const limits = fc.record({ calls: limit(30), tokens: limit(60_000), milliDollars: limit(80) })
  await fc.assert(
    fc.asyncProperty(limits, fc.array(call, { maxLength: 60 }), async ({ calls, tokens, milliDollars }, requests) => {
      const cost_usd = milliDollars === undefined ? undefined : milliDollars / 1000
      const budget = createBudget({ calls, tokens, cost_usd })
      const outcomes = requests.map(async ({ used, fails, ...reservation }, place) => {
        const outcome = await budget.acquire(reservation, prices, signal)
        if ('exhausted' in outcome) return 0
        for (let turn = 0; turn < place % 5; turn++) await Promise.resolve()
        if (fails) budget.release(outcome)
        else
          budget.settle(outcome, {
            prompt_tokens: Math.floor(reservation.prompt_tokens * used),
            completion_tokens: Math.floor(reservation.completion_tokens * used),
          })
        return 1
      })
      const through = (await Promise.all(outcomes)).reduce<number>((sum, one) => sum + one, 0)
      const spent = budget.spent()
      expect(spent.calls).toBe(through)
      expect(spent.calls).toBeLessThanOrEqual(calls ?? Number.POSITIVE_INFINITY)
      expect(spent.tokens).toBeLessThanOrEqual(tokens ?? Number.POSITIVE_INFINITY)
      expect(spent.cost_usd).toBeLessThanOrEqual((cost_usd ?? Number.POSITIVE_INFINITY) + 1e-7)
      if (through < requests.length) expect(budget.exhausted).toBeTypeOf('string')
    }),
  )
})
