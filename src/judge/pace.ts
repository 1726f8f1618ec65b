import { type Entry, Queue } from '../core/queue.ts'
import { type Clock, systemClock } from './pace-clock.ts'
import { type Health, providerHealth } from './pace-health.ts'
import { type FlightLimit, flightLimit } from './pace-limit.ts'
import { ALONE_MS, backoffMs, goneError, isFatal, isPassing, LONGEST_WAIT_MS, waitTooLong } from './pace-policy.ts'
import { createRates, type Rates } from './pace-rate.ts'
import { PaceSignals } from './pace-signals.ts'
import { ProviderError } from './provider.ts'

export interface PaceOptions {
  /** Most requests in flight; the pace may go below it, never above. */
  concurrency: number
  requestsPerMinute?: number | undefined
  /** By the estimates handed to {@link Pace.run}. */
  tokensPerMinute?: number | undefined
  /** How often a request that may pass is tried again. */
  retries: number
  /** The longest wait that a provider may ask for, in milliseconds; default two minutes. A longer one ends the pace. */
  longestWaitMs?: number
  /** Told when everything waits, and why. */
  say?: (message: string) => void
  clock?: Clock
  /** Uniform on 0 .. 1, for jitter. */
  random?: () => number
}

/** In which order and how fast one provider is asked. One is shared by all that ask the provider. */
export interface Pace {
  /**
   * Waits for its turn, calls `attempt` (with 1 for the first time) and again while its error may pass. Rejects with the last
   * error, with the reason of `signal` while waiting, or with the error that closed the pace.
   */
  run<T>(
    estimatedTokens: number,
    attempt: (attempt: number) => Promise<T>,
    signal: AbortSignal,
  ): Promise<{ value: T; attempts: number }>
  /** Requests that may be in flight now. */
  readonly limit: number
  /** Tasks that wait for their turn or for another try. */
  readonly waiting: number
  /** Why nothing is asked any more; undefined while it is. */
  readonly closedBy: Error | undefined
}

interface Task extends Entry {
  tokens: number
  attempts: number
  signal: AbortSignal
  attempt: (attempt: number) => Promise<unknown>
  resolve(outcome: { value: unknown; attempts: number }): void
  reject(error: unknown): void
  /** Calls off the wait for the next try. */
  callOff: (() => void) | undefined
}

