import type { AucDifference, TrustLine } from '../analysis/trust/trust-line.ts'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { DifferenceFigures, TrustFigures } from '../text/messages-trust.ts'
import type { ListItem, Section, Tone } from './blocks.ts'
import { figure, percent, pText, signed, withInterval } from './trust-figures.ts'

const TONES: Record<TrustLine['verdict'], Tone> = {
  separates: 'good',
  does_not_separate: 'bad',
  undecided: 'unsure',
  too_few_grades: 'unsure',
}
/** From this share on it is said that scores stand at their maximum. */
const MANY_AT_MAXIMUM = 0.3
/** Up to this many different values it is said how few there are. */
const FEW_VALUES = 4

/** Each metric in words: why its verdict, what would decide it, what it adds to the baseline, how it may be used. */
export function trustLineSection(report: TrustReport, text: Messages): Section {
  return {
    title: text.metricByMetric,
    blocks: [{ kind: 'list', items: report.metrics.map((line) => item(line, report, text)) }],
  }
}

function item(line: TrustLine, report: TrustReport, text: Messages): ListItem {
  const name = line.form === null ? line.metric : text.bracketed(line.metric, text.formOf[line.form])
  return {
    mark: { word: text.verdictNames[line.verdict], tone: TONES[line.verdict] },
    head: text.labelled(name, reasonOf(line, report, text)),
    lines: [
      ...neededLines(line, text),
      ...comparedLines(line, report, text),
      ...useLines(line, text),
      ...leftOutLines(line, text),
      ...scaleLines(line, text),
    ],
  }
}

function reasonOf(line: TrustLine, report: TrustReport, text: Messages): string {
  const { reason_code: code, n_right: right, n_wrong: wrong } = line
  const say = text.trustReasons
  if (code === 'few_of_one_class' || code === 'p_unreachable') return say[code](right, wrong)
  if (code === 'few_clusters') return say.few_clusters(line.clusters)
  if (code === 'no_right' || code === 'no_wrong' || code === 'no_scores' || code === 'all_equal') return say[code]
  return say[code](figuresOf(line, report))
}

function figuresOf(line: TrustLine, { bar }: TrustReport): TrustFigures {
  const rate = (value: number | null) => (value === null ? '-' : formatRate(value))
  return {
    right: line.n_right,
    wrong: line.n_wrong,
    auc: rate(line.auc),
    low: rate(line.low),
    high: rate(line.high),
    p: line.p_holm === null ? '-' : pText(line.p_holm),
    bar: String(bar),
  }
}

function neededLines({ needed }: TrustLine, text: Messages): string[] {
  if (needed === null) return []
  const { right, wrong, shows } = needed
  if (right === null || wrong === null || shows === null) return [text.neededNever]
  return [text.neededLine(right, wrong, shows)]
}

function comparedLines(line: TrustLine, { baseline }: TrustReport, text: Messages): string[] {
  const base = differenceOf(line.against_baseline)
  const words = differenceOf(line.against_verdict_form)
  return [
    ...(base === undefined ? [] : [text.againstBaseline(base, line.judge_calls, baseline)]),
    ...(words === undefined ? [] : [text.againstWords(words)]),
  ]
}

function differenceOf(one: AucDifference | null): DifferenceFigures | undefined {
  if (one === null || one.difference === null || one.low === null || one.high === null) return undefined
  return {
    difference: signed(one.difference),
    low: signed(one.low),
    high: signed(one.high),
    sign: one.low > 0 ? 'better' : one.high < 0 ? 'worse' : 'unclear',
    n: one.n,
  }
}

function useLines(line: TrustLine, text: Messages): string[] {
  const { threshold, direction, calibration, repeats } = line
  const lines: string[] = []
  if (threshold !== null) {
    const { value, sensitivity, specificity } = threshold
    const shown = [figure(value), withInterval(sensitivity), withInterval(specificity)] as const
    lines.push(text.thresholdLine(...shown, direction === 'lower_is_better'))
  }
  // A count of words is no probability, though it may lie between 0 and 1.
  if (calibration !== null && line.origin !== 'rule' && line.form !== 'verdict') {
    const { brier, brier_platt: platt } = calibration
    lines.push(text.brierLine(figure(brier), platt === null ? null : figure(platt)))
  }
  if (repeats !== null) {
    const { kind, items, flip_rate, icc, repeats_for_90: needed } = repeats
    lines.push(text.repeatsLine(kind, items, percent(flip_rate), icc === null ? null : figure(icc)))
    if (needed !== null && needed > 1) lines.push(text.repeatsNeeded(needed))
  }
  return lines
}

function leftOutLines({ left_out: { na, not_scored, equal_to_reference } }: TrustLine, text: Messages): string[] {
  const missing = Object.values(na).reduce((sum, n) => sum + n, 0)
  return [
    ...(missing > 0 ? [text.leftOutNa(missing, text.naCounts(na))] : []),
    ...(not_scored > 0 ? [text.leftOutNa(not_scored, text.notEvaluated)] : []),
    ...(equal_to_reference > 0 ? [text.leftOutReference(equal_to_reference)] : []),
  ]
}

function scaleLines(line: TrustLine, text: Messages): string[] {
  const { saturation, share_at_max, distinct_values, n } = line
  const lines: string[] = []
  if (saturation?.saturated === true) {
    lines.push(text.saturatedLine(saturation.flags.map((flag) => text.saturationFlags[flag]).join(text.semicolon)))
  } else {
    if (share_at_max !== null && share_at_max >= MANY_AT_MAXIMUM) lines.push(text.atMaximum(percent(share_at_max)))
    if (n > 0 && distinct_values > 1 && distinct_values <= FEW_VALUES) lines.push(text.coarse(distinct_values))
  }
  if (saturation !== null && saturation.chance !== null && saturation.above_chance !== null) {
    lines.push(text.chanceLine(formatRate(saturation.chance), percent(saturation.above_chance)))
  }
  return lines
}
