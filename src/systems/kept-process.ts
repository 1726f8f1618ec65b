import type { ChildProcessWithoutNullStreams } from 'node:child_process'
import { exitText, killRest, killTree, type Program, startChild, startError, stopChild } from './child.ts'
import type { SystemContext } from './context.ts'
import { type LineHandlers, type LineReader, lineReader } from './lines.ts'
import { followStderr, type StderrTail } from './stderr.ts'

/** How a process ended. */
export interface Death {
  /** `exit code 1`, `it closed its standard output, then signal SIGKILL`. */
  text: string
  /** `; on stderr: ...; before it: ...` or ''. */
  stderr: string
  /** The last lines of stderr. */
  lines: string[]
  /** It ended by itself with exit code 0. */
  clean: boolean
  /** It was killed because it had stopped answering. */
  hung: boolean
}

export interface KeptProcessHandlers extends LineHandlers {
  /** More may be written. */
  onDrain(): void
  /** It takes and gives nothing any more; called once, after its last line was read. */
  onDeath(death: Death): void
  /** It could not be started at all. */
  onNoStart(error: unknown): void
}

/** How long a process may live on without its input or output before it is ended. */
const HALF_DEAD_MS = 1000
/** How long output is waited for after the exit: something that it started may hold the pipe open. */
const AFTER_EXIT_MS = 300
/** How long it may take to end itself when asked to. */
const TERM_MS = 500
/** How long it may take to end after its input was closed. */
const PATIENCE_MS = 1000

/** One life of a kept-alive process: started when made, over when `onDeath` or `onNoStart` was called or it was stopped. */
export class KeptProcess {
  readonly #child: ChildProcessWithoutNullStreams
  readonly #handlers: KeptProcessHandlers
  readonly #reader: LineReader
  readonly #stderr: StderrTail
  readonly #timers = new Set<NodeJS.Timeout>()
  #state: 'alive' | 'ending' | 'over' = 'alive'
  #cause = ''
  #hung = false
  #exited = false

  /** Throws a RagstoneError when the program cannot be started at all. */
  constructor(program: Program, limitBytes: number, context: SystemContext, handlers: KeptProcessHandlers) {
    const child = startChild(program)
    this.#child = child
    this.#handlers = handlers
    this.#reader = lineReader(limitBytes, handlers)
    this.#stderr = followStderr(child.stderr, context)
    child.on('error', (error) => {
      if (child.pid === undefined && this.#end()) handlers.onNoStart(startError(error, program))
    })
    child.stdin.on('error', () => this.#halfDead('it closed its standard input'))
    child.stdin.on('drain', () => handlers.onDrain())
    child.stdout.on('data', (chunk: Buffer) => {
      if (this.#state !== 'over') this.#reader.push(chunk)
    })
    child.stdout.on('error', () => {})
    this.#watchEnd()
  }

  /** Whether a line may be written now: it lives and has read what it was sent. */
  get ready(): boolean {
    return this.#state === 'alive' && this.#child.stdin.writable && !this.#child.stdin.writableNeedDrain
  }

  send(line: string): void {
    const { stdin } = this.#child
    if (stdin.writableCorked === 0) {
      // What is sent in one go leaves in one write.
      stdin.cork()
      process.nextTick(() => stdin.uncork())
    }
    stdin.write(line)
  }

  /** Ends it because it stopped answering; `onDeath` follows. */
  killHung(): void {
    this.#hung = this.#state === 'alive'
    this.#kill('it had stopped answering')
  }

  /** Ends it in peace within two seconds; no handler is called any more. */
  async stop(): Promise<void> {
    this.#end()
    this.#child.stdout.resume()
    await stopChild(this.#child, PATIENCE_MS)
  }

  /** It is dead when it has exited and its output has been read to the end. */
  #watchEnd(): void {
    this.#child.on('exit', () => {
      this.#exited = true
      this.#later(AFTER_EXIT_MS, () => this.#die())
    })
    this.#child.on('close', () => {
      if (this.#exited) this.#die()
    })
    this.#child.stdout.on('end', () => {
      if (!this.#exited) this.#halfDead('it closed its standard output')
    })
  }

  #halfDead(why: string): void {
    this.#later(HALF_DEAD_MS, () => this.#kill(why))
  }

  #kill(why: string): void {
    if (this.#state !== 'alive' || this.#exited) return
    this.#state = 'ending'
    this.#cause = `${why}, then `
    killTree(this.#child, 'SIGTERM')
    this.#later(TERM_MS, () => killTree(this.#child, 'SIGKILL'))
  }

  #die(): void {
    if (this.#state === 'over') return
    // A last line without a line feed may still be an answer.
    this.#reader.end()
    if (!this.#end()) return
    this.#child.stdout.destroy()
    this.#child.stdin.destroy()
    killRest(this.#child)
    this.#handlers.onDeath({
      text: this.#cause + exitText(this.#child.exitCode, this.#child.signalCode),
      stderr: this.#stderr.text(),
      lines: this.#stderr.lines(),
      clean: this.#cause === '' && this.#child.exitCode === 0,
      hung: this.#hung,
    })
  }

  /** Whether it ended just now. */
  #end(): boolean {
    if (this.#state === 'over') return false
    this.#state = 'over'
    for (const timer of this.#timers) clearTimeout(timer)
    return true
  }

  #later(ms: number, action: () => void): void {
    if (this.#state !== 'over') this.#timers.add(setTimeout(action, ms))
  }
}
