import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { GradeCommand, GradeSeat } from './grade-sitting.ts'

const WORDS: Readonly<Record<string, 'right' | 'wrong' | 'skip' | 'undo' | 'more' | 'help' | 'quit'>> = {
  right: 'right',
  r: 'right',
  y: 'right',
  yes: 'right',
  '1': 'right',
  對: 'right',
  对: 'right',
  wrong: 'wrong',
  w: 'wrong',
  n: 'wrong',
  no: 'wrong',
  '0': 'wrong',
  錯: 'wrong',
  错: 'wrong',
  skip: 'skip',
  s: 'skip',
  undo: 'undo',
  u: 'undo',
  more: 'more',
  m: 'more',
  help: 'help',
  '?': 'help',
  quit: 'quit',
  q: 'quit',
}

/** Reads one line of `--plain`. */
export function readPlainLine(line: string): GradeCommand {
  const trimmed = line.trim()
  const note = /^(?:note|t)(?:\s+(.*))?$/su.exec(trimmed)
  if (note !== null) return { kind: 'note', note: note[1] ?? '' }
  const kind = WORDS[trimmed.toLowerCase()]
  return kind === undefined ? { kind: 'unknown', typed: trimmed } : { kind }
}

/** A seat at which a person, a screen reader or a script gives one line for each answer. */
export function plainSeat(
  input: Readable,
  output: Writable,
  options: { width: number; signal: AbortSignal },
): GradeSeat & { close(): void } {
  const reader = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })
  const lines = reader[Symbol.asyncIterator]()
  const aborted = new Promise<undefined>((resolve) => {
    if (options.signal.aborted) resolve(undefined)
    options.signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
  return {
    width: options.width,
    color: false,
    show: (text) => void output.write(text),
    help: (text) => text.plainHelp,
    askNote: async () => undefined,
    // No prompt: who reads with a screen reader, or writes a script, would hear it before each line.
    ask: async () => {
      const next = await Promise.race([lines.next(), aborted])
      if (next === undefined || next.done === true) return { kind: 'quit' }
      return readPlainLine(next.value)
    },
    close: () => reader.close(),
  }
}
