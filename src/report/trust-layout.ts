import type { TrustReport } from '../analysis/trust/trust-report.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import type { Section } from './blocks.ts'
import { trustBriefSection } from './trust-brief.ts'
import { percent } from './trust-figures.ts'
import { trustLineSection } from './trust-lines.ts'
import { agreementSection, gradedPairSection } from './trust-people.ts'
import { rateSection, spotCheckSection } from './trust-rates.ts'
import { trustTableSection } from './trust-table.ts'

export interface TrustLayoutOptions {
  /** What the commands that are printed must repeat, for example ` --config study.yaml`; default nothing. */
  commandFlags?: string
  /** How many disagreements with the judge are shown; default 10. */
  listed?: number
}

const LISTED = 10
/** Ids of answers without a truth that are named. */
const NAMED = 5

/** What `trust` found as sections: the grades, the table of metrics, each metric in words, people, rates, the spot check. */
export function layOutTrust(report: TrustReport, options: TrustLayoutOptions = {}): Section[] {
  const text = messages(report.language)
  const { commandFlags: flags = '', listed = LISTED } = options
  return [
    head(report, text),
    ...trustBriefSection(report, text),
    trustTableSection(report, text),
    trustLineSection(report, text),
    ...agreementSection(report, text),
    ...gradedPairSection(report, text),
    ...rateSection(report, text),
    ...spotCheckSection(report, text, listed),
    ...warningSection(report, text),
    next(report, text, flags),
  ]
}

function head(report: TrustReport, text: Messages): Section {
  const { run, labels, n_right, n_wrong, clusters, cluster_by } = report
  const by = cluster_by === 'question' ? text.question : cluster_by
  const effect = labels.design_effect === null ? null : labels.design_effect.toFixed(2)
  const pairs: [string, string][] = [
    [text.graded, text.gradedLine(labels.graded, labels.responses, n_right, n_wrong)],
    [text.graders, labels.graders.join(text.comma)],
    [text.sample, text.samplings[labels.sampling]],
    ...(labels.skipped > 0 ? [[text.sample, text.skippedLine(labels.skipped)] as [string, string]] : []),
    [text.clusteredBy, text.clusterLine(clusters, by, effect)],
  ]
  if (labels.split_total > 0) {
    const ids = labels.split.slice(0, NAMED).map((one) => text.bracketed(one.test_case_id, one.configuration))
    const more = labels.split_total > ids.length ? [...ids, '...'] : ids
    pairs.push([text.splitLabel, text.splitLine(labels.split_total, more.join(text.comma))])
  }
  const day = /^\d{4}-\d{2}-\d{2}/.exec(run.created_at)?.[0] ?? run.created_at
  return {
    title: text.trustTitle(run.name.trim() === '' ? run.id : run.name),
    blocks: [
      { kind: 'paragraph', text: text.runLine(run.id, day) },
      { kind: 'facts', pairs },
    ],
  }
}

function warningSection({ warnings }: TrustReport, text: Messages): Section[] {
  const say = text.trustWarnings
  const sentences = warnings.map(({ code, detail }) => {
    const number = (name: string) => Number(detail[name] ?? 0)
    if (code === 'few_clusters') return say.few_clusters(number('clusters'))
    if (code === 'split_grades') return say.split_grades(number('n'))
    if (code === 'few_replicates') return say.few_replicates(number('replicates'))
    if (code === 'na_differs') {
      return say.na_differs(String(detail.metric ?? ''), percent(number('share_right')), percent(number('share_wrong')))
    }
    return say[code]
  })
  if (sentences.length === 0) return []
  return [{ title: text.warningsTitle, blocks: [{ kind: 'list', items: sentences.map(asItem) }] }]
}

const asItem = (head: string) => ({ head, lines: [] })

function next({ run, metrics, labels }: TrustReport, text: Messages, flags: string): Section {
  const grade = `npx ragstone grade ${run.id}${flags}`
  const report = `npx ragstone report ${run.id}${flags}`
  const open = metrics.some(({ verdict }) => verdict === 'undecided' || verdict === 'too_few_grades')
  const items = [
    ...(open && labels.sampling !== 'all' ? [{ head: text.nextGrade(grade), command: grade, lines: [] }] : []),
    ...(open && labels.sampling === 'all' ? [asItem(text.nextCases)] : []),
    { head: text.nextReport(report), command: report, lines: [] },
  ]
  return { title: text.next, blocks: [{ kind: 'list', items }] }
}
