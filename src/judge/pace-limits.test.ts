import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'
import { fault, pacedServer } from './test-support/paced-server.ts'
import { virtualTime } from './test-support/virtual-time.ts'

/** A server that proved itself to its pace with one answer. */
async function proven(...args: Parameters<typeof pacedServer>) {
  const server = pacedServer(...args)
  server.ask()
  await server.time.advance()
  return server
}

const times = (count: number, action: () => void) => {
  for (let i = 0; i < count; i++) action()
}

describe('the number in flight', () => {
  it('is halved once for a burst of refusals and climbs back slowly, never above the given one', async () => {
    const server = await proven({ concurrency: 16, random: () => 0 }, (request) =>
      request > 1 && request <= 17 ? { error: fault('rate_limited') } : {},
    )
    times(16, () => server.ask())
    await server.time.advance(200)
    times(1_000, () => server.ask())
    let highest = 0
    const reached = new Map<number, number>()
    for (let step = 0; step < 400; step++) {
      await server.time.advance(100)
      highest = Math.max(highest, server.pace.limit)
      if (!reached.has(server.pace.limit)) reached.set(server.pace.limit, server.seen.length)
    }
    expect(highest).toBe(16)
    expect(reached.has(8)).toBe(true)
    // From 8 to 16 takes two rounds of answers for each step.
    expect((reached.get(16) ?? 0) - (reached.get(8) ?? 0)).toBeGreaterThan(150)
    expect(server.outcomes.size).toBe(1_017)
  })

  it('goes down to one and not below', async () => {
    const server = await proven({ concurrency: 4, retries: 20 }, (request) =>
      request > 1 && request < 20 ? { ms: 10, error: fault('rate_limited') } : {},
    )
    times(10, () => server.ask())
    await server.time.advance()
    expect(server.outcomes.size).toBe(11)
    expect([...server.outcomes.values()].every((outcome) => 'attempts' in outcome)).toBe(true)
  })
})

describe('a provider that has gone', () => {
  const dead = (from: number, until = Number.POSITIVE_INFINITY) =>
    proven({ concurrency: 8 }, (_request, { at }) =>
      at >= from && at < until ? { ms: 5, error: fault('unavailable') } : {},
    )

  it('ends the pace after about two minutes instead of failing every task by itself', async () => {
    const server = await dead(1_000)
    times(1_000, () => server.ask())
    await server.time.advance()
    const asked = server.seen.filter(({ at }) => at >= 1_000).length
    expect(asked).toBeLessThan(60)
    expect(server.pace.closedBy?.message).toMatch(/not asked any more after \d+ failures in a row without an answer$/)
    expect(server.outcomes.size).toBe(1_001)
    expect(server.time.now()).toBeLessThan(150_000)
    expect(server.time.timers).toBe(0)
  })

  it('is asked by one request at a time, and by all again when it is back', async () => {
    const server = await dead(1_000, 20_000)
    times(400, () => server.ask())
    await server.time.advance()
    const lost = [...server.outcomes.values()].filter((outcome) => 'error' in outcome).length
    expect(lost).toBeLessThanOrEqual(2)
    expect(server.seen.filter(({ at }) => at > 5_000 && at < 20_000).length).toBeLessThan(16)
    expect(server.pace.closedBy).toBeUndefined()
  })

  it('is not taken for gone because it cannot answer some of the questions', async () => {
    const server = await proven({ concurrency: 4, retries: 4 }, (_request, { task }) =>
      task % 5 === 0 ? { error: fault('unavailable') } : {},
    )
    times(300, () => server.ask())
    await server.time.advance()
    expect([...server.outcomes.values()].filter((outcome) => 'error' in outcome).length).toBe(60)
    expect(server.pace.closedBy).toBeUndefined()
    server.ask()
    await server.time.advance()
    expect(server.outcomes.get(302)).toEqual({ attempts: 1 })
  })
})

