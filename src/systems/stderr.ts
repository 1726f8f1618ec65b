import type { Readable } from 'node:stream'
import type { SystemContext } from './context.ts'
import { lineReader } from './lines.ts'
import { shown } from './show.ts'

const LONGEST_LINE = 16 * 1024
const KEPT = 16
const LONGEST_LAST = 600
const LONGEST_BEFORE = 600

/** The last lines that a process wrote to stderr. */
export interface StderrTail {
  /** `; on stderr: ...; before it: ...`, or '' when there were none. */
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
    text: () => lastWords(tail),
    lines: () => [...tail],
  }
}

/** What Node.js prints below the message of an uncaught error: the stack and its own version. */
const BELOW_MESSAGE = /^(at |Node\.js v|[{}^])/

/** The line that names the fault comes first, since reports show only the beginning of a long text: it is the last one. */
function lastWords(lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const found = lines.findLastIndex((line) => !BELOW_MESSAGE.test(line))
  const at = found === -1 ? lines.length - 1 : found
  const before: string[] = []
  let length = 0
  for (const line of lines.slice(0, at).reverse()) {
    length += line.length
    if (length > LONGEST_BEFORE) break
    before.unshift(line)
  }
  const rest = before.length === 0 ? '' : `; before it: ${before.join(' | ')}`
  return `; on stderr: ${shown(lines[at] ?? '', LONGEST_LAST)}${rest}`
}
