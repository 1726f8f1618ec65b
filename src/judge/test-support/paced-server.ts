import { createPace, type Pace, type PaceOptions } from '../pace.ts'
import { ProviderError, type ProviderErrorKind } from '../provider.ts'
import { type VirtualTime, virtualTime } from './virtual-time.ts'

/** What a request meets: an answer or an error, after `ms`. */
export interface Reaction {
  ms?: number
  error?: Error
}

/** One request as the server saw it. */
export interface Seen {
  task: number
  attempt: number
  at: number
  ended?: number
  ok?: boolean
}

/** A provider in virtual time with a pace before it. `react` is asked for every request, which are numbered from 1. */
export interface PacedServer {
  time: VirtualTime
  pace: Pace
  seen: Seen[]
  said: string[]
  most: () => number
  /** Asks once; the outcome is kept in `outcomes` under the task's number, from 1. */
  ask(options?: { tokens?: number; signal?: AbortSignal }): void
  outcomes: Map<number, { attempts: number } | { error: unknown }>
}

export function fault(kind: ProviderErrorKind, retryAfterMs?: number): ProviderError {
  return new ProviderError(kind, `${kind} it is`, retryAfterMs === undefined ? {} : { retryAfterMs })
}

export function pacedServer(
  options: Partial<PaceOptions>,
  react: (request: number, seen: Seen) => Reaction = () => ({}),
): PacedServer {
  const time = virtualTime()
  const said: string[] = []
  const pace = createPace({
    concurrency: 8,
    retries: 4,
    clock: time,
    random: () => 1,
    say: (text) => said.push(text),
    ...options,
  })
  const seen: Seen[] = []
  const outcomes: PacedServer['outcomes'] = new Map()
  let inFlight = 0
  let most = 0
  let tasks = 0
  const serve = async (task: number, attempt: number) => {
    const request: Seen = { task, attempt, at: time.now() }
    seen.push(request)
    inFlight += 1
    most = Math.max(most, inFlight)
    const { ms = 200, error } = react(seen.length, request)
    await time.sleep(ms)
    inFlight -= 1
    request.ended = time.now()
    request.ok = error === undefined
    if (error !== undefined) throw error
  }
  return {
    time,
    pace,
    seen,
    said,
    outcomes,
    most: () => most,
    ask({ tokens = 100, signal = new AbortController().signal } = {}) {
      const task = ++tasks
      const keep = (outcome: { attempts: number } | { error: unknown }) => {
        if (outcomes.has(task)) throw new Error(`task ${task} ended twice`)
        outcomes.set(task, outcome)
      }
      pace
        .run(tokens, (attempt) => serve(task, attempt), signal)
        .then(
          ({ attempts }) => keep({ attempts }),
          (error) => keep({ error }),
        )
    },
  }
}
