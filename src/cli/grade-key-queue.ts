import { emitKeypressEvents } from 'node:readline'
import type { ReadStream, WriteStream } from 'node:tty'

/** One key, or a whole text that was pasted (`name` is `paste`). */
export interface Key {
  /** What was typed; empty for keys without a character. */
  text: string
  name: string
  ctrl: boolean
}

/** What is needed of a terminal; the real one is `process.stdin` and `process.stdout`. */
export type KeyInput = Pick<ReadStream, 'setRawMode' | 'resume' | 'pause' | 'on' | 'off'> & NodeJS.ReadableStream
export type KeyOutput = Pick<WriteStream, 'write' | 'columns'>

/** The terminal tells where pasted text begins and ends, so that it is not taken for keys. */
const PASTE_ON = '\x1b[?2004h'
const PASTE_OFF = '\x1b[?2004l'

export interface KeyQueue {
  /** The next key; undefined when the input ended or was interrupted. */
  next(): Promise<Key | undefined>
  /** Gives the terminal back as it was. */
  close(): void
}

/** Keys one by one, in order, also those that were typed before they were asked for. The terminal is in raw mode until `close`. */
export function keyQueue(input: KeyInput, output: KeyOutput, signal: AbortSignal): KeyQueue {
  const waiting: Key[] = []
  let pasted: string | undefined
  let wake: (() => void) | undefined
  let ended = signal.aborted
  const push = (key: Key) => {
    waiting.push(key)
    wake?.()
  }
  const onKey = (text: string | undefined, { name = '', ctrl = false }: { name?: string; ctrl?: boolean }) => {
    if (name === 'paste-start') pasted = ''
    else if (name === 'paste-end') {
      push({ text: pasted ?? '', name: 'paste', ctrl: false })
      pasted = undefined
    } else if (pasted !== undefined) pasted += text ?? ''
    else push({ text: text ?? '', name, ctrl })
  }
  const end = () => {
    ended = true
    wake?.()
  }
  const restore = () => {
    input.setRawMode(false)
    output.write(PASTE_OFF)
  }
  emitKeypressEvents(input)
  input.on('keypress', onKey)
  input.on('end', end)
  signal.addEventListener('abort', end)
  process.on('exit', restore)
  input.setRawMode(true)
  output.write(PASTE_ON)
  input.resume()
  return {
    async next() {
      while (waiting.length === 0 && !ended) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return signal.aborted ? undefined : waiting.shift()
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
