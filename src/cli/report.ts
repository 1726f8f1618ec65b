import { type CommandSpec, type GlobalFlags, oneOf } from './command.ts'
import { commandFlags } from './command-flags.ts'

interface Flags extends GlobalFlags {
  format?: 'terminal' | 'markdown' | 'json' | 'csv'
  out?: string
  worstCase?: boolean
}

export const reportCommand: CommandSpec = {
  name: 'report',
  summary: 'show what is stored of a run; asks nobody anything',
  arguments: [{ syntax: '[run]', description: 'an id, a name or latest (the default)' }],
  options: [
    {
      flags: '--format <format>',
      description: 'terminal, markdown, json or csv (default: terminal)',
      read: oneOf('terminal', 'markdown', 'json', 'csv'),
    },
    { flags: '--out <file>', description: 'write to a file' },
    { flags: '--worst-case', description: 'also show each mean with every NA counted at the bad end' },
  ],
  example: 'ragstone report latest --format markdown --out report.md',
  async run([run], flags: Flags, { output }) {
    const { report } = await import('../api/report.ts')
    const { renderReport } = await import('./render.ts')
    const result = await report({ ...flags, language: flags.language as never, ...(run === undefined ? {} : { run }) })
    const text = renderReport(result, flags.json ? 'json' : (flags.format ?? 'terminal'), output, {
      toFile: flags.out !== undefined,
      worstCase: flags.worstCase === true,
      commandFlags: commandFlags(flags),
    })
    if (flags.out === undefined) await output.data(text)
    else {
      const { writeOut } = await import('./write-out.ts')
      await writeOut(flags.out, [text])
      output.note(`wrote ${flags.out}`)
    }
    return 0
  },
}
