import { RagstoneError } from '../core/errors.ts'
import type { Program } from './child.ts'
import type { SystemContext } from './context.ts'
import { type Exchange, exchange, type Outcome } from './exchange.ts'
import { type Death, KeptProcess } from './kept-process.ts'
import { failed } from './reply.ts'
import { type PendingRequest, requestTable } from './requests.ts'
import { type StdoutReader, stdoutReader } from './stdout.ts'
import type { SystemReply, SystemRequest } from './system.ts'

/** Deaths in a row, without an answer between them, after which the system is given up. */
const MOST_DEATHS = 4
/** How often a case is written to a process: once, and once more when the process died over it. */
const MOST_ASKED = 2

export interface CommandOptions {
  program: Program
  timeout_s: number
  max_reply_mb: number
  context: SystemContext
}

/**
 * One process that is kept alive and spoken to in lines of JSON. It is started with the first case.
 * When it dies it is started again, and each case that was in flight is asked once more, alone, so that a case which
 * kills the process cannot take others with it.
 */
export class ServedCommand {
  readonly #options: CommandOptions
  readonly #table = requestTable()
  readonly #stdout: StdoutReader
  /** Not written to a process yet. */
  readonly #waiting: PendingRequest[] = []
  /** Were in flight when a process died; asked again one at a time. */
  readonly #again: PendingRequest[] = []
  #alone: PendingRequest | undefined
  #process: KeptProcess | undefined
  #deaths = 0
  #lastAnswer = 0
  /** Answers of the living process. */
  #answers = 0
  /** When a case timed out while no answer at all was coming. */
  #silentSince: number | undefined
  #fatal: unknown
  #closed: Promise<void> | undefined

  constructor(options: CommandOptions) {
    this.#options = options
    this.#stdout = stdoutReader(options.context, {
      table: this.#table,
      limit_mb: options.max_reply_mb,
      answer: (pending, outcome) => this.#answer(pending, outcome),
    })
  }

  ask(request: SystemRequest, { signal }: { signal: AbortSignal }): Promise<SystemReply> {
    if (this.#fatal !== undefined) return Promise.reject(this.#fatal)
    const limits = { timeout_s: this.#options.timeout_s, signal, timeoutDetail: this.#stdout.strayText }
    return exchange(limits, (clock) => this.#enter(request, clock))
  }

  close(): Promise<void> {
    if (this.#closed === undefined) {
      this.#giveUp(this.#fatal ?? new Error('the system was closed'))
      this.#closed = this.#process?.stop() ?? Promise.resolve()
    }
    return this.#closed
  }

  #enter(request: SystemRequest, clock: Exchange): Promise<Outcome> {
    return new Promise((resolve, reject) => {
      const pending: PendingRequest = { request, exchange: clock, asked: 0, sentAt: 0, resolve, reject }
      clock.signal.addEventListener('abort', () => this.#letGo(pending), { once: true })
      this.#waiting.push(pending)
      this.#pump()
    })
  }

  /** Writes what may be written now. */
  #pump(): void {
    if (this.#again.length === 0 && this.#waiting.length === 0) return
    if (this.#fatal === undefined && this.#process === undefined) this.#start()
    const process = this.#process
    if (this.#fatal !== undefined || process === undefined) {
      this.#giveUp(this.#fatal)
      return
    }
    if (this.#alone !== undefined && this.#table.has(this.#alone)) return
    this.#alone = undefined
    if (this.#again.length > 0) {
      if (this.#table.size > 0 || !process.ready) return
      this.#alone = this.#again.shift()
      this.#send(process, this.#alone)
      return
    }
    while (process.ready && this.#waiting.length > 0) this.#send(process, this.#waiting.shift())
  }

  #send(process: KeptProcess, pending: PendingRequest | undefined): void {
    if (pending === undefined) return
    pending.asked += 1
    this.#table.add(pending)
    pending.exchange.handedOver()
    pending.sentAt = performance.now()
    process.send(`${JSON.stringify(pending.request)}\n`)
  }

  #start(): void {
    const { program, max_reply_mb, context } = this.#options
    if (this.#deaths > 0) context.log(`starting the system again (${this.#deaths} of ${MOST_DEATHS - 1})`)
    this.#silentSince = undefined
    this.#answers = 0
    try {
      this.#process = new KeptProcess(program, max_reply_mb * 1_000_000, context, {
        onLine: this.#stdout.onLine,
        onTooLarge: this.#stdout.onTooLarge,
        onDrain: () => this.#pump(),
        onNoStart: (error) => this.#giveUp(error),
        onDeath: (death) => this.#onDeath(death),
      })
    } catch (error) {
      this.#fatal = error
    }
  }

  #answer(pending: PendingRequest, outcome: Outcome): void {
    this.#table.settle(pending, 'answered')
    this.#deaths = 0
    this.#answers += 1
    this.#silentSince = undefined
    this.#lastAnswer = performance.now()
    pending.resolve(outcome)
    this.#pump()
  }

  /** The case timed out or nobody waits for it any more. */
  #letGo(pending: PendingRequest): void {
    remove(this.#waiting, pending)
    remove(this.#again, pending)
    const { timedOut } = pending.exchange
    if (this.#table.has(pending)) {
      this.#table.settle(pending, timedOut ? 'timed_out' : 'given_up')
      if (timedOut && this.#lastAnswer < pending.sentAt) this.#onSilence()
    }
    this.#pump()
  }

  /** Ends the process when every case that was in flight at the first time-out of this silence has timed out too. */
  #onSilence(): void {
    const since = this.#silentSince ?? performance.now()
    this.#silentSince = since
    if (!this.#table.all().every(({ sentAt }) => sentAt >= since)) return
    this.#options.context.log('the system has stopped answering: its process is ended and started again')
    this.#process?.killHung()
  }

  #onDeath(death: Death): void {
    this.#process = undefined
    // A process that was ended because it hung is told case by case, as time-outs.
    if (!death.hung) this.#deaths += 1
    this.#options.context.log(`the system's process ended (${death.text})`)
    if (this.#deaths >= MOST_DEATHS) {
      this.#giveUp(diedTooOften(this.#options.program, death))
      return
    }
    // A program that answers and then ends in order has not read what it was sent meanwhile: that was no asking.
    const unread = death.clean && this.#answers > 0
    for (const pending of this.#table.clear()) {
      pending.exchange.stopTimer()
      if (unread) pending.asked -= 1
      if (pending.asked < MOST_ASKED) this.#again.push(pending)
      else pending.resolve(exited(death))
    }
    this.#pump()
  }

  #giveUp(error: unknown): void {
    this.#fatal = error
    for (const pending of [...this.#table.clear(), ...this.#again.splice(0), ...this.#waiting.splice(0)]) {
      pending.reject(error)
    }
  }
}

function remove(list: PendingRequest[], pending: PendingRequest): void {
  const at = list.indexOf(pending)
  if (at !== -1) list.splice(at, 1)
}

function exited({ text, stderr }: Death): Outcome {
  return { ...failed('exited', `the process ended (${text}) on this case, twice${stderr}`), latency_ms: null }
}

function diedTooOften(program: Program, { text, stderr, lines }: Death): RagstoneError {
  const command = program.command.join(' ')
  const message = `the system died ${MOST_DEATHS} times in a row without an answer (${text}): ${command}${stderr}`
  return new RagstoneError('system_died', message, {
    hint: 'run the command by itself and send it one request, a line of JSON, to see why',
    details: lines,
  })
}
