import type { GradingTask } from '../analysis/grading/grading-task.ts'
import type { Grading } from '../api/grading.ts'
import { layOutTask } from '../report/grade-task.ts'
import { terminalText } from '../report/terminal.ts'
import { visibleText } from '../report/visible-text.ts'
import { wrapText } from '../report/wrap-text.ts'
import { type Messages, messages } from '../text/catalogue.ts'

/** What a person asks for. `note` is undefined when the text of the note is still to be typed. */
export type GradeCommand =
  | { kind: 'right' | 'wrong' | 'skip' | 'undo' | 'more' | 'help' | 'quit' | 'pasted' }
  | { kind: 'note'; note?: string }
  | { kind: 'unknown'; typed: string }

/** Where a person sits: keys of a terminal, or lines. */
export interface GradeSeat {
  /** The next thing that the person wants; `quit` when there is no more input. */
  ask(prompt: string): Promise<GradeCommand>
  /** A line of text, beginning with what is there; undefined when it was given up. */
  askNote(text: Messages, before: string): Promise<string | undefined>
  show(text: string): void
  readonly width: number
  readonly color: boolean
  /** What the help says. */
  help(text: Messages): readonly string[]
}

export interface SittingOptions {
  showConfiguration: boolean
}

/** Shows a line that may hold data. */
export function sayLine(seat: Pick<GradeSeat, 'show' | 'width'>, line: string): void {
  seat.show(`${wrapText(visibleText(line), seat.width).join('\n')}\n`)
}

/**
 * Asks a person about one answer after the other until they stop. Everything is stored as it is said. When no answer is left the
 * last ones can still be taken back.
 */
export async function sit(grading: Grading, seat: GradeSeat, options: SittingOptions): Promise<'finished' | 'stopped'> {
  const text = messages(grading.language)
  const say = (line: string) => sayLine(seat, line)
  let whole = false
  let stays = false
  for (;;) {
    const task = await grading.current()
    if (!stays) showTask({ grading, seat, text, say, task, whole }, options)
    const command = await seat.ask(task === undefined ? text.gradeLastPrompt : text.gradePrompt)
    if (command.kind === 'quit') return task === undefined ? 'finished' : 'stopped'
    const next = await obey(command, { grading, seat, text, say, task, whole })
    stays = next === 'stay'
    whole = next === 'whole'
  }
}

interface Sitting {
  grading: Grading
  seat: GradeSeat
  text: Messages
  say(line: string): void
  task: GradingTask | undefined
  whole: boolean
}

function showTask({ grading, seat, text, say, task, whole }: Sitting, options: SittingOptions): void {
  if (task === undefined) {
    seat.show('\n')
    say(text.gradeDone)
    return
  }
  const sections = layOutTask(task, grading.counts(), text, { ...options, whole })
  seat.show(`\n${terminalText(sections, grading.language, { width: seat.width, color: seat.color })}\n`)
  if (task.note !== undefined) say(text.noteKept(task.note))
  say(text.gradeKeys)
}

/** What is shown next: the answer that is asked about now, the same one whole, or nothing. */
type Next = 'show' | 'whole' | 'stay'

/** Does what was asked. */
async function obey(command: GradeCommand, sitting: Sitting): Promise<Next> {
  const { grading, seat, text, say, task } = sitting
  if (command.kind === 'undo') {
    const undone = await grading.undo()
    say(undone ? text.undone : text.nothingToUndo)
    return undone ? 'show' : 'stay'
  }
  if (command.kind === 'help') for (const line of seat.help(text)) say(line)
  else if (command.kind === 'pasted') say(text.pastedText)
  else if (command.kind === 'unknown') say(text.notAKey(command.typed))
  else if (task === undefined) say(text.gradeDone)
  else return obeyOn(task, command, sitting)
  return 'stay'
}

/** Does what was asked of an answer. */
async function obeyOn(task: GradingTask, command: GradeCommand, { grading, seat, text, say }: Sitting): Promise<Next> {
  if (command.kind === 'right' || command.kind === 'wrong') {
    await grading.give(command.kind)
    say(command.kind === 'right' ? text.saidRight : text.saidWrong)
    return 'show'
  }
  if (command.kind === 'skip') {
    await grading.skip()
    say(text.saidSkipped)
    return 'show'
  }
  if (command.kind === 'note') {
    const note = command.note ?? (await seat.askNote(text, task.note ?? ''))
    if (note !== undefined) await grading.note(note)
    const kept = (note ?? task.note ?? '').trim()
    say(kept === '' ? text.noteDropped : text.noteKept(kept))
    return 'stay'
  }
  return 'whole'
}
