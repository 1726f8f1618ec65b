import { setMaxListeners } from 'node:events'
import type { System } from './system.ts'

/**
 * The same system, asked at most `concurrency` cases at once whoever asks, first come first served. A case that waits
 * for its turn has not been handed over: neither its time-out nor its latency has begun, and an abort lets go of it at
 * once.
 */
export function withSlots(system: System): System {
  const queue = new Set<() => void>()
  let taken = 0

  const takeSlot = (signal: AbortSignal): Promise<void> => {
    if (taken < system.concurrency) {
      taken += 1
      return Promise.resolve()
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        queue.delete(turn)
        reject(signal.reason)
      }
      const turn = () => {
        signal.removeEventListener('abort', onAbort)
        resolve()
      }
      signal.addEventListener('abort', onAbort, { once: true })
      queue.add(turn)
    })
  }
  /** Hands the slot on to the case that waits longest. */
  const leaveSlot = () => {
    for (const turn of queue) {
      queue.delete(turn)
      return turn()
    }
    taken -= 1
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
