import { BadFlag, type CommandSpec, type GlobalFlags, wholeNumber } from './command.ts'

interface Flags extends GlobalFlags {
  import?: string
  export?: string
  rightAbove?: number
  sample?: number
}

export const gradeCommand: CommandSpec = {
  name: 'grade',
  summary: 'read and write human grades (right or wrong) of a run',
  description:
    'Writes a CSV of all answers with an empty verdict to fill in, and reads it back. Columns: configuration,test_case_id,repeat,verdict,grader,note, where verdict is right or wrong; then run_id,user_input,reference,response to judge by. A sheet goes back into the run that it was written from; rows of another run, or that show other answers than the run has, are refused.',
  arguments: [{ syntax: '[run]', description: 'an id, a name or latest (the default)' }],
  options: [
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
  refuses: ['language'],
  example: 'ragstone grade --export grades.csv   # fill in the verdicts, then\nragstone grade --import grades.csv',
  async run([run], flags: Flags, { output }) {
    const { importGrades } = await import('../api/grades.ts')
    const { RagstoneError } = await import('../core/errors.ts')
    const options = { ...flags, ...(run === undefined ? {} : { run }), log: (line: string) => output.warn(line) }
    if (flags.import !== undefined) {
      const result = await importGrades({ ...options, file: flags.import })
      const { counted } = await import('../core/counted.ts')
      const text = `${counted(result.grades, 'grade')} read into run ${result.run_id}`
      await output.data(flags.json ? JSON.stringify(result) : text)
      return 0
    }
    if (flags.export === undefined) {
      throw new RagstoneError('nothing_to_do', 'say --export FILE or --import FILE', {
        hint: 'write a sheet: ragstone grade --export grades.csv; read it back when the verdicts are filled in: ragstone grade --import grades.csv',
      })
    }
    const { exportGrades } = await import('../api/export-grades.ts')
    const { writeOut } = await import('./write-out.ts')
    await writeOut(flags.export, [await exportGrades(options)])
    output.note(`wrote ${flags.export}`)
    return 0
  },
}

function readMark(value: string): number {
  const mark = Number(value)
  if (value.trim() === '' || !Number.isFinite(mark)) throw new BadFlag('must be a number on the scale of the marks')
  return mark
}