/** The pace of one provider; a class for the timers that it holds. */
class ProviderPace implements Pace {
  readonly #options: PaceOptions
  readonly #clock: Clock
  readonly #limit: FlightLimit
  readonly #health: Health
  readonly #rates: Rates
  /** Not asked yet, and to be asked again. */
  readonly #fresh = new Queue<Task>()
  readonly #again = new Queue<Task>()
  readonly #signals = new PaceSignals<Task>(
    (task, reason) => this.#drop(task, reason),
    () => this.#pump(),
  )
  /** Tasks between two tries. */
  readonly #delayed = new Set<Task>()
  #order = 0
  #inFlight = 0
  #pausedUntil = Number.NEGATIVE_INFINITY
  #callOffWake: (() => void) | undefined
  #callOffAlone: (() => void) | undefined
  /** The one that goes alone while the provider is not proven, also while it waits for its next try. */
  #probe: Task | undefined
  #probeIsFresh = false
  closedBy: Error | undefined

  constructor(options: PaceOptions) {
    this.#options = options
    this.#clock = options.clock ?? systemClock
    this.#limit = flightLimit(options.concurrency)
    this.#health = providerHealth(options.concurrency)
    this.#rates = createRates(options.requestsPerMinute, options.tokensPerMinute)
  }

  get limit(): number {
    return this.#health.proven ? this.#limit.now : 1
  }

  get waiting(): number {
    return this.#fresh.size + this.#again.size + this.#delayed.size
  }

  run<T>(tokens: number, attempt: (attempt: number) => Promise<T>, signal: AbortSignal) {
    return new Promise<{ value: T; attempts: number }>((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      if (this.closedBy !== undefined) return reject(this.closedBy)
      const task: Task = {
        order: ++this.#order,
        before: undefined,
        after: undefined,
        queued: false,
        tokens,
        attempts: 0,
        signal,
        attempt,
        resolve: resolve as Task['resolve'],
        reject,
        callOff: undefined,
      }
      this.#wait(task)
      this.#pump()
    })
  }

  #queueOf(task: Task): Queue<Task> {
    return task.attempts === 0 ? this.#fresh : this.#again
  }

  #wait(task: Task): void {
    this.#queueOf(task).join(task)
    this.#signals.watch(task)
  }

  /** Starts what may start now, and sets the one timer for what may start later. */
  #pump(): void {
    this.#callOffWake?.()
    this.#callOffWake = undefined
    for (let task = this.#next(); task !== undefined; task = this.#next()) {
      if (this.#inFlight >= this.#limit.now) return
      const now = this.#clock.now()
      const wait = Math.max(this.#pausedUntil - now, this.#rates.wait(now, task.tokens))
      if (wait > 0) {
        this.#callOffWake = this.#clock.after(wait, () => this.#pump())
        return
      }
      this.#start(task, now)
    }
  }

  /**
   * Who is next in line. While one goes alone: nobody else. New ones go alone before those that failed, for a few questions that
   * a server cannot answer say nothing about the others.
   */
  #next(): Task | undefined {
    if (this.#health.proven) return this.#again.first ?? this.#fresh.first
    if (this.#probe === undefined) return this.#fresh.first ?? this.#again.first
    return this.#probe.queued ? this.#probe : undefined
  }

  #start(task: Task, now: number): void {
    this.#queueOf(task).leave(task)
    this.#signals.unwatch(task)
    const giveBack = this.#rates.take(now, task.tokens)
    this.#inFlight += 1
    task.attempts += 1
    if (!this.#health.proven) this.#goAlone(task)
    void this.#ask(task, this.#limit.start(), giveBack)
  }

  #goAlone(task: Task): void {
    if (this.#probe !== task) this.#probeIsFresh = task.attempts === 1
    this.#probe = task
    // A provider that answered before and fails now is left alone until it answers again.
    if (this.#health.answeredOnce) return
    this.#callOffAlone = this.#clock.after(ALONE_MS, () => {
      this.#health.presume()
      this.#probe = undefined
      this.#pump()
    })
  }

  async #ask(task: Task, started: number, giveBack: () => void): Promise<void> {
    let settle: () => void
    try {
      const value = await task.attempt(task.attempts)
      settle = () => this.#succeeded(task, value, started)
    } catch (error) {
      // Not the provider's: the request was not sent, and takes nothing of the minute.
      if (!(error instanceof ProviderError)) giveBack()
      settle = () => this.#failed(task, error, started)
    }
    this.#inFlight -= 1
    if (this.#probe === task) this.#endAlone()
    settle()
    if (this.closedBy === undefined) this.#pump()
  }

  #endAlone(): void {
    this.#callOffAlone?.()
    this.#callOffAlone = undefined
  }

  #answered(): void {
    this.#health.answered()
    this.#probe = undefined
  }

  #succeeded(task: Task, value: unknown, started: number): void {
    this.#answered()
    this.#limit.succeeded(started)
    task.resolve({ value, attempts: task.attempts })
  }

  #failed(task: Task, error: unknown, started: number): void {
    const told = error instanceof ProviderError && !task.signal.aborted
    if (told && isPassing(error)) {
      const end = this.#slowDown(task, error, started)
      if (end === undefined) return
      this.#giveUp(task, end)
      return
    }
    if (told && isFatal(error)) this.#close(error)
    else if (told && error.kind !== 'refused_parameter') this.#answered()
    this.#giveUp(task, error)
  }

  #giveUp(task: Task, error: unknown): void {
    if (this.#probe === task) this.#probe = undefined
    task.reject(error)
  }

  /** After an error that may pass: everything slows down or waits. Returns the error when the task is not tried again. */
  #slowDown(task: Task, error: ProviderError, started: number): Error | undefined {
    if (this.closedBy !== undefined) return this.closedBy
    const longest = this.#options.longestWaitMs ?? LONGEST_WAIT_MS
    const asked = error.retryAfterMs !== undefined && error.retryAfterMs > 0 ? error.retryAfterMs : undefined
    if (asked !== undefined && asked > longest) return this.#close(waitTooLong(error, asked, longest))
    const wait = backoffMs(task.attempts, (this.#options.random ?? Math.random)())
    const firstOfBurst = error.kind === 'rate_limited' && this.#limit.refused(started)
    if (asked !== undefined) this.#pause(asked, 'the provider asks for it')
    else if (firstOfBurst) this.#pause(wait, 'the provider refuses for its rate limit')
    this.#health.failed(this.#probe === task)
    if (task.attempts > this.#options.retries) return this.#exhausted(task, error, wait)
    if (asked !== undefined) this.#wait(task)
    else this.#delay(task, wait)
    return undefined
  }

  #exhausted(task: Task, error: ProviderError, wait: number): Error {
    if (this.#probe !== task || !this.#probeIsFresh) return error
    const failures = this.#health.gaveUp()
    if (failures > 0) return this.#close(goneError(error, failures))
    if (this.#health.answeredOnce) this.#pause(wait, 'the provider does not answer any more')
    return error
  }

  #delay(task: Task, wait: number): void {
    this.#delayed.add(task)
    this.#signals.watch(task)
    task.callOff = this.#clock.after(wait, () => {
      task.callOff = undefined
      this.#delayed.delete(task)
      this.#again.join(task)
      this.#pump()
    })
  }

  #pause(ms: number, why: string): void {
    const until = this.#clock.now() + ms
    this.#limit.paused()
    if (until <= this.#pausedUntil) return
    this.#pausedUntil = until
    this.#options.say?.(`waiting ${(ms / 1000).toFixed(1)} s: ${why}`)
  }

  #close(error: Error): Error {
    if (this.closedBy !== undefined) return this.closedBy
    this.closedBy = error
    this.#endAlone()
    this.#callOffWake?.()
    this.#callOffWake = undefined
    for (const waiting of [this.#again, this.#fresh])
      for (let task = waiting.first; task !== undefined; task = waiting.first) this.#drop(task, error)
    for (const task of this.#delayed) this.#drop(task, error)
    return error
  }

  /** Lets go of a task that waits. */
  #drop(task: Task, reason: unknown): void {
    this.#queueOf(task).leave(task)
    this.#delayed.delete(task)
    this.#signals.unwatch(task)
    task.callOff?.()
    task.callOff = undefined
    this.#giveUp(task, reason)
  }
}

/** Opens the pace of one provider. */
export function createPace(options: PaceOptions): Pace {
  return new ProviderPace(options)
}
