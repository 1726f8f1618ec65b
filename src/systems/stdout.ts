import { isUtf8 } from 'node:buffer'
import type { SystemContext } from './context.ts'
import type { Outcome } from './exchange.ts'
import { failed, readReply } from './reply.ts'
import type { Past, PendingRequest, RequestTable } from './requests.ts'
import { shown } from './show.ts'

/** Reads the lines that a kept-alive process writes to stdout, and gives each reply to the case that it answers. */
export interface StdoutReader {
  onLine(line: Buffer): void
  onTooLarge(beginning: Buffer): void
  /** How many lines were no replies and the last of them, for the message of a time-out; '' when there was none. */
  strayText(): string
}

/** What a line turned out to be. */
type Reading = { pending: PendingRequest; outcome: Outcome } | { stray: string } | 'unwanted'

/** `answer` settles a case that is in flight. */
export function stdoutReader(
  { log, mask }: SystemContext,
  options: { table: RequestTable; limit_mb: number; answer: (pending: PendingRequest, outcome: Outcome) => void },
): StdoutReader {
  let strays = 0
  let lastStray = ''
  const act = (reading: Reading, text: string): void => {
    if (reading === 'unwanted') return
    if ('pending' in reading) {
      options.answer(reading.pending, reading.outcome)
      return
    }
    strays += 1
    lastStray = shown(mask(text), 200)
    log(`${reading.stray}: ${shown(mask(text))}`)
  }
  return {
    onLine(line) {
      const text = line.toString('utf8').replace(/^\ufeff/, '')
      if (text.trim() !== '') act(readLine(text, isUtf8(line), options.table), text)
    },
    onTooLarge(beginning) {
      const text = beginning.toString('utf8')
      act(readTooLarge(text, options.table, options.limit_mb), text)
    },
    strayText() {
      if (strays === 0) return ''
      return strays === 1
        ? `1 line on stdout was no reply: ${lastStray}`
        : `${strays} lines on stdout were no replies, the last: ${lastStray}`
    },
  }
}

function readLine(text: string, valid: boolean, table: RequestTable): Reading {
  const value = parseObject(text)
  if (value === undefined) return { stray: 'not a reply, on stdout' }
  const id = typeof value.id === 'string' ? value.id : undefined
  const known = id === undefined ? undefined : table.get(id)
  if (!valid) {
    const pending = known ?? table.only()
    return pending === undefined ? { stray: 'not UTF-8, on stdout' } : { pending, outcome: notUtf8(text) }
  }
  if (known !== undefined) return { pending: known, outcome: readReply(value) }
  if (id === undefined) return { stray: 'not a reply (it has no id), on stdout' }
  const past = table.past(id)
  return past === 'given_up' ? 'unwanted' : { stray: WHY[past ?? 'unknown'] }
}

const WHY: Record<Exclude<Past, 'given_up'> | 'unknown', string> = {
  answered: 'a second answer to one case, not used (the first counts)',
  timed_out: 'an answer after its time-out, not used',
  unknown: 'an answer to an id that was not asked',
}

/** A line beyond the limit, of which only the beginning is known. */
function readTooLarge(beginning: string, table: RequestTable, limitMb: number): Reading {
  const ids = [...idsIn(beginning)]
  const named = ids.find((id) => table.get(id) !== undefined)
  const isReply = beginning.trimStart().startsWith('{') && !ids.some((id) => table.past(id) !== undefined)
  const pending = named === undefined ? (isReply ? table.only() : undefined) : table.get(named)
  if (pending === undefined) return { stray: `a line larger than ${limitMb} MB, on stdout` }
  return { pending, outcome: tooLarge(beginning, limitMb) }
}

/** The outcome for a reply beyond the limit. */
export function tooLarge(beginning: string, limitMb: number): Outcome {
  return failed('too_large', `the reply is larger than ${limitMb} MB (max_reply_mb); it begins: ${shown(beginning)}`)
}

/** The outcome for a reply whose bytes are not UTF-8. */
export function notUtf8(text: string): Outcome {
  const hint = "write UTF-8 (Python: sys.stdout.reconfigure(encoding='utf-8'))"
  return failed('invalid_text', `the reply is not valid UTF-8, bad bytes shown as U+FFFD: ${shown(text)}; ${hint}`)
}

/** The object that a text holds as JSON; undefined for all else. */
export function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** Every value of an `id` key in a text that is not complete JSON, in order. */
function* idsIn(text: string): Iterable<string> {
  for (const [, quoted = ''] of text.matchAll(/"id"\s*:\s*("(?:[^"\\]|\\.)*")/g)) {
    try {
      yield JSON.parse(quoted) as string
    } catch {
      // Cut or malformed: not an id.
    }
  }
}
