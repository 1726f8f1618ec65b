import type { Exchange, Outcome } from './exchange.ts'
import type { SystemRequest } from './system.ts'

/** A case that a kept-alive process is asked. */
export interface PendingRequest {
  request: SystemRequest
  exchange: Exchange
  /** How often it was written to a process. */
  asked: number
  /** When it was last written, on the clock of `performance.now()`. */
  sentAt: number
  resolve(outcome: Outcome): void
  reject(error: unknown): void
}

/** What became of an id that is in flight no more. */
export type Past = 'answered' | 'timed_out' | 'given_up'

/** How many past ids are remembered to tell a second answer from an unknown id. */
const REMEMBERED = 10_000

/** The cases in flight by id, and what became of the latest others. */
export interface RequestTable {
  readonly size: number
  all(): PendingRequest[]
  add(pending: PendingRequest): void
  has(pending: PendingRequest): boolean
  get(id: string): PendingRequest | undefined
  /** The case that must be meant when only one is in flight. */
  only(): PendingRequest | undefined
  /** Takes a case out and remembers what became of it. */
  settle(pending: PendingRequest, as: Past): void
  past(id: string): Past | undefined
  /** Takes all out without remembering them. */
  clear(): PendingRequest[]
}

/** An empty table. */
export function requestTable(): RequestTable {
  const inFlight = new Map<string, PendingRequest>()
  const past = new Map<string, Past>()
  return {
    get size() {
      return inFlight.size
    },
    all: () => [...inFlight.values()],
    add(pending) {
      past.delete(pending.request.id)
      inFlight.set(pending.request.id, pending)
    },
    has: (pending) => inFlight.get(pending.request.id) === pending,
    get: (id) => inFlight.get(id),
    only: () => (inFlight.size === 1 ? [...inFlight.values()][0] : undefined),
    settle({ request: { id } }, as) {
      inFlight.delete(id)
      past.set(id, as)
      for (const oldest of past.keys()) {
        if (past.size <= REMEMBERED) break
        past.delete(oldest)
      }
    },
    past: (id) => past.get(id),
    clear() {
      const pending = [...inFlight.values()]
      inFlight.clear()
      return pending
    },
  }
}
