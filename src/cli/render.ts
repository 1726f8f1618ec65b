import type { RunReport } from '../analysis/run-report.ts'
import { csvReport } from '../report/csv.ts'
import { jsonReport } from '../report/json.ts'
import { markdownReport } from '../report/markdown.ts'
import { terminalReport } from '../report/terminal.ts'
import type { Output } from './output.ts'

export type ReportFormat = 'terminal' | 'markdown' | 'json' | 'csv'

/** A report in one of its forms; `toFile` leaves colours out. */
export function renderReport(report: RunReport, format: ReportFormat, output: Output, toFile = false): string {
  if (format === 'json') return jsonReport(report)
  if (format === 'csv') return csvReport(report)
  if (format === 'markdown') return markdownReport(report)
  return terminalReport(report, { color: output.color && !toFile, width: output.width })
}
