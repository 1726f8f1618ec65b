import { ALL_CONFIGURATIONS } from '../analysis/trust/corrected-rates.ts'
import type { CorrectedRate, Disagreement, TrustReport } from '../analysis/trust/trust-report.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { ListItem, Section } from './blocks.ts'
import { groupBy } from './grouping.ts'
import { figure, percent, withInterval } from './trust-figures.ts'

/** The share of right answers in each configuration, from the grades and what the scores add to them. */
export function rateSection({ rates }: TrustReport, text: Messages): Section[] {
  if (rates.length === 0) return []
  const reasons = groupBy(rates, ({ reason_code }) => reason_code).map((same): ListItem => {
    const names = same.map(({ configuration }) => nameOf(configuration, text)).join(text.comma)
    const code = same[0]?.reason_code ?? 'no_grades'
    return { head: text.labelled(names, text.rateReasons[code]), lines: [] }
  })
  return [
    {
      title: text.ratesTitle,
      blocks: [
        {
          kind: 'table',
          header: [[text.configuration], [text.rate, '[95%]'], [text.rateMethod], [text.judgeAlone]],
          rows: rates.map((rate) => [
            [nameOf(rate.configuration, text)],
            [withInterval(rate)],
            methodCell(rate, text),
            [rate.judge_rate === null ? '-' : formatRate(rate.judge_rate)],
          ]),
        },
        { kind: 'list', items: reasons },
      ],
    },
  ]
}

/** The rate over all configurations stands under the name of all. */
function nameOf(configuration: string, text: Messages): string {
  return configuration === ALL_CONFIGURATIONS ? text.everyConfiguration : configuration
}

function methodCell(rate: CorrectedRate, text: Messages): string[] {
  const counts = text.rateCounts(rate.graded, rate.scored_only)
  return rate.method === null ? ['-', counts] : [text.rateMethods[rate.method], counts]
}

/** The judge's verdicts on correctness against the people's, and the answers on which they differ. */
export function spotCheckSection({ spot_check: check }: TrustReport, text: Messages, listed: number): Section[] {
  if (check === null || check.n === 0) return []
  const { metric, n, table, agreement, kappa, disagreements, disagreements_total } = check
  const [[bothRight, judgeWrong], [judgeRight, bothWrong]] = table
  const share = agreement.value === null ? '-' : percent(agreement.value)
  const interval =
    agreement.low === null || agreement.high === null ? '' : ` [${percent(agreement.low)}, ${percent(agreement.high)}]`
  const shown = disagreements.slice(0, listed)
  const rest = disagreements_total - shown.length
  return [
    {
      title: text.spotTitle(metric),
      blocks: [
        { kind: 'paragraph', text: text.spotLine(`${share}${interval}`, n, withInterval(kappa)) },
        { kind: 'paragraph', text: text.spotTable(bothRight, judgeWrong, judgeRight, bothWrong) },
        ...(shown.length === 0
          ? []
          : [
              {
                kind: 'list',
                items: shown.map((one) => disagreementItem(one, text)),
                ...(rest > 0 ? { rest: text.more(rest, 'npx ragstone trust --json') } : {}),
              } as const,
            ]),
      ],
    },
  ]
}

function disagreementItem(one: Disagreement, text: Messages): ListItem {
  const { person, judge } = one
  const word = { right: text.right, wrong: text.wrong }
  const joined = (parts: readonly string[]) => (parts.length === 0 ? null : parts.join(text.semicolon))
  const where = text.bracketed(one.test_case_id, one.configuration)
  return {
    head: text.labelled(where, one.user_input),
    lines: [
      one.response,
      text.spotPerson(word[person.verdict], person.graders.join(text.comma), joined(person.notes)),
      text.spotJudge(word[judge.verdict], figure(judge.value), joined(judge.reasons)),
    ],
  }
}
