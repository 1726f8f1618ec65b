import { RagstoneError } from '../core/errors.ts'
import { DIRECTIONS, type Direction } from '../core/score.ts'
import { type CommandSpec, type GlobalFlags, listOf } from './command.ts'
import { pairs } from './pairs.ts'
import { EXIT_INTERRUPTED } from './run-flags.ts'

interface Flags extends GlobalFlags {
  run?: string
  from?: string
  name?: string
  metric?: string[]
  direction?: string[]
  prefix?: string
  configuration?: string
  field?: string[]
  replace?: boolean
}

export const importCommand: CommandSpec = {
  name: 'import',
  summary: 'read scores that were made elsewhere (ragas, deepeval, a script) into a run',
  description:
    'Reads scores from a file (csv, jsonl, json, yaml, parquet): one score a row (metric,test_case_id,configuration,repeat,value,direction), or one response a row with a column for each metric; lists of DeepEval are understood too. Rows find their response by test_case_id, else by an equal question. A file that holds questions and answers as well needs no run: it becomes one, with its scores, and with a column of verdicts as grades. Nothing is stored when a row is wrong; the same scores a second time change nothing.',
  arguments: [{ syntax: '<file>', description: 'the file of scores' }],
  options: [
    {
      flags: '--run <run>',
      description: 'the run that was scored (default: latest, or a new run where the file holds answers)',
    },
    { flags: '--from <tool>', description: 'what made the scores; kept with them' },
    { flags: '--name <name>', description: 'a name for the new run' },
    { flags: '--metric <column>', description: 'take this column or metric alone (may be repeated)', read: listOf },
    {
      flags: '--direction <direction>',
      description: 'higher_is_better, lower_is_better or neutral; NAME=DIRECTION for one metric (may be repeated)',
      read: listOf,
    },
    { flags: '--prefix <text>', description: 'put this in front of the names of the metrics, e.g. ragas.' },
    { flags: '--configuration <name>', description: 'the configuration of rows that name none' },
    {
      flags: '--field <ours=theirs>',
      description: 'where a field is, e.g. user_input=prompt (may be repeated)',
      read: listOf,
    },
    { flags: '--replace', description: 'let scores of the file take the place of others that are there' },
  ],
  refuses: ['language'],
  usageHints: [
    {
      when: "missing required argument 'file'",
      hint: 'name the file of scores; for example npx ragstone import ragas.csv',
    },
  ],
  example: 'ragstone import ragas.csv && ragstone grade && ragstone trust\nragstone import scores.jsonl --run latest',
  async run([file = ''], flags: Flags, { output, signal }) {
    const { importLines, importScores } = await import('../api/import-scores.ts')
    const { metric, direction, field, language: _language, ...rest } = flags
    try {
      const result = await importScores({
        ...rest,
        file,
        ...(metric === undefined ? {} : { metrics: metric }),
        ...(direction === undefined ? {} : { directions: readDirections(direction) }),
        ...(field === undefined ? {} : { fields: pairs('--field', field) }),
        signal,
        log: (line) => output.note(line),
        onProgress: (progress) => output.progress(progress),
      })
      output.endProgress()
      await output.data(flags.json ? JSON.stringify(result) : importLines(result).join('\n'))
      if (result.created && !flags.json) {
        output.note(
          'next: npx ragstone grade (some answers right or wrong), then npx ragstone trust (which scores can be believed)',
        )
      }
      return 0
    } catch (error) {
      if (!signal.aborted) throw error
      output.endProgress()
      output.warn('interrupted; nothing was imported')
      return EXIT_INTERRUPTED
    }
  },
}

/** `lower_is_better` for all metrics, `NAME=lower_is_better` for one. */
export function readDirections(values: readonly string[]): Record<string, Direction> {
  return Object.fromEntries(
    values.map((text): [string, Direction] => {
      const at = text.lastIndexOf('=')
      const word = text.slice(at + 1)
      const direction = DIRECTIONS.find((one) => one === word)
      if (direction === undefined || at === 0) {
        throw new RagstoneError('bad_flag', `--direction ${text}: "${word}" is no direction`, {
          hint: `one of ${DIRECTIONS.join(', ')}; for one metric: --direction hallucination=lower_is_better`,
        })
      }
      return [at === -1 ? '*' : text.slice(0, at), direction]
    }),
  )
}
