import { RagstoneError } from '../core/errors.ts'
import { type CommandSpec, type GlobalFlags, listOf, wholeNumber } from './command.ts'
import { pairs } from './pairs.ts'

interface Flags extends GlobalFlags {
  run?: string
  new?: boolean
  metric?: string[]
  field?: string[]
  only?: string[]
  limit?: number
  repeats?: number
}

export const planCommand: CommandSpec = {
  name: 'plan',
  summary: 'calls, tokens, money and time of an evaluation before anything is spent',
  description:
    'Counts what `evaluate` will ask: the ordinary evaluation with models that answer with typical answers and ask nobody. Works on a file of answers, on the stored answers of a run, and before there are any on assumed ones; says what it assumed. Nothing is stored.',
  arguments: [{ syntax: '[file...]', description: 'a file of answers, as `evaluate` takes it' }],
  options: [
    {
      flags: '--run <run>',
      description: 'the stored run to plan for (default: the newest of this configuration file that has answers)',
    },
    { flags: '--new', description: 'plan a new run, whatever is stored' },
    { flags: '--metric <metric>', description: 'plan for this metric (may be repeated)', read: listOf },
    { flags: '--only <configuration>', description: 'only this configuration (may be repeated)', read: listOf },
    { flags: '--limit <number>', description: 'only the first test cases', read: wholeNumber(1) },
    { flags: '--repeats <number>', description: 'each case this often', read: wholeNumber(1) },
    {
      flags: '--field <ours=theirs>',
      description: 'with a file: where a field is, e.g. response=output.text (may be repeated)',
      read: listOf,
    },
  ],
  refuses: ['language'],
  example: 'ragstone plan --only base --limit 20',
  async run(files, flags: Flags, { output, signal }) {
    const [file] = files
    refuseTogether(files, flags)
    const { plan } = await import('../api/plan.ts')
    const { planText } = await import('./plan-text.ts')
    const { metric, field, new: anew, ...rest } = flags
    const result = await plan({
      ...rest,
      ...(file === undefined ? {} : { file }),
      ...(anew === true ? { anew } : {}),
      ...(metric === undefined ? {} : { metrics: metric }),
      ...(field === undefined ? {} : { fields: pairs('--field', field) }),
      signal,
      onProgress: (progress) => output.progress(progress),
      log: (line) => output.note(line),
    })
    output.endProgress()
    await output.data(flags.json ? JSON.stringify(result) : planText(result, output.width))
    return 0
  },
}

function refuseTogether(files: readonly (string | undefined)[], { run, new: anew, field }: Flags): void {
  const [file, second] = files
  if (second !== undefined) {
    throw new RagstoneError('bad_arguments', `plan takes one file at a time, and was given ${files.join(', ')}`, {
      hint: `plan each: ragstone plan ${file}`,
    })
  }
  const sources = [
    ...(file === undefined ? [] : [file]),
    ...(run === undefined ? [] : ['--run']),
    ...(anew === true ? ['--new'] : []),
  ]
  if (sources.length > 1) {
    throw new RagstoneError('bad_flag', `${sources.join(' with ')}: a plan is about answers of one kind`, {
      hint: `leave out ${sources.slice(1).join(' and ')}`,
    })
  }
  if (field !== undefined && file === undefined) {
    throw new RagstoneError('bad_flag', '--field without a file: stored answers have the names of ragstone', {
      hint: 'leave out --field, or name a file of answers',
    })
  }
}
