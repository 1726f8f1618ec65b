import type { Clock } from '../pace-clock.ts'

/** A clock that stands still until it is moved; timers due are run in their order. */
export interface VirtualTime extends Clock {
  /** Moves on by `ms`, or until nothing is due any more. */
  advance(ms?: number): Promise<void>
  /** Timers that are set. */
  readonly timers: number
  /** Resolves after `ms` of this time. */
  sleep(ms: number): Promise<void>
}

/** Lets every promise that can go on do so. */
const settled = () => new Promise<void>((resolve) => setImmediate(resolve))

export function virtualTime(): VirtualTime {
  let now = 0
  let serial = 0
  const timers = new Map<number, { at: number; action: () => void }>()
  const after = (ms: number, action: () => void) => {
    const id = ++serial
    timers.set(id, { at: now + Math.max(0, ms), action })
    return () => void timers.delete(id)
  }
  const nextDue = (until: number) => {
    let found: [number, { at: number; action: () => void }] | undefined
    for (const entry of timers)
      if (entry[1].at <= until && (found === undefined || entry[1].at < found[1].at)) found = entry
    return found
  }
  return {
    now: () => now,
    after,
    get timers() {
      return timers.size
    },
    sleep: (ms) => new Promise((resolve) => void after(ms, resolve)),
    async advance(ms = Number.POSITIVE_INFINITY) {
      const until = now + ms
      await settled()
      for (let due = nextDue(until); due !== undefined; due = nextDue(until)) {
        timers.delete(due[0])
        now = Math.max(now, due[1].at)
        due[1].action()
        await settled()
      }
      if (Number.isFinite(until)) now = until
    },
  }
}
