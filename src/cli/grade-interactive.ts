import { userInfo } from 'node:os'
import { type Grading, openGrading } from '../api/grading.ts'
import type { GradingOptions } from '../api/grading-session.ts'
import { RagstoneError } from '../core/errors.ts'
import { quoted } from '../core/quoted.ts'
import type { Section } from '../report/blocks.ts'
import { terminalText } from '../report/terminal.ts'
import { graderPairItem } from '../report/trust-people.ts'
import { messages } from '../text/catalogue.ts'
import type { CommandContext } from './command.ts'
import { commandFlags } from './command-flags.ts'
import { keySeat } from './grade-keys.ts'
import { plainSeat } from './grade-lines.ts'
import { type GradeSeat, sayLine, sit } from './grade-sitting.ts'
import { EXIT_INTERRUPTED } from './run-flags.ts'

export interface InteractiveFlags extends Omit<GradingOptions, 'grader'> {
  grader?: string
  plain?: boolean
  showConfiguration?: boolean
}

/** Asks a person at the terminal about the answers of a run; returns the exit code. */
export async function gradeInteractively(flags: InteractiveFlags, { output, signal }: CommandContext): Promise<number> {
  if (flags.plain !== true && !isTerminal()) throw noTerminal()
  const grading = await openGrading({ ...flags, grader: flags.grader ?? loginName() })
  let seat: (GradeSeat & { close(): void }) | undefined
  try {
    seat =
      flags.plain === true
        ? plainSeat(process.stdin, process.stdout, { width: output.width, signal })
        : keySeat(process.stdin, process.stdout, { color: output.color, signal })
    greet(grading, seat)
    const end = await sit(grading, seat, { showConfiguration: flags.showConfiguration === true })
    await farewell(grading, seat, end, commandFlags(flags))
    return signal.aborted ? EXIT_INTERRUPTED : 0
  } finally {
    seat?.close()
    await grading.close()
  }
}

/** Who grades what, in which order, and what has changed. */
function greet(grading: Grading, seat: GradeSeat): void {
  const text = messages(grading.language)
  const { session, begun, grader, run } = grading
  const { graded, skipped } = grading.counts()
  sayLine(seat, text.gradeStart(grader, run.id))
  sayLine(seat, session.metric === undefined ? text.orderRandom : text.orderUncertain(session.metric))
  if (begun === 'run_changed') sayLine(seat, text.gradeRunChanged)
  else if (graded + skipped > 0) sayLine(seat, text.gradeResumed(graded))
}

/** Totals, agreement with others, and what to do next. */
async function farewell(grading: Grading, seat: GradeSeat, end: 'finished' | 'stopped', flags: string): Promise<void> {
  const text = messages(grading.language)
  const { right, wrong, skipped, total, graded } = grading.counts()
  const pairs = await grading.agreement()
  const grade = `npx ragstone grade ${grading.run.id} --grader ${quoted(grading.grader)}`
  const next = [
    ...(end === 'stopped' ? [{ say: text.gradeGoOn, command: `${grade}${flags}` }] : []),
    ...(end === 'finished' && skipped > 0
      ? [{ say: text.gradeAskSkipped, command: `${grade} --skipped${flags}` }]
      : []),
    ...(graded > 0 ? [{ say: text.gradeTrust, command: `npx ragstone trust ${grading.run.id}${flags}` }] : []),
  ]
  const section: Section = {
    title: end === 'finished' ? text.gradeDone : text.grades,
    blocks: [
      { kind: 'paragraph', text: text.gradeTotals(right, wrong, skipped, total - graded - skipped) },
      ...(pairs.length === 0
        ? []
        : [{ kind: 'list', items: pairs.map((pair) => graderPairItem(pair, text)) } as const]),
      { kind: 'list', items: next.map(({ say, command }) => ({ head: say(command), command, lines: [] })) },
    ],
  }
  seat.show(`\n${terminalText([section], grading.language, { width: seat.width, color: seat.color })}`)
}

function isTerminal(): boolean {
  return process.stdin.isTTY === true && process.stdout.isTTY === true && process.env.TERM !== 'dumb'
}

/** Containers may run as a user without a name. */
function loginName(): string {
  try {
    return userInfo().username
  } catch (cause) {
    throw new RagstoneError('no_grader', 'the system does not tell your login name', {
      hint: 'say who grades: --grader NAME',
      cause,
    })
  }
}

function noTerminal(): RagstoneError {
  return new RagstoneError('no_terminal', 'grade asks a person, and this is not a terminal', {
    hint: 'run it in a terminal; or as a sheet: ragstone grade --export grades.csv, then --import grades.csv; or one line an answer on stdin: ragstone grade --plain',
  })
}
