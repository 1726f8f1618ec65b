import type { RunReport } from '../analysis/run-report.ts'

/**
 * A run report as one JSON document: `run`, `summaries` and `gates` first, then the lists. Control and line-separating
 * characters within texts are written as escapes, so that printing it does nothing to a terminal.
 */
export function jsonReport(report: RunReport): string {
  const { run, summaries, gates, ...rest } = report
  return safeJson({ run, summaries, gates, ...rest })
}

/** Data as JSON on several lines, in which control characters are escapes. */
export function safeJson(value: unknown): string {
  const text = JSON.stringify(value, null, 2)
  return `${text.replace(/[\u007f-\u009f\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, escaped)}\n`
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
