import { RagstoneError } from '../core/errors.ts'
import { type CommandSpec, type GlobalFlags, listOf, oneOf } from './command.ts'
import { commandFlags } from './command-flags.ts'
import type { Output } from './output.ts'

interface Flags extends GlobalFlags {
  format?: 'terminal' | 'markdown' | 'json' | 'csv'
  out?: string
  worstCase?: boolean
  only?: string[]
  list?: boolean
  case?: string
  raw?: boolean
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
    { flags: '--case <id>', description: 'everything behind the scores of one test case, in place of a report' },
    { flags: '--raw', description: 'with --case: every prompt, reply and text whole' },
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
    if (flags.case !== undefined) {
      const { casePage } = await import('../api/case-page.ts')
      const { renderCase } = await import('./render.ts')
      const where = run === undefined ? {} : { run }
      const page = await casePage({ ...flags, case: flags.case, language: flags.language as never, ...where })
      const format = flags.json ? 'json' : (flags.format ?? 'terminal')
      const shown = { toFile: flags.out !== undefined, raw: flags.raw === true, commandFlags: commandFlags(flags) }
      await put(renderCase(page, format, output, shown), flags, output)
      return 0
    }
    const { renderReport } = await import('./render.ts')
    const result = await report({ ...flags, language: flags.language as never, ...(run === undefined ? {} : { run }) })
    const text = renderReport(result, flags.json ? 'json' : (flags.format ?? 'terminal'), output, {
      toFile: flags.out !== undefined,
      worstCase: flags.worstCase === true,
      commandFlags: commandFlags(flags),
    })
    await put(text, flags, output)
    return 0
  },
}

/** To the file that was named, else to stdout. */
async function put(text: string, { out }: Flags, output: Output): Promise<void> {
  if (out === undefined) return output.data(text)
  const { writeOut } = await import('./write-out.ts')
  await writeOut(out, [text])
  output.note(`wrote ${out}`)
}

function refuseWithoutEffect(run: string | undefined, flags: Flags): void {
  const { json, format, list, out, worstCase, only } = flags
  if (json === true && format !== undefined && format !== 'json') {
    throw new RagstoneError('bad_flag', `--json with --format ${format}: a report has one form`, {
      hint: `leave out --json or --format ${format}`,
    })
  }
  if (flags.raw === true && flags.case === undefined) {
    throw new RagstoneError('bad_flag', '--raw without --case: a report holds no prompts and replies', {
      hint: 'name a test case: ragstone report --case ID --raw',
    })
  }
  if (flags.case !== undefined && (format === 'csv' || worstCase === true)) {
    const flag = worstCase === true ? '--worst-case' : '--format csv'
    throw new RagstoneError('bad_flag', `${flag} with --case: the page of a case is no table`, {
      hint: 'its forms are terminal, markdown and json; steps as a table: ragstone export steps --format csv',
    })
  }
  if (list !== true) return
  const given = {
    RUN: run,
    '--format': format,
    '--out': out,
    '--worst-case': worstCase,
    '--only': only,
    '--case': flags.case,
  }
  const [useless] = Object.entries(given).find(([, value]) => value !== undefined) ?? []
  if (useless === undefined) return
  throw new RagstoneError('bad_flag', `${useless} with --list: the list shows all runs, and is no report`, {
    hint: `leave out ${useless}; for the list as data: ragstone report --list --json`,
  })
}