describe('limits a minute', () => {
  /** The largest sum of `amount` over any minute. */
  const fullestMinute = (entries: { at: number; amount: number }[]) =>
    Math.max(
      ...entries.map(({ at }) =>
        entries
          .filter((entry) => entry.at >= at && entry.at < at + 60_000)
          .reduce((sum, { amount }) => sum + amount, 0),
      ),
    )

  it.each([6, 10, 60, 500])(
    'sends no more than %i requests in any minute, and hardly fewer',
    async (requestsPerMinute) => {
      const server = pacedServer({ concurrency: 64, requestsPerMinute })
      times(requestsPerMinute * 3, () => server.ask())
      await server.time.advance()
      expect(fullestMinute(server.seen.map(({ at }) => ({ at, amount: 1 })))).toBe(requestsPerMinute)
      expect(server.time.now()).toBeLessThan(3 * 60_000 + 1_000)
      expect(server.seen.filter(({ at }) => at < 10_000).length).toBeLessThanOrEqual(Math.ceil(requestsPerMinute / 6))
    },
  )

  it('sends no more tokens in any minute than allowed, but lets a larger prompt go alone', async () => {
    const server = pacedServer({ concurrency: 64, tokensPerMinute: 10_000 })
    const sizes = Array.from({ length: 120 }, (_, place) => (place === 60 ? 25_000 : 200 + ((place * 131) % 700)))
    for (const tokens of sizes) server.ask({ tokens })
    await server.time.advance()
    const entries = server.seen.map(({ at, task }) => ({ at, amount: sizes[task - 1] ?? 0 }))
    expect(fullestMinute(entries.filter(({ amount }) => amount < 25_000))).toBeLessThanOrEqual(10_000)
    const large = entries.find(({ amount }) => amount === 25_000)
    expect(entries.filter(({ at }) => Math.abs(at - (large?.at ?? 0)) < 60_000).length).toBe(1)
    expect(server.outcomes.size).toBe(120)
  })

  it('does not count a turn in which nothing was asked: tasks that give theirs back are over at once', async () => {
    const time = virtualTime()
    const pace = createPace({ concurrency: 4, retries: 4, requestsPerMinute: 6, tokensPerMinute: 1_000, clock: time })
    const { signal } = new AbortController()
    const refused = () => Promise.reject(new Error('the budget is used up'))
    const outcomes = Array.from({ length: 500 }, () => pace.run(900, refused, signal).catch(String))
    await time.advance()
    expect(new Set(await Promise.all(outcomes))).toEqual(new Set(['Error: the budget is used up']))
    expect(time.now()).toBe(0)
  })

  it('counts retries as requests', async () => {
    const server = pacedServer({ concurrency: 4, requestsPerMinute: 6, retries: 1 }, (request) =>
      request % 2 === 0 ? { error: fault('unavailable') } : {},
    )
    times(8, () => server.ask())
    await server.time.advance()
    expect(fullestMinute(server.seen.map(({ at }) => ({ at, amount: 1 })))).toBeLessThanOrEqual(6)
  })
})

describe('an abort', () => {
  it('lets go at once of what waits in line, for another try, or for the provider', async () => {
    const stop = new AbortController()
    const server = await proven({ concurrency: 2 }, (request) => {
      if (request === 2) return { ms: 10, error: fault('unavailable') }
      return request === 3 ? { ms: 20, error: fault('rate_limited', 60_000) } : {}
    })
    times(10, () => server.ask({ signal: stop.signal }))
    server.ask()
    await server.time.advance(30)
    const seen = server.seen.length
    stop.abort(new Error('enough'))
    await server.time.advance(0)
    // One of the ten is under way; what becomes of it is its own business.
    expect([...server.outcomes.values()].filter((outcome) => 'error' in outcome).length).toBe(9)
    expect(server.outcomes.get(5)).toEqual({ error: new Error('enough') })
    expect(server.seen.length).toBe(seen)
    await server.time.advance()
    expect(server.outcomes.get(12)).toEqual({ attempts: 1 })
    expect(server.time.timers).toBe(0)
    expect(getEventListeners(stop.signal, 'abort')).toEqual([])
  })

  it('refuses a task whose signal was aborted before', async () => {
    const server = pacedServer({})
    server.ask({ signal: AbortSignal.abort(new Error('late')) })
    await server.time.advance()
    expect(server.outcomes.get(1)).toEqual({ error: new Error('late') })
    expect(server.seen).toEqual([])
  })

  it('frees the place of a task that went alone', async () => {
    const stop = new AbortController()
    const server = pacedServer({ concurrency: 2 }, (request) =>
      request === 1 ? { ms: 0, error: fault('unavailable') } : {},
    )
    server.ask({ signal: stop.signal })
    server.ask()
    await server.time.advance(100)
    expect(server.seen.length).toBe(1)
    stop.abort()
    await server.time.advance()
    expect(server.outcomes.get(2)).toEqual({ attempts: 1 })
  })
})
