import { isUtf8 } from 'node:buffer'
import type { ChildProcess, ChildProcessWithoutNullStreams } from 'node:child_process'
import { exitText, killRest, killTree, type Program, startChild, startError } from './child.ts'
import type { CommandOptions } from './command-serve.ts'
import type { SystemContext } from './context.ts'
import { type Exchange, exchange, type Outcome } from './exchange.ts'
import { failed, readReply } from './reply.ts'
import { shown } from './show.ts'
import { followStderr, type StderrTail } from './stderr.ts'
import { notUtf8, parseObject, tooLarge } from './stdout.ts'
import type { System, SystemRequest } from './system.ts'

/** How long output is waited for after the exit: something that it started may hold the pipe open. */
const AFTER_EXIT_MS = 300
const BEGINNING = 4096

/**
 * A new process for every case: it gets the request on its input, which is then closed, and its reply is the JSON on
 * its output, or the last line of it that is JSON. The latency holds the start of the process.
 */
export function onceCommand(options: CommandOptions): Pick<System, 'ask' | 'close'> {
  const running = new Set<Promise<unknown>>()
  const closing = new AbortController()
  return {
    ask(request, { signal }) {
      if (closing.signal.aborted) return Promise.reject(closing.signal.reason)
      const limits = { timeout_s: options.timeout_s, signal: AbortSignal.any([signal, closing.signal]) }
      return exchange(limits, (clock) => {
        const run = runOnce(options, request, clock)
        const gone: Promise<unknown> = run.catch(() => {}).finally(() => running.delete(gone))
        running.add(gone)
        return run
      })
    },
    async close() {
      closing.abort(new Error('the system was closed'))
      await Promise.all(running)
    },
  }
}

async function runOnce(options: CommandOptions, request: SystemRequest, clock: Exchange): Promise<Outcome> {
  const { program, max_reply_mb, context } = options
  const child = startChild(program)
  const stop = () => killTree(child, 'SIGKILL')
  clock.signal.addEventListener('abort', stop, { once: true })
  const stderr = followStderr(child.stderr, context)
  const output = gather(child, max_reply_mb * 1_000_000, stop)
  child.stdin.on('error', () => {})
  clock.handedOver()
  child.stdin.end(`${JSON.stringify(request)}\n`)
  await over(child, program)
  return output.tooLarge
    ? tooLarge(output.bytes().toString('utf8'), max_reply_mb)
    : readOutput(output.bytes(), child, stderr, context)
}

/** Resolves when the process has exited and its output has been read; rejects when it could not be started. */
function over(child: ChildProcessWithoutNullStreams, program: Program): Promise<void> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    child.on('error', (error) => {
      if (child.pid === undefined) reject(startError(error, program))
    })
    child.once('exit', () => {
      timer = setTimeout(() => {
        killRest(child)
        child.stdout.destroy()
        child.stderr.destroy()
        resolve()
      }, AFTER_EXIT_MS)
    })
    child.once('close', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** Collects standard output; beyond the limit only its beginning is kept and `onTooLarge` is called. */
function gather(child: ChildProcessWithoutNullStreams, limit: number, onTooLarge: () => void) {
  let parts: Buffer[] = []
  let size = 0
  const gathered = { tooLarge: false, bytes: () => Buffer.concat(parts) }
  child.stdout.on('error', () => {})
  child.stdout.on('data', (part: Buffer) => {
    if (gathered.tooLarge) return
    size += part.length
    parts.push(part)
    if (size <= limit) return
    gathered.tooLarge = true
    parts = [Buffer.concat(parts).subarray(0, BEGINNING)]
    onTooLarge()
  })
  return gathered
}

function readOutput(bytes: Buffer, child: ChildProcess, stderr: StderrTail, { log, mask }: SystemContext): Outcome {
  const text = bytes.toString('utf8').replace(/^\ufeff/, '')
  const { reply, others } = findReply(text)
  for (const line of others) log(`not a reply, on stdout: ${shown(mask(line))}`)
  const how = exitText(child.exitCode, child.signalCode)
  if (reply !== undefined) {
    if (!isUtf8(bytes)) return notUtf8(text)
    const outcome = readReply(reply)
    if (child.exitCode === 0) return outcome
    return { ...outcome, problems: [...(outcome.problems ?? []), `the process ended with ${how} after its reply`] }
  }
  const printed = text.trim() === '' ? 'it printed nothing' : `it printed: ${shown(text)}`
  if (child.exitCode === 0) {
    return failed('unreadable_reply', `the process ended without a reply in JSON; ${printed}${stderr.text()}`)
  }
  const message = `the process ended (${how}) without a reply${stderr.text()}; ${printed}`
  return { ...failed('exited', message), latency_ms: null }
}

/** The whole text as one JSON object, else the last line that is one; `others` are the lines beside it. */
function findReply(text: string): { reply?: Record<string, unknown>; others: string[] } {
  const whole = parseObject(text)
  if (whole !== undefined) return { reply: whole, others: [] }
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const parsed = lines.map((line) => (line.trimStart().startsWith('{') ? parseObject(line) : undefined))
  const at = parsed.findLastIndex((value) => value !== undefined)
  const reply = parsed[at]
  if (reply === undefined) return { others: lines }
  return { reply, others: lines.filter((_, index) => index !== at) }
}
