import type { CasePage } from '../analysis/case-page.ts'
import type { RunReport } from '../analysis/run-report.ts'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import { layOutCase } from '../report/case-layout.ts'
import { csvReport } from '../report/csv.ts'
import { jsonReport, safeJson } from '../report/json.ts'
import { markdownReport, markdownText } from '../report/markdown.ts'
import { terminalReport, terminalText } from '../report/terminal.ts'
import { layOutTrust } from '../report/trust-layout.ts'
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

export interface RenderCaseOptions {
  /** Leaves colours out. */
  toFile?: boolean
  /** Texts whole. */
  raw?: boolean
  commandFlags?: string
}

/** The page of one test case in one of its forms; as JSON it is always whole. */
export function renderCase(
  page: CasePage,
  format: ReportFormat,
  output: Output,
  { toFile = false, ...layout }: RenderCaseOptions = {},
): string {
  if (format === 'json') return safeJson(page)
  const sections = layOutCase(page, layout)
  if (format === 'markdown') return markdownText(sections, page.language)
  return terminalText(sections, page.language, { color: output.color && !toFile, width: output.width })
}

/** What `trust` found in one of its forms. */
export function renderTrust(
  report: TrustReport,
  format: 'terminal' | 'markdown' | 'json',
  output: Output,
  { toFile = false, ...layout }: { toFile?: boolean; commandFlags?: string } = {},
): string {
  if (format === 'json') return safeJson(report)
  const sections = layOutTrust(report, layout)
  if (format === 'markdown') return markdownText(sections, report.language)
  return terminalText(sections, report.language, { color: output.color && !toFile, width: output.width })
}
