import type { LintResult } from '../api/lint.ts'
import { counted } from '../core/counted.ts'
import { shownPath } from '../core/shown-path.ts'

/** The result of `lint` in words: the set's summary by tag, then what was found. */
export function lintText({ config, test_set, summary, configurations, metrics, findings }: LintResult): string {
  const names = configurations.map((one) => one.name).join(', ')
  const lines = [
    `${shownPath(config)}: ${counted(configurations.length, 'configuration')} (${names})`,
    `metrics: ${metrics.length === 0 ? 'none' : metrics.join(', ')}`,
    `${shownPath(test_set)}: ${counted(summary.cases, 'case')}, ${summary.answerable} answerable, ${summary.unanswerable} unanswerable`,
  ]
  for (const [tag, values] of Object.entries(summary.tags)) {
    const counts = Object.entries(values).map(([value, count]) => `${value} ${count}`)
    lines.push(`  ${tag}: ${counts.join(', ')}`)
  }
  lines.push('')
  if (findings.length === 0) lines.push('no pitfalls found')
  for (const { severity, code, message, cases } of findings) {
    lines.push(`${severity} ${code}: ${message}`)
    if (cases.length > 0)
      lines.push(`  ${cases.slice(0, 8).join(', ')}${cases.length > 8 ? ` and ${cases.length - 8} more` : ''}`)
  }
  return lines.join('\n')
}
