import { retrievalMetricOf } from '../analysis/response-marks.ts'
import type { LowAnswer, RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Section } from './blocks.ts'
import { bestByMetric, listOfCases } from './case-list.ts'

/** What a value is below in this list, as `analysis/low-answers.ts` has it. */
const BELOW = '0.5'
/** Characters of a reference or a response that are shown. */
const MOST_TEXT = 200

/** The answers that have least in common with their references, and whether retrieval was the cause. */
export function lowAnswerSection(report: RunReport, text: Messages, most: number): Section[] {
  const { low_answers: answers, low_answers_total: totals } = report
  const [first] = answers
  if (first === undefined) return []
  const total = totals.reduce((sum, { n }) => sum + n, 0)
  const stages = text.lowStages(retrievalMetricOf(report.run) ?? '')
  const list = listOfCases(answers, {
    report,
    text,
    most,
    total,
    best: bestByMetric(report, first.metric),
    before: ({ reference }) => text.lowReference(shown(reference, text)),
    line: (one) => answerLine(one, stages[one.retrieval], text),
  })
  const count = text.responsesTo(total, report.low_answers_cases)
  return [
    {
      title: text.lowTitle(first.metric, BELOW, count),
      blocks: [{ kind: 'paragraph', text: text.lowNote(first.metric) }, list],
    },
  ]
}

function answerLine({ value, response }: LowAnswer, stage: string | null, text: Messages): string {
  const figure = stage === null ? formatRate(value) : `${formatRate(value)}${text.semicolon}${stage}`
  return text.labelled(figure, shown(response, text))
}

function shown(written: string, text: Messages): string {
  const line = written.replace(/\s+/g, ' ').trim()
  if (line === '') return text.blankResponse
  return line.length <= MOST_TEXT ? line : `${line.slice(0, MOST_TEXT).replace(/[\ud800-\udbff]$/u, '')}...`
}
