import { RagstoneError } from '../core/errors.ts'
import { BadFlag, type CommandSpec, type GlobalFlags, listOf, wholeNumber } from './command.ts'
import type { InteractiveFlags } from './grade-interactive.ts'

interface Flags extends GlobalFlags {
  import?: string
  export?: string
  rightAbove?: number
  sample?: number
  grader?: string
  uncertainFirst?: string | true
  only?: string[]
  overlap?: string
  skipped?: boolean
  each?: boolean
  showConfiguration?: boolean
  plain?: boolean
}

/** What has an effect only when a person is asked. */
const ASKING = {
  grader: '--grader',
  uncertainFirst: '--uncertain-first',
  only: '--only',
  overlap: '--overlap',
  skipped: '--skipped',
  each: '--each',
  showConfiguration: '--show-configuration',
  plain: '--plain',
  language: '--language',
} as const

export const gradeCommand: CommandSpec = {
  name: 'grade',
  summary: 'ask a person whether answers are right or wrong, one at a time; or read and write grades as a sheet',
  description:
    'Shows one answer after the other with its question, reference and retrieved texts, in random order and without scores, and stores each verdict at once; started again it goes on where you stopped. --export writes a CSV of all answers with an empty verdict to fill in, and --import reads it back. Columns: configuration,test_case_id,repeat,verdict,grader,note, where verdict is right or wrong; then run_id,user_input,reference,response to judge by. A sheet goes back into the run that it was written from; rows of another run, or that show other answers than the run has, are refused.',
  arguments: [{ syntax: '[run]', description: 'an id, a name or latest (the default)' }],
  options: [
    { flags: '--grader <name>', description: 'who grades (default: your login name)' },
    {
      flags: '--uncertain-first [metric]',
      description: 'answers on which a metric is least sure first; such grades are no random sample',
    },
    {
      flags: '--only <configuration>',
      description: 'only answers of this configuration (may be repeated)',
      read: listOf,
    },
    { flags: '--overlap <grader>', description: 'only answers that this person graded, to measure agreement' },
    { flags: '--skipped', description: 'ask again about what you skipped' },
    { flags: '--each', description: 'ask about equal answers to one question one by one' },
    { flags: '--show-configuration', description: 'show which configuration answered' },
    { flags: '--plain', description: 'one line an answer on stdin, for screen readers and scripts' },
    { flags: '--export <file>', description: 'write the CSV' },
    { flags: '--import <file>', description: 'read grades from a file' },
    {
      flags: '--right-above <mark>',
      description: 'with --import: marks on a scale (column mark) count as right above this one',
      read: readMark,
    },
    {
      flags: '--sample <number>',
      description: 'with --export: so many answers drawn at random (--seed), in the order of the draw',
      read: wholeNumber(1),
    },
  ],
  example:
    'ragstone grade\nragstone grade --export grades.csv   # fill in the verdicts, then\nragstone grade --import grades.csv',
  async run([run], flags: Flags, context) {
    const { output } = context
    refuseWithoutEffect(flags)
    if (flags.import === undefined && flags.export === undefined) {
      const { gradeInteractively } = await import('./grade-interactive.ts')
      const { language, json: _json, ...rest } = flags
      const spoken = language === undefined ? {} : { language: language as NonNullable<InteractiveFlags['language']> }
      return gradeInteractively({ ...rest, ...spoken, ...(run === undefined ? {} : { run }) }, context)
    }
    const { importGrades } = await import('../api/grades.ts')
    const options = { ...flags, ...(run === undefined ? {} : { run }), log: (line: string) => output.warn(line) }
    if (flags.import !== undefined) {
      const result = await importGrades({ ...options, file: flags.import })
      const { counted } = await import('../core/counted.ts')
      const text = `${counted(result.grades, 'grade')} read into run ${result.run_id}`
      await output.data(flags.json ? JSON.stringify(result) : text)
      return 0
    }
    const { exportGrades } = await import('../api/export-grades.ts')
    const { writeOut } = await import('./write-out.ts')
    const file = flags.export ?? ''
    await writeOut(file, [await exportGrades(options)])
    output.note(`wrote ${file}`)
    return 0
  },
}

/** Refuses flags that would do nothing (RagstoneError `bad_flag`). */
function refuseWithoutEffect(flags: Flags): void {
  const refuse = (flag: string, where: string, hint: string) =>
    new RagstoneError('bad_flag', `${flag} has no effect ${where}`, { hint })
  if (flags.import === undefined && flags.export === undefined) {
    const asked = 'where a person is asked'
    if (flags.json === true) throw refuse('--json', asked, 'the grades as data: ragstone export grades --format jsonl')
    if (flags.rightAbove !== undefined) throw refuse('--right-above', asked, 'it goes with --import FILE')
    if (flags.sample !== undefined) throw refuse('--sample', asked, 'leave it out: the order is random anyway')
    return
  }
  const names = Object.keys(ASKING) as (keyof typeof ASKING)[]
  const useless = names.find((name) => flags[name] !== undefined)
  if (useless === undefined) return
  const hint = `leave out ${ASKING[useless]}; a sheet has columns for grader and note`
  throw refuse(ASKING[useless], 'with --import or --export', hint)
}

function readMark(value: string): number {
  const mark = Number(value)
  if (value.trim() === '' || !Number.isFinite(mark)) throw new BadFlag('must be a number on the scale of the marks')
  return mark
}
