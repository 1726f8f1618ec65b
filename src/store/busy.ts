import { setTimeout as delay } from 'node:timers/promises'
import { isBusy } from './store-error.ts'

/**
 * Tries again while another connection is in the way, for at most `timeoutMs` milliseconds; then its error. Waiting
 * does not block the process, as SQLite's own waiting would.
 */
export async function whenFree<T>(timeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  const until = performance.now() + timeoutMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (!isBusy(error) || performance.now() >= until) throw error
      // Uneven waits, so that two processes do not keep meeting.
      await delay(1 + Math.random() * Math.min(20, 2 + attempt))
    }
  }
}
