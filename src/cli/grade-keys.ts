import { type KeyInput, type KeyOutput, keyQueue } from './grade-key-queue.ts'
import { typeNote } from './grade-note.ts'
import type { GradeCommand, GradeSeat } from './grade-sitting.ts'

const KEYS: Readonly<Record<string, Exclude<GradeCommand['kind'], 'unknown' | 'pasted'>>> = {
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

/**
 * A seat at the keys of a terminal. Raw mode is on until `close`, which must be called whatever happens; the end of the process
 * switches it off too.
 */
export function keySeat(
  input: KeyInput,
  output: KeyOutput,
  options: { color: boolean; signal: AbortSignal },
): GradeSeat & { close(): void } {
  const keys = keyQueue(input, output, options.signal)
  const seat: GradeSeat = {
    get width() {
      return Math.max(40, output.columns ?? 100)
    },
    color: options.color,
    show: (text) => void output.write(text),
    help: (text) => text.gradeHelp,
    async ask(prompt) {
      seat.show(`${prompt} `)
      const key = await keys.next()
      seat.show('\n')
      if (key === undefined || (key.ctrl && (key.name === 'c' || key.name === 'd'))) return { kind: 'quit' }
      if (key.name === 'paste') return { kind: 'pasted' }
      // With an input method for Chinese or Japanese on, keys come in full width.
      const kind = KEYS[key.text.normalize('NFKC').toLowerCase()]
      if (kind === undefined || key.ctrl) return { kind: 'unknown', typed: key.text === '' ? key.name : key.text }
      return { kind }
    },
    async askNote(text, before) {
      seat.show(`${text.notePrompt}\n`)
      return typeNote(keys, seat, before)
    },
  }
  // A copy would freeze the width of the moment.
  return Object.assign(seat, { close: keys.close })
}
