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

/** A markdown table of the metrics that ask a model: their questions with the number of calls, both forms of the score, the edges. */
export function judgeMetricTable(): string {
  const rows = Object.values(builtInMetrics).flatMap(({ name, asks }) => {
    if (asks === undefined) return []
    const [verdict = '', probability = ''] = asks.value.split(' | ')
    return [[`\`${name}\``, asks.calls, verdict, probability, asks.edges]]
  })
  return table(['metric', 'questions (calls)', 'score by verdicts', 'score by probabilities', 'edges'], rows)
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
    '# Metrics that ask a judge',
    'Rules come first and cost no call; then closed questions about numbered items; then arithmetic, one line of which is a',
    'step of every score. Where the judge gives probabilities of its words (`grading: probability`) the value is made of the',
    'probability of the good class, and the score by verdicts stands beside it as `verdict_value`; otherwise the verdicts make',
    'the value (`grading: verdict`). `k` of `n` counts what has at least probability .5, or the good verdict. Contradictions',
    'between a reason and its verdict are counted in the arithmetic and change nothing. When verdicts are missing after a',
    'second asking the score is NA with the lowest and highest value that the known ones leave possible.',
    '',
    'Claims are the sentences of a text, by rule, or made by the judge (`judge.claims`); questions are asked one an item or',
    'many a call (`judge.asking`). Calls are counted for asking many a call. With a `judge.verifier` the question whether a text',
    'supports a claim goes to it, which does not tell contradiction apart.',
    '',
    judgeMetricTable(),
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

function rangeOf({ range: [low, high], scale, unit, uses }: AnyMetric): string {
  const ends =
    scale === 'binary'
      ? `${low} or ${high}${uses.includes('judge') ? ', or between' : ''}`
      : high === Infinity
        ? `from ${low}`
        : `${low} to ${high}`
  return unit === undefined ? ends : `${ends} ${unit}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return `${[line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')}\n`
}
