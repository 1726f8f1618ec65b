import type { Readable } from 'node:stream'
import type { SystemContext } from './context.ts'
import { lineReader } from './lines.ts'
import { shown } from './show.ts'

const LONGEST_LINE = 16 * 1024
const KEPT = 8

/** The last lines that a process wrote to stderr. */
export interface StderrTail {
  /** `; last lines of stderr: ...`, or '' when there were none. */
  text(): string
  lines(): string[]
}

/** Passes every line of stderr to the log and remembers the last few. */
export function followStderr(stderr: Readable, { log, mask }: SystemContext): StderrTail {
  const tail: string[] = []
  const take = (bytes: Buffer, cut: boolean) => {
    const line = shown(mask(bytes.toString('utf8')), 2000) + (cut ? ' ... (cut)' : '')
    if (line === '') return
    tail.push(line)
    if (tail.length > KEPT) tail.shift()
    log(line)
  }
  const reader = lineReader(LONGEST_LINE, {
    onLine: (line) => take(line, false),
    onTooLarge: (beginning) => take(beginning, true),
  })
  stderr.on('data', (chunk: Buffer) => reader.push(chunk))
  stderr.on('end', () => reader.end())
  stderr.on('error', () => {})
  return {
    text: () => (tail.length === 0 ? '' : `; last lines of stderr: ${shown(tail.join(' | '), 1200)}`),
    lines: () => [...tail],
  }
}
