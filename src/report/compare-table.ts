import type { ComparedMetric, CompareReport, Coverage } from '../analysis/compare/compare-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatNumber, formatRate } from '../text/format-number.ts'
import type { Cell, Section } from './blocks.ts'

/** One row a metric, and below the table what has to be said of single ones. */
export function compareTableSection(report: CompareReport, text: Messages): Section {
  const header: Cell[] = [
    [text.metric],
    ['A'],
    ['B'],
    [text.difference],
    [text.wonLostTied],
    ['p', 'Holm'],
    [text.finding],
  ]
  const unmoved = report.metrics.filter(({ n, won, lost }) => n > 0 && won.length + lost.length === 0)
  const remarks = [
    ...(unmoved.length === 0 ? [] : [text.noneDiffers(unmoved.map((one) => nameOf(one, text)).join(text.comma))]),
    ...report.metrics.flatMap((metric) => remarksOn(metric, text)),
  ]
  return {
    title: text.changesTitle,
    blocks: [
      { kind: 'table', header, rows: report.metrics.map((metric) => row(metric, text)) },
      ...(remarks.length === 0 ? [] : [{ kind: 'list', items: remarks.map((head) => ({ head, lines: [] })) } as const]),
      { kind: 'paragraph', text: text.changesNote },
    ],
  }
}

function row(metric: ComparedMetric, text: Messages): Cell[] {
  const { value_a, value_b, won, lost, tied, p, p_holm } = metric
  const figure = (value: number | null) => (value === null ? '-' : valueText(value, metric))
  const never = metric.never_significant
  return [
    [nameOf(metric, text), ...(metric.direction === 'lower_is_better' ? [text.lowerIsBetter] : [])],
    [figure(value_a)],
    [figure(value_b)],
    [differenceText(metric)],
    [`${won.length}/${lost.length}/${tied.length}`],
    p === null || never ? ['-'] : [formatRate(p), p_holm === null ? '-' : formatRate(p_holm)],
    [text.findings[metric.direction === 'neutral' ? 'neutral' : (metric.better ?? 'open')]],
  ]
}

function nameOf({ kind, metric }: ComparedMetric, text: Messages): string {
  return kind === 'grades' ? text.gradesName : metric
}

function valueText(value: number, { scale, unit }: Pick<ComparedMetric, 'scale' | 'unit'>): string {
  return formatNumber(value, { scale, ...(unit === null ? {} : { unit }) })
}

/** A difference with its sign; a difference of rates is no rate, so `<0.001` would not say which way. */
export function signedValue(value: number, { scale, unit }: Pick<ComparedMetric, 'scale' | 'unit'>): string {
  const text = scale === 'number' ? valueText(value, { scale, unit }) : value.toFixed(3)
  const plain = /^-0(\.0*)?$/.test(text) ? text.slice(1) : text
  return plain.startsWith('-') ? plain : `+${plain}`
}

/** `+0.125 [-0.041, +0.291]`, or the difference alone, or `-`. */
export function differenceText(
  figures: Pick<ComparedMetric, 'difference' | 'low' | 'high' | 'scale' | 'unit'>,
): string {
  const { difference, low, high } = figures
  if (difference === null) return '-'
  const value = signedValue(difference, figures)
  return low === null || high === null
    ? value
    : `${value} [${signedValue(low, figures)}, ${signedValue(high, figures)}]`
}

function remarksOn(metric: ComparedMetric, text: Messages): string[] {
  const name = nameOf(metric, text)
  const { never_significant, no_interval, won, lost, coverage, bounds } = metric
  const missing = [coverage.a, coverage.b].some(({ scored, total }) => scored < total)
  const between =
    bounds === null
      ? ''
      : `${text.sentenceGap}${text.missingBounds(signedValue(bounds.low, metric), signedValue(bounds.high, metric))}`
  return [
    ...(never_significant && won.length + lost.length > 0
      ? [text.neverSignificant(name, won.length + lost.length)]
      : []),
    ...(no_interval === null || no_interval === 'equal_differences'
      ? []
      : [text.noDifferenceInterval[no_interval](name)]),
    ...(no_interval === 'equal_differences' && metric.difference !== 0
      ? [text.noDifferenceInterval.equal_differences(name)]
      : []),
    ...(missing ? [`${text.missingScores(name, share(coverage.a, text), share(coverage.b, text))}${between}`] : []),
    ...marginRemark(metric, name, text),
  ]
}

function share({ scored, total, na }: Coverage, text: Messages): string {
  const counts = Object.keys(na).length === 0 ? '' : text.bracketed('', text.naCounts(na))
  return `${text.scoredOf(scored, total)}${counts}`
}

function marginRemark({ non_inferiority: found }: ComparedMetric, name: string, text: Messages): string[] {
  if (found === null) return []
  const { verdict, margin } = found
  return [verdict === null ? text.marginNoInterval(name) : text.marginFinding[verdict](name, String(margin))]
}
