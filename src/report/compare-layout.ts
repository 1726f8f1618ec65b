import type { ComparedSide, CompareReport } from '../analysis/compare/compare-report.ts'
import { type Messages, messages } from '../text/catalogue.ts'
import { formatNumber } from '../text/format-number.ts'
import type { ListItem, Section } from './blocks.ts'
import { compareTableSection } from './compare-table.ts'

export interface CompareLayoutOptions {
  /** How many won and lost questions are shown with both answers; default 6. */
  listed?: number
}

const LISTED = 6

/** A comparison as sections: the two sides, what else differs, the table, what it costs, the questions with both answers. */
export function layOutCompare(report: CompareReport, options: CompareLayoutOptions = {}): Section[] {
  const text = messages(report.language)
  return [
    head(report, text),
    ...uncontrolledSection(report, text),
    compareTableSection(report, text),
    ...costSection(report, text),
    ...answerSection(report, text, options.listed ?? LISTED),
  ]
}

/** A setting's value as a report writes it. */
export function settingText(side: object, key: string, text: Messages): string {
  if (!Object.hasOwn(side, key)) return text.settingUnset
  const value: unknown = Reflect.get(side, key)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function head(report: CompareReport, text: Messages): Section {
  const { a, b, changed, questions, clusters, cluster_by } = report
  const settings = changed.map((one) =>
    text.settingLine(one.factor, settingText(one, 'a', text), settingText(one, 'b', text)),
  )
  const same = a.run.id === b.run.id
  const pairs: [string, string][] = [
    ['A', sideLine(a, text)],
    ['B', sideLine(b, text)],
    [text.changedSettings, settings.length === 0 ? withoutChange(report, text) : settings.join(text.semicolon)],
    [
      text.question,
      same
        ? text.sharedQuestions(questions.shared)
        : text.sharedOf(questions.shared, questions.a, questions.b, questions.altered),
    ],
  ]
  if (cluster_by !== 'question') pairs.push([text.clusteredBy, text.clustersOf(clusters, cluster_by)])
  if (a.repeats > 1 || b.repeats > 1) pairs.push([text.question, text.averagedFirst(a.repeats, b.repeats)])
  if (a.failed > 0 || b.failed > 0) pairs.push([text.question, text.failedLine(a.failed, b.failed)])
  for (const line of identicalLines(report, text)) pairs.push([text.question, line])
  return { title: text.compareTitle(nameOf(a, same), nameOf(b, same)), blocks: [{ kind: 'facts', pairs }] }
}

function withoutChange({ a, b }: CompareReport, text: Messages): string {
  const told = [a, b].some(({ settings }) => Object.keys(settings).length > 0)
  return told ? text.settingsEqual : text.settingsUnknown
}

function identicalLines({ identical }: CompareReport, text: Messages): string[] {
  const { answers, of_answers, retrieved, of_retrieved } = identical
  return [
    ...(of_answers > 0 ? [text.identicalAnswers(answers, of_answers)] : []),
    ...(of_retrieved > 0 ? [text.identicalRetrieved(retrieved, of_retrieved)] : []),
  ]
}

function nameOf({ run, configuration }: ComparedSide, same: boolean): string {
  return same ? configuration : `${run.name.trim() === '' ? run.id : run.name}:${configuration}`
}

function sideLine({ configuration, run }: ComparedSide, text: Messages): string {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(run.created_at)?.[0] ?? run.created_at
  return text.sideLine(configuration, run.id, day)
}

function uncontrolledSection({ uncontrolled }: CompareReport, text: Messages): Section[] {
  if (uncontrolled.length === 0) return []
  const items = uncontrolled.map(({ kind, name = '', a, b }): ListItem => {
    const values = text.fromTo(a ?? text.notKnown, b ?? text.notKnown)
    return { head: text.labelled(text.uncontrolledKinds[kind](name), values), lines: [] }
  })
  return [
    {
      title: text.uncontrolledTitle,
      blocks: [
        { kind: 'list', items },
        { kind: 'paragraph', text: text.uncontrolledNote },
      ],
    },
  ]
}

function costSection({ costs }: CompareReport, text: Messages): Section[] {
  if (costs.length === 0) return []
  const rows = costs.map(({ cost, n, value_a, value_b, difference, low, high }) => {
    const unit = cost === 'cost_usd' ? 'usd' : cost === 'latency_ms' ? 'ms' : 'tokens'
    const figure = (value: number) => formatNumber(value, { scale: 'number', unit })
    const band = low === null || high === null ? '' : ` [${figure(low)}, ${figure(high)}]`
    return [
      [text.costNames[cost]],
      [figure(value_a)],
      [figure(value_b)],
      [`${difference > 0 ? '+' : ''}${figure(difference)}${band}`],
      [String(n)],
    ]
  })
  const header = [[''], ['A'], ['B'], [text.difference], ['n']]
  return [
    {
      title: text.costsTitle,
      blocks: [
        { kind: 'table', header, rows, numeric: true },
        { kind: 'paragraph', text: text.costsNote },
      ],
    },
  ]
}

function answerSection(report: CompareReport, text: Messages, listed: number): Section[] {
  const { answers, answers_by, answers_left_out } = report
  if (answers_by === null || answers.length === 0) return []
  const metric = answers_by === 'grades' ? text.gradesName : answers_by
  const said = (label: string, own: readonly (string | null)[]) =>
    [...new Set(own)].map((answer) => text.labelled(label, answer ?? text.noAnswer))
  const items = answers.slice(0, listed).map((one): ListItem => {
    const won = one.outcome === 'won'
    return {
      mark: { word: won ? text.wonQuestion : text.lostQuestion, tone: won ? 'good' : 'bad' },
      head: text.labelled(one.test_case_id, one.user_input),
      lines: [...said('A', one.a), ...said('B', one.b)],
    }
  })
  const rest = answers.length - items.length + answers_left_out
  return [
    {
      title: text.answersTitle(metric, answers.length + answers_left_out),
      blocks: [{ kind: 'list', items, ...(rest > 0 ? { rest: text.moreAnswers(rest) } : {}) }],
    },
  ]
}
