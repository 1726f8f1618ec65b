import { RagstoneError } from '../core/errors.ts'
import { FORM_OPTIONS, type FormFlags, refuseTwoForms, writeAnalysis } from './analysis-output.ts'
import { BadFlag, type CommandSpec, type GlobalFlags, listOf } from './command.ts'

interface Flags extends GlobalFlags, FormFlags {
  json?: boolean
  run?: string
  metric?: string[]
  margin?: number
  clusterBy?: string
  configurations?: string
  allowFew?: boolean
}

export const compareCommand: CommandSpec = {
  name: 'compare',
  summary: 'what changes from one configuration (or run) to another, question by question',
  description:
    'Holds two configurations of a run, or two runs, against each other on the questions that both were asked: which questions B won and lost, the difference of every metric with its interval and test, what else differs between the two, and both answers side by side. A and B are configurations of the newest run (or of --run), or runs, or RUN:CONFIGURATION. Asks nobody anything.',
  arguments: [
    { syntax: '<a>', description: 'where the change starts: a configuration, a run, or RUN:CONFIGURATION' },
    { syntax: '<b>', description: 'where it leads; differences are B less A' },
  ],
  options: [
    { flags: '--run <run>', description: 'the run whose configurations A and B are (default: the newest)' },
    { flags: '--metric <name>', description: 'only this metric (may be repeated)', read: listOf },
    {
      flags: '--margin <d>',
      description: 'whether B is shown to be at most this much worse, in units of the metric; decide it beforehand',
      read: positive,
    },
    {
      flags: '--cluster-by <tag>',
      description: 'questions that may depend on each other: question (the default: none do), or a tag',
    },
    {
      flags: '--configurations <file>',
      description: 'the settings of the configurations (YAML or JSON), for answers that came from a file',
    },
    { flags: '--allow-few', description: 'compare runs that share less than half of their questions' },
    ...FORM_OPTIONS,
  ],
  example: 'ragstone compare base top_k_6 --margin 0.02',
  async run([a, b], flags: Flags, { output, signal }) {
    refuseTwoForms(flags)
    if (a === undefined || b === undefined) {
      throw new RagstoneError('bad_arguments', 'compare needs two names', { hint: 'ragstone compare base top_k_6' })
    }
    const { compare } = await import('../api/compare.ts')
    const { layOutCompare } = await import('../report/compare-layout.ts')
    const { metric, language, json: _json, format: _format, out: _out, ...rest } = flags
    const report = await compare({
      ...rest,
      ...{ a, b, signal },
      ...(metric === undefined ? {} : { metrics: metric }),
      ...(language === undefined ? {} : { language: language as never }),
    })
    await writeAnalysis(report, () => layOutCompare(report), flags, output)
    return 0
  },
}

function positive(value: string): number {
  const margin = Number(value)
  if (!(margin > 0 && Number.isFinite(margin))) throw new BadFlag('must be a number above 0')
  return margin
}
