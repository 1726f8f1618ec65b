import { emitKeypressEvents } from 'node:readline'
import type { ReadStream, WriteStream } from 'node:tty'
import { visibleText } from '../report/visible-text.ts'
import type { GradeCommand, GradeSeat } from './grade-sitting.ts'

const KEYS: Readonly<Record<string, Exclude<GradeCommand['kind'], 'unknown'>>> = {
  y: 'right',
  r: 'right',
  '1': 'right',
  n: 'wrong',
  w: 'wrong',
  '0': 'wrong',
  s: 'skip',
  t: 'note',
  u: 'undo',
  m: 'more',
  '?': 'help',
  h: 'help',
  q: 'quit',
}

interface Key {
  /** What was typed; empty for keys without a character. */
  text: string
  name: string
  ctrl: boolean
}

/** What the seat needs of a terminal; the real one is `process.stdin` and `process.stdout`. */
export type KeyInput = Pick<ReadStream, 'isTTY' | 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'> &
  NodeJS.ReadableStream
export type KeyOutput = Pick<WriteStream, 'write' | 'columns'>

/**
 * A seat at the keys of a terminal. Raw mode is on until `close`, which must be called whatever happens; the end of the process
 * switches it off too.
 */
export function keySeat(
  input: KeyInput,
  output: KeyOutput,
  options: { color: boolean; signal: AbortSignal },
): GradeSeat & { close(): void } {
  const keys = keyQueue(input, options.signal)
  const show = (text: string) => void output.write(text)
  return {
    get width() {
      return Math.max(40, output.columns ?? 100)
    },
    color: options.color,
    show,
    help: (text) => text.gradeHelp,
    async ask(text) {
      show(`${text.gradePrompt} `)
      const key = await keys.next()
      show('\n')
      if (key === undefined || (key.ctrl && (key.name === 'c' || key.name === 'd'))) return { kind: 'quit' }
      const kind = KEYS[key.text.toLowerCase()]
      if (kind === undefined || key.ctrl) return { kind: 'unknown', typed: key.text === '' ? key.name : key.text }
      return { kind }
    },
    async askNote(text) {
      show(text.notePrompt)
      return readNote(keys, show)
    },
    close: keys.close,
  }
}

/** A line that is typed key by key; undefined on Escape or Ctrl-C. */
async function readNote(keys: { next(): Promise<Key | undefined> }, show: (text: string) => void) {
  const typed: string[] = []
  for (;;) {
    const key = await keys.next()
    if (key === undefined || key.name === 'escape' || (key.ctrl && key.name === 'c')) {
      show('\n')
      return undefined
    }
    if (key.name === 'return' || key.name === 'enter') {
      show('\n')
      return typed.join('')
    }
    if (key.name === 'backspace') {
      const gone = typed.pop()
      if (gone !== undefined) show(/[\u1100-\uffff]/u.test(gone) ? '\b\b  \b\b' : '\b \b')
    } else if (key.text !== '' && !key.ctrl && visibleText(key.text) === key.text) {
      typed.push(...key.text)
      show(key.text)
    }
  }
}

/** Keys one by one, in order, also those that were typed before they were asked for. */
function keyQueue(input: KeyInput, signal: AbortSignal) {
  const waiting: Key[] = []
  let wake: (() => void) | undefined
  let ended = signal.aborted
  const onKey = (text: string | undefined, key: { name?: string; ctrl?: boolean }) => {
    waiting.push({ text: text ?? '', name: key.name ?? '', ctrl: key.ctrl === true })
    wake?.()
  }
  const end = () => {
    ended = true
    wake?.()
  }
  const restore = () => input.setRawMode(false)
  emitKeypressEvents(input)
  input.on('keypress', onKey)
  input.on('end', end)
  signal.addEventListener('abort', end)
  process.on('exit', restore)
  input.setRawMode(true)
  input.resume()
  return {
    async next(): Promise<Key | undefined> {
      while (waiting.length === 0) {
        if (ended) return undefined
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return waiting.shift()
    },
    close() {
      input.off('keypress', onKey)
      input.off('end', end)
      signal.removeEventListener('abort', end)
      process.off('exit', restore)
      restore()
      input.pause()
    },
  }
}
