import type { TrustLine } from '../analysis/trust/trust-line.ts'
import type { TrustReport } from '../analysis/trust/trust-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { ListItem, Section } from './blocks.ts'

/** What follows from the table, for a reader who goes no further: which metrics to use, which not, which are open. */
export function trustBriefSection(report: TrustReport, text: Messages): Section[] {
  if (report.metrics.length === 0) return []
  const items = isAllFew(report) ? [text.briefAllFew(report.n_right, report.n_wrong)] : briefLines(report, text)
  return [{ title: text.briefTitle, blocks: [{ kind: 'list', items: items.map(asItem) }] }]
}

const isAllFew = ({ metrics }: TrustReport) => metrics.every(({ verdict }) => verdict === 'too_few_grades')

function briefLines(report: TrustReport, text: Messages): string[] {
  const of = (verdict: TrustLine['verdict']) => report.metrics.filter((line) => line.verdict === verdict)
  const named = (lines: readonly TrustLine[], about: (line: TrustLine) => string | null = () => null) =>
    lines.map((line) => withNote(nameOf(line, text), about(line), text)).join(text.comma)
  const reversed = report.metrics.filter(({ reason_code: code }) => code === 'reversed')
  const useless = of('does_not_separate').filter((line) => !reversed.includes(line))
  const separates = of('separates')
  const undecided = of('undecided')
  const few = of('too_few_grades')
  return [
    separates.length > 0
      ? text.briefUse(named(separates, ({ auc }) => (auc === null ? null : `AUC ${formatRate(auc)}`)))
      : text.briefNone,
    ...dearLines(report, text, named),
    ...(undecided.length > 0 ? [text.briefOpen(named(undecided, (line) => neededNote(line, text)))] : []),
    ...(few.length > 0 ? [text.briefFew(named(few))] : []),
    ...(useless.length > 0 ? [text.briefUseless(named(useless))] : []),
    ...(reversed.length > 0 ? [text.briefReversed(named(reversed))] : []),
  ]
}

/** Whether metrics that a model made are worth more than the one that needs none. */
function dearLines(
  { metrics, baseline }: TrustReport,
  text: Messages,
  named: (lines: readonly TrustLine[]) => string,
): string[] {
  const compared = metrics.filter(
    ({ origin, against_baseline: base }) => origin !== 'rule' && base !== null && base.difference !== null,
  )
  if (compared.length === 0) return []
  const better = compared.filter(({ against_baseline: base }) => base !== null && (base.low ?? 0) > 0)
  if (better.length === 0) return [text.briefNoneBetter(baseline)]
  // Better than a baseline that guesses is not enough: a metric that is still undecided is not recommended.
  const proven = better.filter(({ verdict }) => verdict === 'separates')
  return proven.length > 0 ? [text.briefBetter(named(proven), baseline)] : []
}

function nameOf({ metric, form }: TrustLine, text: Messages): string {
  return form === null ? metric : text.bracketed(metric, text.formOf[form])
}

function withNote(name: string, note: string | null, text: Messages): string {
  return note === null ? name : text.bracketed(name, note)
}

function neededNote({ needed }: TrustLine, text: Messages): string | null {
  if (needed === null || needed.right === null || needed.wrong === null) return null
  return text.briefNeeded(needed.right + needed.wrong)
}

const asItem = (head: string): ListItem => ({ head, lines: [] })
