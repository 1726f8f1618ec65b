import type { Rate, RefusalTable, RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { Cell, Section } from './blocks.ts'

const STATES = ['answered', 'declined', 'both', 'neither'] as const

/** The 2x2 of answerable questions and refusals under each configuration, and the rates that follow from it. */
export function refusalSection({ refusals, unanswerable_cases }: RunReport, text: Messages): Section[] {
  if (refusals.length === 0) return []
  if (unanswerable_cases === 0) return [unmarkedSection(refusals, text)]
  return [
    {
      title: text.refusals,
      blocks: [
        {
          kind: 'table',
          header: [[text.configuration], [text.correctRefusal], [text.overRefusal], [text.underRefusal]],
          rows: refusals.map((table) => [
            [table.configuration],
            ...[table.correct_refusal, table.over_refusal, table.under_refusal].map((rate) => rateCell(rate, text)),
          ]),
        },
        {
          kind: 'table',
          numeric: true,
          header: [[text.configuration], [text.cases2x2], ...STATES.map((state): Cell => [text.refusalStates[state]])],
          rows: refusals.flatMap((table) => [
            [[table.configuration], [text.answerable], ...counts(table.answerable)],
            [[table.configuration], [text.unanswerable], ...counts(table.unanswerable)],
          ]),
        },
        { kind: 'paragraph', text: text.refusalNote },
      ],
    },
  ]
}

/** Without unanswerable cases no refusal is right or wrong: the states are counted, and that is all. */
function unmarkedSection(refusals: readonly RefusalTable[], text: Messages): Section {
  return {
    title: text.refusals,
    blocks: [
      {
        kind: 'table',
        numeric: true,
        header: [[text.configuration], ...STATES.map((state): Cell => [text.refusalStates[state]])],
        rows: refusals.map((table) => [[table.configuration], ...counts(table.answerable)]),
      },
      { kind: 'paragraph', text: text.noneUnanswerable },
      { kind: 'paragraph', text: text.refusalNote },
    ],
  }
}

function counts(side: RefusalTable['answerable']): Cell[] {
  return STATES.map((state): Cell => [String(side[state])])
}

function rateCell({ k, n, value, low, high }: Rate, text: Messages): Cell {
  if (value === null) return [text.scoredOf(0, 0)]
  const figure =
    low === null || high === null ? formatRate(value) : `${formatRate(value)} [${formatRate(low)}, ${formatRate(high)}]`
  return [figure, text.scoredOf(k, n)]
}
