import type { Grading } from '../api/grading.ts'
import { layOutTask } from '../report/grade-task.ts'
import { terminalText } from '../report/terminal.ts'
import { visibleText } from '../report/visible-text.ts'
import { wrapText } from '../report/wrap-text.ts'
import { type Messages, messages } from '../text/catalogue.ts'

/** What a person asks for. `note` is undefined when the text of the note is still to be typed. */
export type GradeCommand =
  | { kind: 'right' | 'wrong' | 'skip' | 'undo' | 'more' | 'help' | 'quit' }
  | { kind: 'note'; note?: string }
  | { kind: 'unknown'; typed: string }

/** Where a person sits: keys of a terminal, or lines. */
export interface GradeSeat {
  /** The next thing that the person wants; `quit` when there is no more input. */
  ask(text: Messages): Promise<GradeCommand>
  /** A line of text; undefined when it was given up. */
  askNote(text: Messages): Promise<string | undefined>
  show(text: string): void
  readonly width: number
  readonly color: boolean
  /** What the help says. */
  help(text: Messages): readonly string[]
}

export interface SittingOptions {
  showConfiguration: boolean
}

/** What is kept between two commands. */
interface State {
  note: string | undefined
  whole: boolean
}

/** Asks a person about one answer after the other until none is left or they stop. Everything is stored as it is said. */
export async function sit(grading: Grading, seat: GradeSeat, options: SittingOptions): Promise<'finished' | 'stopped'> {
  const text = messages(grading.language)
  const say = (line: string) => seat.show(`${wrapText(visibleText(line), seat.width).join('\n')}\n`)
  let state: State = { note: undefined, whole: false }
  let shown = false
  for (;;) {
    const task = await grading.current()
    if (task === undefined) return 'finished'
    if (!shown) {
      const sections = layOutTask(task, grading.counts(), text, { ...options, whole: state.whole })
      seat.show(`\n${terminalText(sections, grading.language, { width: seat.width, color: seat.color })}\n`)
      say(text.gradeKeys)
    }
    const command = await seat.ask(text)
    if (command.kind === 'quit') return 'stopped'
    const next = await obey(command, { grading, seat, text, state, say })
    shown = next === undefined
    if (next !== undefined) state = next
  }
}

interface Sitting {
  grading: Grading
  seat: GradeSeat
  text: Messages
  state: State
  say(line: string): void
}

const FRESH: State = { note: undefined, whole: false }

/** Does what was asked; returns the state of the answer to be shown next, or undefined when the same one stays as it is. */
async function obey(command: GradeCommand, { grading, seat, text, state, say }: Sitting): Promise<State | undefined> {
  if (command.kind === 'right' || command.kind === 'wrong') {
    await grading.give(command.kind, state.note)
    say(command.kind === 'right' ? text.saidRight : text.saidWrong)
    return FRESH
  }
  if (command.kind === 'skip') {
    await grading.skip()
    say(text.saidSkipped)
    return FRESH
  }
  if (command.kind === 'undo') {
    const undone = await grading.undo()
    say(undone ? text.undone : text.nothingToUndo)
    return undone ? FRESH : undefined
  }
  if (command.kind === 'more') return { ...state, whole: true }
  if (command.kind === 'note') {
    const note = command.note ?? (await seat.askNote(text))
    state.note = note === undefined || note.trim() === '' ? undefined : note
    say(state.note === undefined ? text.noteDropped : text.noteKept(state.note))
    return undefined
  }
  if (command.kind === 'help') for (const line of seat.help(text)) say(line)
  if (command.kind === 'unknown') say(text.notAKey(command.typed))
  return undefined
}
