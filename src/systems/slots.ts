import { setMaxListeners } from 'node:events'
import { onAbort } from '../core/on-abort.ts'
import { type Entry, Queue } from '../core/queue.ts'
import type { System } from './system.ts'

interface Waiting extends Entry {
  turn(): void
}

/**
 * The same system, asked at most `concurrency` cases at once whoever asks, first come first served. A case that waits
 * for its turn has not been handed over: neither its time-out nor its latency has begun, and an abort lets go of it at
 * once.
 */
export function withSlots(system: System): System {
  const queue = new Queue<Waiting>()
  let taken = 0
  let waited = 0

  const takeSlot = (signal: AbortSignal): Promise<void> => {
    if (taken < system.concurrency) {
      taken += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const forget = onAbort(signal, () => {
        queue.leave(waiting)
        reject(signal.reason)
      })
      const turn = () => {
        queue.leave(waiting)
        forget()
        resolve()
      }
      waited += 1
      const waiting: Waiting = { order: waited, before: undefined, after: undefined, queued: false, turn }
      queue.join(waiting)
    })
  }
  /** Hands the slot on to the case that waits longest. */
  const leaveSlot = () => {
    if (queue.first === undefined) taken -= 1
    else queue.first.turn()
  }

  return {
    identity: system.identity,
    concurrency: system.concurrency,
    close: () => system.close(),
    async ask(request, options) {
      options.signal.throwIfAborted()
      // One signal for a whole run has a listener for each case in flight: that is no leak.
      setMaxListeners(0, options.signal)
      await takeSlot(options.signal)
      try {
        return await system.ask(request, options)
      } finally {
        leaveSlot()
      }
    },
  }
}
