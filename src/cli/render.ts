import type { RunReport } from '../analysis/run-report.ts'
import { csvReport } from '../report/csv.ts'
import { jsonReport } from '../report/json.ts'
import { markdownReport } from '../report/markdown.ts'
import { terminalReport } from '../report/terminal.ts'
import type { Output } from './output.ts'

export type ReportFormat = 'terminal' | 'markdown' | 'json' | 'csv'

export interface RenderOptions {
  /** Leaves colours out. */
  toFile?: boolean
  worstCase?: boolean
  /** How many cases a list shows. */
  listed?: number
  /** What the commands in the report repeat; see `commandFlags`. */
  commandFlags?: string
}

/** How many cases the lists at the end of a run show; `ragstone report` shows more. */
export const LISTED_AFTER_RUN = 5

/** A report in one of its forms. */
export function renderReport(
  report: RunReport,
  format: ReportFormat,
  output: Output,
  { toFile = false, ...layout }: RenderOptions = {},
): string {
  if (format === 'json') return jsonReport(report)
  if (format === 'csv') return csvReport(report)
  if (format === 'markdown') return markdownReport(report, layout)
  return terminalReport(report, { color: output.color && !toFile, width: output.width, ...layout })
}
