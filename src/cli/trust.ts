import type { TrustRunOptions } from '../api/trust.ts'
import { RagstoneError } from '../core/errors.ts'
import { BadFlag, type CommandSpec, type GlobalFlags, listOf, oneOf, wholeNumber } from './command.ts'
import { commandFlags } from './command-flags.ts'
import { EXIT_INTERRUPTED } from './run-flags.ts'

interface Flags extends GlobalFlags {
  clusterBy?: string
  grader?: string[]
  metric?: string[]
  bar?: number
  rateFrom?: string
  calibration?: string
  readsReference?: string[]
  keepReferenceRows?: boolean
  corpusSize?: number
  replicates?: number
  format?: 'terminal' | 'markdown' | 'json'
  out?: string
}

export const trustCommand: CommandSpec = {
  name: 'trust',
  summary: 'which metrics separate right from wrong answers here, by the grades of people',
  description:
    'Holds the scores of a run against what people said of its answers (ragstone grade): for each metric how well it separates right from wrong, with an interval that allows for answers to one question being alike, a verdict in words, and how many more grades would settle what is open. Beside it: how far people agree, the share of right answers in each configuration, and where the judge and people differ. Asks nobody anything.',
  arguments: [{ syntax: '[run]', description: 'an id, a name or latest (the default)' }],
  options: [
    {
      flags: '--cluster-by <tag>',
      description: 'answers that may depend on each other: question (the default), or a tag of the test cases',
    },
    { flags: '--grader <name>', description: 'count only the grades of this person (may be repeated)', read: listOf },
    {
      flags: '--metric <name>',
      description:
        'only this metric, and the baseline (may be repeated); p is corrected for these alone, so choose before you look',
      read: listOf,
    },
    {
      flags: '--bar <auc>',
      description: 'a metric whose AUC is surely below it does not separate (default 0.7)',
      read: areaAboveChance,
    },
    { flags: '--rate-from <metric>', description: 'the scores that stand in for grades in rates (default: correct)' },
    { flags: '--calibration <run>', description: 'correct the rates by the grades of another run with the same judge' },
    {
      flags: '--reads-reference <metric>',
      description: 'a metric that compares with the reference, where its name does not tell (may be repeated)',
      read: listOf,
    },
    {
      flags: '--keep-reference-rows',
      description: 'keep answers that are the reference itself in metrics that compare with it',
    },
    {
      flags: '--corpus-size <n>',
      description: 'chunks (or files, as the test cases name them) in the corpus: gives chance levels of retrieval',
      read: wholeNumber(1),
    },
    {
      flags: '--replicates <n>',
      description: 'random permutations (default 10000, fewer for very many scores)',
      read: wholeNumber(1000),
    },
    {
      flags: '--format <format>',
      description: 'terminal, markdown or json (default: terminal)',
      read: oneOf('terminal', 'markdown', 'json'),
    },
    { flags: '--out <file>', description: 'write to a file' },
  ],
  example: 'ragstone trust latest --cluster-by conversation --format markdown --out trust.md',
  async run([run], flags: Flags, { output, signal }) {
    const { json, format, out } = flags
    if (json === true && format !== undefined && format !== 'json') {
      throw new RagstoneError('bad_flag', `--json with --format ${format}: a report has one form`, {
        hint: `leave out --json or --format ${format}`,
      })
    }
    const { trust } = await import('../api/trust.ts')
    const { renderTrust } = await import('./render.ts')
    try {
      const report = await trust({
        ...optionsOf(flags),
        ...(run === undefined ? {} : { run }),
        signal,
        onProgress: (progress) => output.progress(progress),
      })
      output.endProgress()
      const shown = { toFile: out !== undefined, commandFlags: commandFlags(flags) }
      const text = renderTrust(report, json ? 'json' : (format ?? 'terminal'), output, shown)
      if (out === undefined) await output.data(text)
      else {
        const { writeOut } = await import('./write-out.ts')
        await writeOut(out, [text])
        output.note(`wrote ${out}`)
      }
      return 0
    } catch (error) {
      if (!signal.aborted || error !== signal.reason) throw error
      output.warn('interrupted; nothing is lost: trust only reads, and gives the same figures when it is run again')
      return EXIT_INTERRUPTED
    }
  },
}

function optionsOf({ grader, metric, language, format: _format, out: _out, ...rest }: Flags): TrustRunOptions {
  return {
    ...rest,
    ...(grader === undefined ? {} : { graders: grader }),
    ...(metric === undefined ? {} : { metrics: metric }),
    ...(language === undefined ? {} : { language: language as NonNullable<TrustRunOptions['language']> }),
  }
}

function areaAboveChance(value: string): number {
  const bar = Number(value)
  if (!(bar > 0.5 && bar <= 1)) throw new BadFlag('must be above 0.5 (chance) and at most 1')
  return bar
}
