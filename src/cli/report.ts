import { RagstoneError } from '../core/errors.ts'
import { type CommandSpec, type GlobalFlags, listOf, oneOf } from './command.ts'
import { commandFlags } from './command-flags.ts'

interface Flags extends GlobalFlags {
  format?: 'terminal' | 'markdown' | 'json' | 'csv'
  out?: string
  worstCase?: boolean
  only?: string[]
  list?: boolean
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
    { flags: '--only <configuration>', description: 'only this configuration (may be repeated)', read: listOf },
    { flags: '--list', description: 'list the stored runs, newest first, in place of a report' },
    { flags: '--out <file>', description: 'write to a file' },
    { flags: '--worst-case', description: 'also show each mean with every NA counted at the bad end' },
  ],
  example: 'ragstone report latest --format markdown --out report.md',
  async run([run], flags: Flags, { output }) {
    refuseWithoutEffect(run, flags)
    const { listRuns, report } = await import('../api/report.ts')
    if (flags.list === true) {
      const { runListText } = await import('./run-list.ts')
      const runs = await listRuns(flags)
      await output.data(flags.json ? JSON.stringify({ runs }) : runListText(runs))
      return 0
    }
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

function refuseWithoutEffect(run: string | undefined, flags: Flags): void {
  const { json, format, list, out, worstCase, only } = flags
  if (json === true && format !== undefined && format !== 'json') {
    throw new RagstoneError('bad_flag', `--json with --format ${format}: a report has one form`, {
      hint: `leave out --json or --format ${format}`,
    })
  }
  if (list !== true) return
  const given = { RUN: run, '--format': format, '--out': out, '--worst-case': worstCase, '--only': only }
  const [useless] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (useless === undefined) return
  throw new RagstoneError('bad_flag', `${useless} with --list: the list shows all runs, and is no report`, {
    hint: `leave out ${useless}; for the list as data: ragstone report --list --json`,
  })
}
