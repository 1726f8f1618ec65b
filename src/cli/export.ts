import { type CommandSpec, type GlobalFlags, oneOf } from './command.ts'

interface Flags extends GlobalFlags {
  format?: 'jsonl' | 'csv' | 'parquet'
  out?: string
}

export const exportCommand: CommandSpec = {
  name: 'export',
  summary: 'write stored records, one a line',
  arguments: [
    { syntax: '<what>', description: 'responses, scores, steps, exchanges, grades or test-set' },
    { syntax: '[run]', description: 'an id, a name or latest (the default)' },
  ],
  options: [
    {
      flags: '--format <format>',
      description: 'jsonl, csv or parquet (default: jsonl)',
      read: oneOf('jsonl', 'csv', 'parquet'),
    },
    { flags: '--out <file>', description: 'write to a file' },
  ],
  refuses: ['language'],
  usageHints: [
    {
      when: "missing required argument 'what'",
      hint: 'say what: responses, scores, steps, exchanges, grades or test-set; for example npx ragstone export scores',
    },
  ],
  example: 'ragstone export scores latest --format csv --out scores.csv',
  async run([what, run], flags: Flags, { output }) {
    const { EXPORT_KINDS, exportRecords } = await import('../api/export-records.ts')
    const { RagstoneError } = await import('../core/errors.ts')
    const { suggest } = await import('../core/nearest.ts')
    const kind = EXPORT_KINDS.find((one) => one === what)
    if (kind === undefined) {
      throw new RagstoneError('unknown_export', `cannot export "${what}"`, { hint: suggest(what ?? '', EXPORT_KINDS) })
    }
    const format = flags.format ?? 'jsonl'
    if (format === 'parquet' && flags.out === undefined) {
      throw new RagstoneError('needs_out', 'parquet is not text', { hint: 'add --out FILE.parquet' })
    }
    const pieces = exportRecords({ ...flags, what: kind, format, ...(run === undefined ? {} : { run }) })
    if (flags.out !== undefined) {
      const { writeOut } = await import('./write-out.ts')
      await writeOut(flags.out, pieces)
      output.note(`wrote ${flags.out}`)
    } else {
      for await (const piece of pieces) await output.raw(piece as string)
    }
    return 0
  },
}
