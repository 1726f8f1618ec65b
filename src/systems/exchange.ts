import type { SystemReply } from './system.ts'

/** What an adapter makes of an exchange; `latency_ms` is given as null where the time says nothing about the system. */
export type Outcome = Omit<SystemReply, 'latency_ms'> & { latency_ms?: null }

export interface ExchangeLimits {
  timeout_s: number
  signal: AbortSignal
  /** What to add to the message of a time-out; '' for nothing. */
  timeoutDetail?: () => string
}

/** A time-out longer than this fires at once in Node. */
const LONGEST_TIMER = 2 ** 31 - 1

/** The clock of one case, in the hands of the adapter that asks it. */
export class Exchange {
  readonly #limits: ExchangeLimits
  readonly #inner = new AbortController()
  readonly #onTimeout: () => void
  #timer: NodeJS.Timeout | undefined
  #handedAt = performance.now()
  #begunAt = this.#handedAt
  #timedOut = false

  constructor(limits: ExchangeLimits, onTimeout: () => void) {
    this.#limits = limits
    this.#onTimeout = onTimeout
  }

  /** Fires when the case timed out or the caller gave up; what comes afterwards is not used. */
  get signal(): AbortSignal {
    return this.#inner.signal
  }

  /** Whether `signal` fired because of the time-out. */
  get timedOut(): boolean {
    return this.#timedOut
  }

  /** The request is on its way now: the time-out and the latency begin (again). */
  handedOver(): void {
    this.stopTimer()
    this.#timer = setTimeout(() => this.#expire(), Math.min(this.#limits.timeout_s * 1000, LONGEST_TIMER))
    this.#handedAt = performance.now()
    this.#begunAt = this.#handedAt
  }

  /** Only the latency begins again; the time-out goes on. */
  attempt(): void {
    this.#begunAt = performance.now()
  }

  /** Milliseconds until the time-out. */
  remainingMs(): number {
    return this.#handedAt + this.#limits.timeout_s * 1000 - performance.now()
  }

  /** Milliseconds since the last attempt began, to a microsecond. */
  latencyMs(): number {
    return Math.round((performance.now() - this.#begunAt) * 1000) / 1000
  }

  stopTimer(): void {
    clearTimeout(this.#timer)
  }

  abort(reason: unknown): void {
    this.#inner.abort(reason)
  }

  #expire(): void {
    this.#timedOut = true
    this.#onTimeout()
    this.#inner.abort()
  }
}

/**
 * Runs one exchange with the system against its time-out. Time begins when the adapter hands the request over, so that
 * waiting for a slot or for a process to start again is not the system's time.
 * Rejects at once with the reason when `limits.signal` fires.
 */
export function exchange(limits: ExchangeLimits, work: (exchange: Exchange) => Promise<Outcome>): Promise<SystemReply> {
  const { signal } = limits
  if (signal.aborted) return Promise.reject(signal.reason)
  return new Promise((resolve, reject) => {
    const clock = new Exchange(limits, () => {
      signal.removeEventListener('abort', onAbort)
      resolve(timeoutReply(limits))
    })
    const onAbort = () => {
      clock.stopTimer()
      reject(signal.reason)
      clock.abort(signal.reason)
    }
    const over = () => {
      clock.stopTimer()
      signal.removeEventListener('abort', onAbort)
    }
    signal.addEventListener('abort', onAbort, { once: true })
    work(clock).then(
      (outcome) => {
        const latency_ms = clock.latencyMs()
        over()
        resolve({ latency_ms, ...outcome })
      },
      (error: unknown) => {
        over()
        reject(error)
      },
    )
  })
}

/** The latency of a time-out is its limit: the least that the answer would have taken. */
function timeoutReply({ timeout_s, timeoutDetail }: ExchangeLimits): SystemReply {
  const detail = timeoutDetail?.() ?? ''
  const message = `no answer within ${timeout_s} s${detail === '' ? '' : `; ${detail}`}`
  return { response: null, latency_ms: timeout_s * 1000, error: { code: 'timeout', message } }
}
