import type { AttributedOutcome, AttributeReport } from '../analysis/attribute/attribute-report.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import { formatNumber } from '../text/format-number.ts'
import { factorSections } from './attribute-factors.ts'
import { pairSections } from './attribute-pairs.ts'
import type { ListItem, Section } from './blocks.ts'
import { signedValue } from './compare-table.ts'

/** Configurations and tags that a table shows. */
const MOST_ROWS = 40

/** Which change did what, as sections: what each configuration reached, the pairs, the settings, kinds of question, disagreement. */
export function layOutAttribute(report: AttributeReport): Section[] {
  const text = messages(report.language)
  const { also } = report
  return [
    head(report, text),
    ...outcomeSections(report, text),
    ...(also === null
      ? []
      : outcomeSections(also, text).map((section) => ({ ...section, title: text.bracketed(section.title, also.by) }))),
    ...disagreementSection(report, text),
  ]
}

function outcomeSections(outcome: AttributedOutcome, text: Messages): Section[] {
  return [
    reachedSection(outcome, text),
    ...pairSections(outcome, text),
    ...factorSections(outcome, text),
    ...kindSection(outcome, text),
  ]
}

function head(report: AttributeReport, text: Messages): Section {
  const { run, right_wrong, by, base, questions, clusters, cluster_by, repeats } = report
  const day = /^\d{4}-\d{2}-\d{2}/.exec(run.created_at)?.[0] ?? run.created_at
  const pairs: [string, string][] = [
    [text.judgedBy, right_wrong === null ? by : text.byMarks(...right_wrong)],
    [text.baseLabel, base],
    [text.scoredQuestions, String(questions)],
  ]
  if (cluster_by !== 'question') pairs.push([text.clusteredBy, text.clustersOf(clusters, cluster_by)])
  if (repeats > 1) pairs.push([text.scoredQuestions, text.averagedRepeats(repeats)])
  return {
    title: text.attributeTitle(run.name.trim() === '' ? run.id : run.name),
    blocks: [
      { kind: 'paragraph', text: text.runLine(run.id, day) },
      { kind: 'facts', pairs },
    ],
  }
}

function reachedSection({ configurations, scale, unit }: AttributedOutcome, text: Messages): Section {
  const kind = { scale, ...(unit === null ? {} : { unit }) }
  const rows = configurations
    .slice(0, MOST_ROWS)
    .map(({ configuration, value, n, coverage }) => [
      [configuration],
      [value === null ? '-' : formatNumber(value, kind)],
      [String(n)],
      [text.scoredOf(coverage.scored, coverage.total)],
    ])
  const header = [[text.configuration], [text.reached], [text.scoredQuestions], ['n']]
  const rest = configurations.length - rows.length
  return {
    title: text.reachedTitle,
    blocks: [
      { kind: 'table', header, rows, numeric: true },
      ...(rest > 0 ? [{ kind: 'paragraph', text: text.more(rest) } as const] : []),
    ],
  }
}

function kindSection({ tags, configurations, scale, unit }: AttributedOutcome, text: Messages): Section[] {
  if (tags.length === 0) return []
  const kind = { scale, ...(unit === null ? {} : { unit }) }
  const rows = tags.slice(0, MOST_ROWS).map((one) => {
    const top = one.configurations.find(({ configuration }) => configuration === one.best[0])
    const alike = one.best.length === configurations.length
    return [
      [text.labelled(one.tag, one.value)],
      [String(one.n)],
      [top === undefined ? '-' : formatNumber(top.value, kind)],
      [alike ? text.noneBetter : one.best.join(text.comma)],
    ]
  })
  return [
    {
      title: text.kindsTitle,
      blocks: [
        { kind: 'table', header: [[text.questionKind], [text.scoredQuestions], [text.reached], [text.best]], rows },
        { kind: 'paragraph', text: text.kindsNote },
      ],
    },
  ]
}

function disagreementSection({ also, disagreements, scale, unit }: AttributeReport, text: Messages): Section[] {
  if (also === null) return []
  const shown = (value: number | null, of: Pick<AttributedOutcome, 'scale' | 'unit'>) =>
    value === null ? '-' : signedValue(value, of)
  const items = disagreements.slice(0, MOST_ROWS).map(({ a, b, kind, marks, metric, questions }): ListItem => {
    const figures = [shown(marks.difference, { scale, unit }), shown(metric.difference, also)] as const
    return {
      head: text.labelled(text.fromTo(a, b), text.disagreeKinds[kind](...figures)),
      lines: questions.length === 0 ? [] : [questions.join(text.comma)],
    }
  })
  const title = text.disagreeTitle(also.by)
  if (items.length === 0) return [{ title, blocks: [{ kind: 'paragraph', text: text.agreeEverywhere(also.by) }] }]
  return [{ title, blocks: [{ kind: 'list', items }] }]
}
