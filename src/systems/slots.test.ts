import { getEventListeners } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import { withSlots } from './slots.ts'
import type { System } from './system.ts'

type Ask = System['ask']
const request = {} as Parameters<Ask>[0]

function slotted(concurrency: number, ask: () => ReturnType<Ask>): System {
  return withSlots({ identity: {}, concurrency, close: async () => undefined, ask } as unknown as System)
}

describe('slots', () => {
  it('let twenty thousand cases wait in linear time, in their order, without a warning', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.message)
    process.on('warning', note)
    onTestFinished(() => void process.off('warning', note))
    const asked: number[] = []
    let busy = 0
    let most = 0
    const system = slotted(4, async () => {
      busy += 1
      most = Math.max(most, busy)
      await Promise.resolve()
      busy -= 1
      return {} as Awaited<ReturnType<Ask>>
    })
    const { signal } = new AbortController()
    const begun = performance.now()
    const cases = Array.from({ length: 20_000 }, (_, index) =>
      system.ask(request, { signal, test_case_id: 'q1' }).then(() => asked.push(index)),
    )
    expect(getEventListeners(signal, 'abort').length).toBeLessThanOrEqual(1)
    await Promise.all(cases)
    expect(performance.now() - begun).toBeLessThan(2_000)
    expect(asked).toEqual(cases.map((_, index) => index))
    expect(most).toBe(4)
    await new Promise((resolve) => setImmediate(resolve))
    expect(warnings).toEqual([])
  })

  it('let go of all that wait at an abort, and are free for others afterwards', async () => {
    let finish: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      finish = resolve
    })
    const system = slotted(1, async () => {
      await held
      return {} as Awaited<ReturnType<Ask>>
    })
    const stop = new AbortController()
    const first = system.ask(request, { signal: new AbortController().signal, test_case_id: 'q1' })
    const waiting = [1, 2].map(() => system.ask(request, { signal: stop.signal, test_case_id: 'q1' }))
    const ended = Promise.allSettled(waiting)
    stop.abort(new Error('enough'))
    expect((await ended).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    finish()
    await first
    await system.ask(request, { signal: new AbortController().signal, test_case_id: 'q1' })
  })
})
