import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { ProviderErrorKind } from './provider.ts'
import { fault, pacedServer, type Reaction } from './test-support/paced-server.ts'

const reaction = fc.record({
  ms: fc.integer({ min: 0, max: 3_000 }),
  kind: fc.oneof(
    { weight: 6, arbitrary: fc.constant(undefined) },
    { weight: 1, arbitrary: fc.constantFrom<ProviderErrorKind>('rate_limited', 'unavailable', 'timeout') },
    { weight: 1, arbitrary: fc.constantFrom<ProviderErrorKind>('bad_request', 'too_long', 'refused_parameter') },
  ),
  retryAfter: fc.option(fc.integer({ min: 1, max: 20_000 }), { nil: undefined }),
})

const settings = fc.record({
  concurrency: fc.integer({ min: 1, max: 20 }),
  retries: fc.integer({ min: 0, max: 5 }),
  requestsPerMinute: fc.option(fc.integer({ min: 30, max: 600 }), { nil: undefined }),
  tasks: fc.integer({ min: 1, max: 60 }),
  abortAt: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
})

it('whatever a server answers: every task ends once, no limit is crossed, no one goes before a told wait, nothing is left', async () => {
  await fc.assert(
    fc.asyncProperty(settings, fc.array(reaction, { minLength: 1, maxLength: 30 }), async (given, script) => {
      const { concurrency, retries, requestsPerMinute, tasks, abortAt } = given
      const reactions: Reaction[] = []
      const waits: { from: number; until: number }[] = []
      const server = pacedServer({ concurrency, retries, requestsPerMinute, random: () => 0.5 }, (request, { at }) => {
        const { ms, kind, retryAfter } = script[request % script.length] ?? {
          ms: 0,
          kind: undefined,
          retryAfter: undefined,
        }
        const told = kind === 'rate_limited' || kind === 'unavailable' ? retryAfter : undefined
        if (told !== undefined) waits.push({ from: at + ms, until: at + ms + told })
        const answer = kind === undefined ? { ms } : { ms, error: fault(kind, told) }
        reactions.push(answer)
        return answer
      })
      const stop = new AbortController()
      for (let i = 0; i < tasks; i++) server.ask({ signal: stop.signal })
      if (abortAt !== undefined) {
        await server.time.advance(abortAt)
        stop.abort(new Error('enough'))
      }
      await server.time.advance()

      expect(server.outcomes.size).toBe(tasks)
      expect(server.time.timers).toBe(0)
      expect(server.pace.waiting).toBe(0)
      expect(server.most()).toBeLessThanOrEqual(concurrency)
      expect(Math.max(0, ...server.seen.map(({ attempt }) => attempt))).toBeLessThanOrEqual(retries + 1)
      const aborted = abortAt ?? Number.POSITIVE_INFINITY
      for (const { at } of server.seen) {
        expect(at).toBeLessThanOrEqual(aborted)
        expect(waits.filter(({ from, until }) => from < at && at < until)).toEqual([])
      }
      const first = server.seen.filter(({ attempt }) => attempt === 1).map(({ task }) => task)
      expect(first).toEqual([...first].sort((a, b) => a - b))
    }),
    { numRuns: 150 },
  )
})
