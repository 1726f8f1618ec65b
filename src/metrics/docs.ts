import { NA_REASON_MEANING } from '../core/na-reasons.ts'
import { NA_REASONS } from '../core/score.ts'
import type { AnyMetric } from './metric.ts'
import { optionNames } from './options.ts'
import { builtInMetrics } from './registry.ts'

const DIRECTION_WORDS = { higher_is_better: 'higher', lower_is_better: 'lower', neutral: 'neither' } as const

/** A markdown table of all built-in metrics. */
export function metricTable(): string {
  const rows = Object.values(builtInMetrics).map((metric) => [
    metric.atK === true ? `\`${metric.name}\`, \`${metric.name}@k\`` : `\`${metric.name}\``,
    metric.stage,
    needsOf(metric),
    rangeOf(metric),
    DIRECTION_WORDS[metric.direction],
    (optionNames(metric) ?? [])
      .filter((name) => name !== 'k')
      .map((name) => `\`${name}\``)
      .join(', '),
    metric.summary,
  ])
  return table(['metric', 'stage', 'needs', 'range', 'better', 'options', 'what it says'], rows)
}

/** The page docs/metrics.md: the metrics and the reasons for NA. */
export function metricsPage(): string {
  const reasons = NA_REASONS.map((reason) => [`\`${reason}\``, NA_REASON_MEANING[reason]])
  return [
    '# Metrics',
    'Generated from the metrics themselves; do not edit. How each is computed stands at the head of its file in',
    '`src/metrics/`. A metric with `@k` looks at the first k retrieved texts.',
    '',
    metricTable(),
    '# Why there is no score',
    'A score is a number or NA with one of these reasons. NA is never counted as 0 and never left out of the count.',
    '',
    table(['reason', 'when'], reasons),
  ].join('\n')
}

function needsOf(metric: AnyMetric): string {
  const groups = (metric.needsAny ?? []).map((group) => group.map((field) => `\`${field}\``).join(' or '))
  return [...metric.needs.map((field) => `\`${field}\``), ...groups].join(', ')
}

function rangeOf({ range: [low, high], scale, unit }: AnyMetric): string {
  const ends = scale === 'binary' ? `${low} or ${high}` : high === Infinity ? `from ${low}` : `${low} to ${high}`
  return unit === undefined ? ends : `${ends} ${unit}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}
