import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { createPace } from './pace.ts'
import { fault, pacedServer } from './test-support/paced-server.ts'

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

describe('order and number of requests', () => {
  it('hands on the value and says after how many attempts it came', async () => {
    const pace = createPace({ concurrency: 1, retries: 0 })
    const outcome = await pace.run(1, async (attempt) => `answer ${attempt}`, new AbortController().signal)
    expect(outcome).toEqual({ value: 'answer 1', attempts: 1 })
  })

  it('keeps as many requests in flight as allowed, first come first served', async () => {
    const server = pacedServer({ concurrency: 5 })
    times(53, () => server.ask())
    await server.time.advance()
    expect(server.most()).toBe(5)
    expect(server.seen.map(({ task }) => task)).toEqual(Array.from({ length: 53 }, (_, place) => place + 1))
    expect(server.outcomes.size).toBe(53)
  })

  it.each([16, 64])('with %i in flight loses no time but the first answer', async (concurrency) => {
    const server = pacedServer({ concurrency })
    times(4_000, () => server.ask())
    await server.time.advance()
    const ideal = (4_000 * 200) / concurrency
    expect(server.time.now()).toBeLessThanOrEqual(ideal + 2 * 200)
  })

  it('queues twenty thousand tasks and sets one listener for their signal', async () => {
    const pace = createPace({ concurrency: 16, retries: 0 })
    const { signal } = new AbortController()
    const begun = performance.now()
    const tasks = Array.from({ length: 20_000 }, () => pace.run(1, async () => 1, signal))
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1)
    await Promise.all(tasks)
    expect(performance.now() - begun).toBeLessThan(3_000)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a provider that has not answered yet', () => {
  it.each(['auth', 'unknown_model', 'quota', 'unsupported', 'misconfigured'] as const)(
    'costs one call when it answers %s, and all that wait are refused with that error',
    async (kind) => {
      const error = fault(kind)
      const server = pacedServer({ concurrency: 16 }, () => ({ error }))
      times(100, () => server.ask())
      await server.time.advance()
      expect(server.seen.length).toBe(1)
      expect([...server.outcomes.values()]).toEqual(Array.from({ length: 100 }, () => ({ error })))
      server.ask()
      await server.time.advance()
      expect(server.seen.length).toBe(1)
      expect(server.pace.closedBy).toBe(error)
      expect(server.time.timers).toBe(0)
    },
  )

  it('lets the others go when the first answer takes its time', async () => {
    const server = pacedServer({ concurrency: 4 }, () => ({ ms: 20_000 }))
    times(4, () => server.ask())
    await server.time.advance()
    expect(server.seen.map(({ at }) => at)).toEqual([0, 1_500, 1_500, 1_500])
    expect(server.time.timers).toBe(0)
  })

  it('is proven by the refusal of one request, but not by a refused parameter', async () => {
    const refused = pacedServer({ concurrency: 4 }, (request) => (request === 1 ? { error: fault('bad_request') } : {}))
    times(4, () => refused.ask())
    await refused.time.advance()
    expect(refused.seen.map(({ at }) => at)).toEqual([0, 200, 200, 200])
    const parameter = pacedServer({ concurrency: 4 }, (request) =>
      request <= 2 ? { error: fault('refused_parameter') } : {},
    )
    times(5, () => parameter.ask())
    await parameter.time.advance()
    expect(parameter.seen.map(({ at }) => at)).toEqual([0, 200, 400, 600, 600])
  })

  it('costs what is in flight when its key ends later', async () => {
    const server = await proven({ concurrency: 16 }, (request) => (request > 1 ? { error: fault('auth') } : {}))
    times(500, () => server.ask())
    await server.time.advance()
    expect(server.seen.length).toBe(1 + 16)
    expect(server.outcomes.size).toBe(501)
  })
})

describe('errors that may pass', () => {
  it.each(['rate_limited', 'unavailable', 'timeout'] as const)('tries %s again up to the limit', async (kind) => {
    const server = await proven({ retries: 3, concurrency: 8 }, (request) =>
      request > 1 ? { error: fault(kind) } : {},
    )
    server.ask()
    await server.time.advance()
    expect(server.seen.filter(({ task }) => task === 2).map(({ attempt }) => attempt)).toEqual([1, 2, 3, 4])
    expect(server.outcomes.get(2)).toMatchObject({ error: { kind } })
    expect(server.time.timers).toBe(0)
  })

  it.each(['refused_parameter', 'too_long', 'bad_request', 'bad_reply'] as const)(
    'does not try %s again',
    async (kind) => {
      const server = await proven({}, (request) => (request > 1 ? { error: fault(kind) } : {}))
      server.ask()
      await server.time.advance()
      expect(server.seen.length).toBe(2)
    },
  )

  it('does not try again what is no error of the provider', async () => {
    const error = new TypeError('a fault of our own')
    const server = await proven({}, (request) => (request > 1 ? { error } : {}))
    server.ask()
    await server.time.advance()
    expect(server.outcomes.get(2)).toEqual({ error })
    expect(server.seen.length).toBe(2)
  })

  it.each([
    [0, [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]],
    [1, [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]],
  ])('waits twice as long after each failure, with jitter (random %d)', async (random, waits) => {
    const server = await proven({ retries: 7, concurrency: 8, random: () => random }, (request) =>
      request > 1 ? { error: fault('unavailable'), ms: 0 } : {},
    )
    server.ask()
    await server.time.advance()
    const begun = server.seen.filter(({ task }) => task === 2).map(({ at }) => at)
    expect(begun.slice(1).map((at, place) => at - (begun[place] ?? 0))).toEqual(waits)
  })

  it('counts the attempts of an answer that came in the end', async () => {
    const server = await proven({}, (request) => (request === 2 || request === 3 ? { error: fault('timeout') } : {}))
    server.ask()
    await server.time.advance()
    expect(server.outcomes.get(2)).toEqual({ attempts: 3 })
  })

  it('lets a task that comes back go before those that have not begun', async () => {
    const server = await proven({ concurrency: 1 }, (request) =>
      request === 2 ? { error: fault('unavailable'), ms: 0 } : { ms: 700 },
    )
    times(6, () => server.ask())
    await server.time.advance()
    expect(server.seen.map(({ task }) => task)).toEqual([1, 2, 3, 4, 2, 5, 6, 7])
  })
})

describe('Retry-After', () => {
  it('keeps every request of the provider waiting for exactly that long', async () => {
    const server = await proven({ concurrency: 4 }, (request) =>
      request === 2 ? { ms: 50, error: fault('rate_limited', 2_000) } : {},
    )
    const before = server.time.now()
    times(20, () => server.ask())
    await server.time.advance()
    const begun = server.seen.slice(1).map(({ at }) => at - before)
    expect(begun.slice(0, 4)).toEqual([0, 0, 0, 0])
    expect(begun[4]).toBe(2_050)
    expect(begun[5]).toBeGreaterThan(2_050)
    expect(server.seen[5]).toMatchObject({ task: 2, attempt: 2 })
    expect(server.outcomes.get(2)).toEqual({ attempts: 2 })
    expect(server.outcomes.size).toBe(21)
    expect(server.said).toEqual(['waiting 2.0 s: the provider asks for it'])
  })

  it('lets the requests that waited come back one by one, doubling each round', async () => {
    const server = await proven({ concurrency: 16 }, (request) =>
      request === 2 ? { ms: 0, error: fault('unavailable', 5_000) } : {},
    )
    times(100, () => server.ask())
    await server.time.advance()
    const perMoment = new Map<number, number>()
    for (const { at } of server.seen) if (at >= 5_200) perMoment.set(at, (perMoment.get(at) ?? 0) + 1)
    expect([...perMoment.values()].slice(0, 5)).toEqual([1, 2, 4, 8, 16])
  })

  it('takes the later of two such answers', async () => {
    const server = await proven({ concurrency: 2 }, (request) => {
      if (request === 2) return { ms: 100, error: fault('rate_limited', 3_000) }
      return request === 3 ? { ms: 200, error: fault('rate_limited', 1_000) } : {}
    })
    const before = server.time.now()
    times(3, () => server.ask())
    await server.time.advance()
    expect((server.seen[3]?.at ?? 0) - before).toBe(3_100)
  })

  it('does not wait for an hour: what is left is refused and the message says so', async () => {
    const server = await proven({ concurrency: 4 }, (request) =>
      request === 2 ? { error: fault('rate_limited', 3_600_000) } : {},
    )
    times(50, () => server.ask())
    await server.time.advance()
    expect(server.time.now()).toBeLessThan(1_000)
    expect(server.seen.length).toBe(5)
    expect(server.outcomes.get(50)).toMatchObject({ error: { kind: 'rate_limited' } })
    expect(String(server.pace.closedBy?.message)).toBe(
      'rate_limited it is; the provider asks to wait 3600 s, which is longer than the 120 s waited at most: evaluate again later',
    )
    expect(server.time.timers).toBe(0)
  })

  it('treats a wait of nothing as none told', async () => {
    const server = await proven({ retries: 2 }, (request) =>
      request > 1 ? { ms: 0, error: fault('rate_limited', 0) } : {},
    )
    const before = server.time.now()
    server.ask()
    await server.time.advance()
    expect(server.seen.slice(1).map(({ at }) => at - before)).toEqual([0, 1_000, 3_000])
  })
})
