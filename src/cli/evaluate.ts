import { RagstoneError } from '../core/errors.ts'
import { quoted } from '../core/quoted.ts'
import { type CommandSpec, FORMAT_HINT, type GlobalFlags, listOf } from './command.ts'
import { commandFlags, pasteable } from './command-flags.ts'
import { pairs } from './pairs.ts'
import { EXIT_INTERRUPTED, runOptions } from './run-flags.ts'

interface Flags extends GlobalFlags {
  run?: string
  metric?: string[]
  name?: string
  field?: string[]
  resume?: string | boolean
  explain?: true | string[]
}

export const evaluateCommand: CommandSpec = {
  name: 'evaluate',
  summary: 'score stored answers, or a file of answers; the system is never asked',
  description:
    'Scores the stored answers of a run, or a file whose rows hold question and answer (csv, jsonl, json, yaml, parquet; the names that other tools use are understood). A file needs no project folder and becomes a run like any other.',
  arguments: [{ syntax: '[file...]', description: 'a file of answers; without it the run named by --run' }],
  options: [
    { flags: '--run <run>', description: 'the stored run to score (default: latest)' },
    { flags: '--metric <metric>', description: 'score with this metric (may be repeated)', read: listOf },
    {
      flags: '--resume [run]',
      description: 'with a file: go on with a run of it that was interrupted (default: latest)',
    },
    { flags: '--name <name>', description: 'with a file: a name for the run' },
    {
      flags: '--explain [id...]',
      description:
        'ask the judge why it decided as it did on these test cases of a stored run (default: the lowest); no verdict changes',
    },
    {
      flags: '--field <ours=theirs>',
      description: 'with a file: where a field is, e.g. response=output.text (may be repeated)',
      read: listOf,
    },
  ],
  usageHints: [FORMAT_HINT],
  example: 'ragstone evaluate answers.csv --metric k_precision --metric refusal',
  async run(files, flags: Flags, context) {
    const [file, second] = files
    if (second !== undefined) {
      throw new RagstoneError('bad_arguments', `evaluate takes one file at a time, and was given ${files.join(', ')}`, {
        hint: `each file becomes a run of its own: ragstone evaluate ${file}, then ragstone evaluate ${second}`,
      })
    }
    refuseExplain(file, flags)
    const { evaluate } = await import('../api/evaluate.ts')
    const { evaluateAgain } = await import('../api/go-on.ts')
    const { LISTED_AFTER_RUN, renderReport } = await import('./render.ts')
    const { metric, field, run, explain, ...rest } = flags
    const asked = {
      ...(file === undefined ? {} : { file }),
      ...(metric === undefined ? {} : { metrics: metric }),
      ...(field === undefined ? {} : { fields: pairs('--field', field) }),
    }
    const result = await evaluate({
      ...runOptions(rest, context),
      ...asked,
      ...(run === undefined ? {} : { run }),
      ...(explain === undefined ? {} : { explain: explain === true ? [] : explain }),
    })
    context.output.endProgress()
    const format = flags.json ? 'json' : 'terminal'
    await context.output.data(
      renderReport(result.report, format, context.output, {
        listed: LISTED_AFTER_RUN,
        commandFlags: commandFlags(flags),
      }),
    )
    if (!result.interrupted) return result.exit_code
    const goOn = evaluateAgain(asked, result.report.run.id)
    context.output.warn(pasteable(`interrupted; what was done is stored. Go on with: ${goOn}`, flags))
    return EXIT_INTERRUPTED
  },
}

function refuseExplain(file: string | undefined, { explain }: Flags): void {
  if (explain === undefined || file === undefined) return
  throw new RagstoneError('bad_flag', `--explain with the file ${file}: reasons are asked for scores that are stored`, {
    hint: `first ragstone evaluate ${quoted(file)}, then ragstone evaluate --explain for the lowest scores, or --explain ID`,
  })
}
