import { FORM_OPTIONS, type FormFlags, refuseTwoForms, writeAnalysis } from './analysis-output.ts'
import type { CommandSpec, GlobalFlags } from './command.ts'

interface Flags extends GlobalFlags, FormFlags {
  json?: boolean
  by?: string
  metric?: string
  base?: string
  clusterBy?: string
  configurations?: string
}

export const attributeCommand: CommandSpec = {
  name: 'attribute',
  summary: 'which single change of the settings did what',
  description:
    'Takes every two configurations of a run that differ in exactly one setting (found in the settings, never in the names), and says which questions the change won and lost, how sure that is, and whether it acted on retrieval or on generation. Pairs that change several settings at once are named as not attributable. Judged by the grades of people where there are some, or by a metric. Asks nobody anything.',
  arguments: [{ syntax: '[run]', description: 'an id, a name or latest (the default)' }],
  options: [
    {
      flags: '--by <what>',
      description: 'marks (the default when people graded the run), the name of a metric, or both',
    },
    { flags: '--metric <name>', description: 'the metric to judge by (default: the first of generation)' },
    {
      flags: '--base <configuration>',
      description: 'where changes start (default: the one from which most others differ in one setting)',
    },
    {
      flags: '--cluster-by <tag>',
      description: 'questions that may depend on each other: question (the default: none do), or a tag',
    },
    {
      flags: '--configurations <file>',
      description: 'the settings of the configurations (YAML or JSON), for answers that came from a file',
    },
    ...FORM_OPTIONS,
  ],
  example: 'ragstone attribute latest --by both --metric faithfulness',
  async run([run], flags: Flags, { output, signal }) {
    refuseTwoForms(flags)
    const { attribute } = await import('../api/attribute.ts')
    const { layOutAttribute } = await import('../report/attribute-layout.ts')
    const { language, json: _json, format: _format, out: _out, ...rest } = flags
    const report = await attribute({
      ...rest,
      signal,
      ...(run === undefined ? {} : { run }),
      ...(language === undefined ? {} : { language: language as never }),
    })
    await writeAnalysis(report, () => layOutAttribute(report), flags, output)
    return 0
  },
}
