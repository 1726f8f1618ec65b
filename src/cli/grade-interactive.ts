import { userInfo } from 'node:os'
import { type Grading, openGrading } from '../api/grading.ts'
import type { GradingOptions } from '../api/grading-session.ts'
import { RagstoneError } from '../core/errors.ts'
import { quoted } from '../core/quoted.ts'
import { terminalText } from '../report/terminal.ts'
import { graderPairItem } from '../report/trust-people.ts'
import { messages } from '../text/catalogue.ts'
import type { CommandContext } from './command.ts'
import { commandFlags } from './command-flags.ts'
import { keySeat } from './grade-keys.ts'
import { plainSeat } from './grade-lines.ts'
import { type GradeSeat, sit } from './grade-sitting.ts'

export interface InteractiveFlags extends Omit<GradingOptions, 'grader' | 'run'> {
  grader?: string
  plain?: boolean
  showConfiguration?: boolean
}

/** Asks a person at the terminal about the answers of a run; returns the exit code. */
export async function gradeInteractively(
  run: string | undefined,
  flags: InteractiveFlags,
  { output, signal }: CommandContext,
): Promise<number> {
  if (flags.plain !== true && (process.stdin.isTTY !== true || process.stdout.isTTY !== true)) throw noTerminal()
  const grader = flags.grader ?? userInfo().username
  const grading = await openGrading({ ...flags, grader, ...(run === undefined ? {} : { run }) })
  const text = messages(grading.language)
  const seat =
    flags.plain === true
      ? plainSeat(process.stdin, process.stdout, { width: output.width, signal })
      : keySeat(process.stdin, process.stdout, { color: output.color, signal })
  const { session, begun } = grading
  try {
    seat.show(`${text.gradeStart(grader, grading.run.id)}\n`)
    seat.show(`${session.metric === undefined ? text.orderRandom : text.orderUncertain(session.metric)}\n`)
    const { graded } = grading.counts()
    if (begun === 'run_changed') seat.show(`${text.gradeRunChanged}\n`)
    else if (graded > 0) seat.show(`${text.gradeResumed(graded)}\n`)
    const end = await sit(grading, seat, { showConfiguration: flags.showConfiguration === true })
    await farewell(grading, seat, end, commandFlags(flags))
    return 0
  } finally {
    seat.close()
    await grading.close()
  }
}

/** Totals, agreement with others, and what to do next. */
async function farewell(grading: Grading, seat: GradeSeat, end: 'finished' | 'stopped', flags: string): Promise<void> {
  const text = messages(grading.language)
  const { right, wrong, skipped, total, graded } = grading.counts()
  const pairs = await grading.agreement()
  const who = ` --grader ${quoted(grading.grader)}`
  const grade = `npx ragstone grade ${grading.run.id}${who}`
  const next = [
    ...(end === 'stopped' ? [text.gradeGoOn(`${grade}${flags}`)] : []),
    ...(end === 'finished' && skipped > 0 ? [text.gradeAskSkipped(`${grade} --skipped${flags}`)] : []),
    ...(graded > 0 ? [text.gradeTrust(`npx ragstone trust ${grading.run.id}${flags}`)] : []),
  ]
  const sections = [
    {
      title: end === 'finished' ? text.gradeDone : text.grades,
      blocks: [
        { kind: 'paragraph', text: text.gradeTotals(right, wrong, skipped, total - graded - skipped) } as const,
        ...(pairs.length === 0
          ? []
          : [{ kind: 'list', items: pairs.map((pair) => graderPairItem(pair, text)) } as const]),
        { kind: 'list', items: next.map((head) => ({ head, lines: [] })) } as const,
      ],
    },
  ]
  seat.show(`\n${terminalText(sections, grading.language, { width: seat.width, color: seat.color })}`)
}

function noTerminal(): RagstoneError {
  return new RagstoneError('no_terminal', 'grade asks a person, and this is not a terminal', {
    hint: 'run it in a terminal; or as a sheet: ragstone grade --export grades.csv, then --import grades.csv; or one line an answer on stdin: ragstone grade --plain',
  })
}
