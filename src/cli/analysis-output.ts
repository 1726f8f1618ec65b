import type { Language } from '../core/config.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Section } from '../report/blocks.ts'
import { safeJson } from '../report/json.ts'
import { markdownText } from '../report/markdown.ts'
import { terminalText } from '../report/terminal.ts'
import { type OptionSpec, oneOf } from './command.ts'
import type { Output } from './output.ts'

export interface FormFlags {
  json?: boolean
  format?: 'terminal' | 'markdown' | 'json'
  out?: string
}

/** In which form an analysis is written, and where to. */
export const FORM_OPTIONS: OptionSpec[] = [
  {
    flags: '--format <format>',
    description: 'terminal, markdown or json (default: terminal)',
    read: oneOf('terminal', 'markdown', 'json'),
  },
  { flags: '--out <file>', description: 'write to a file' },
]

export function refuseTwoForms({ json, format }: FormFlags): void {
  if (json !== true || format === undefined || format === 'json') return
  throw new RagstoneError('bad_flag', `--json with --format ${format}: a report has one form`, {
    hint: `leave out --json or --format ${format}`,
  })
}

/** Writes an analysis in the form that the flags name, to the file or to stdout. */
export async function writeAnalysis(
  report: { language: Language },
  layOut: () => Section[],
  { json, format = 'terminal', out }: FormFlags,
  output: Output,
): Promise<void> {
  const text = () => {
    if (json === true || format === 'json') return safeJson(report)
    if (format === 'markdown') return markdownText(layOut(), report.language)
    return terminalText(layOut(), report.language, { color: output.color && out === undefined, width: output.width })
  }
  if (out === undefined) return output.data(text())
  const { writeOut } = await import('./write-out.ts')
  await writeOut(out, [text()])
  output.note(`wrote ${out}`)
}
