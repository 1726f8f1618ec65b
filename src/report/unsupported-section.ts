import type { RunReport, UnsupportedAnswer } from '../analysis/run-report.ts'
import { quoted } from '../core/quoted.ts'
import type { Messages } from '../text/catalogue.ts'
import { formatRate } from '../text/format-number.ts'
import type { ListItem, Section } from './blocks.ts'
import { caseHead, responsesOf, shortList } from './grouping.ts'
import { verdictWords } from './verdict-words.ts'

/** Claims of one answer that are named. */
const SHOWN_CLAIMS = 5

/** The answers with claims that the retrieved texts do not support, the lowest first, with these claims. */
export function unsupportedSection(report: RunReport, text: Messages, most: number, flags = ''): Section[] {
  const { unsupported_answers: answers, unsupported_answers_total: total } = report
  const [first] = answers
  if (first === undefined) return []
  const items = answers.slice(0, most).map((answer) => itemOf(answer, report, text))
  const questions = new Set(answers.map(({ test_case_id }) => test_case_id)).size
  const byVerifier = answers.some(({ claims }) => claims.some(({ verifier }) => verifier))
  const verified = byVerifier ? [{ head: text.verifierNote, lines: [] }] : []
  const command = `npx ragstone report ${report.run.id} --case ${quoted(first.test_case_id)}${flags}`
  return [
    {
      title: text.unsupportedTitle(first.metric, text.responsesTo(total, questions)),
      blocks: [
        { kind: 'list', items: [{ head: text.unsupportedNote(command), command, lines: [] }, ...verified] },
        shortList(items, total, text, () => 1),
      ],
    },
  ]
}

function itemOf(answer: UnsupportedAnswer, report: RunReport, text: Messages): ListItem {
  const { value, k, n, claims } = answer
  const shown = claims.slice(0, SHOWN_CLAIMS).map(({ text: claim, verdict, probability, verifier }) => {
    const support = probability === undefined ? [] : [text.supportedProbability(formatRate(probability))]
    return text.unsupportedClaim(
      claim,
      [verdictWords(verdict, undefined, text, verifier), ...support].join(text.clause),
    )
  })
  const unnamed = n - k - shown.length
  return {
    head: caseHead(answer, text),
    lines: [
      `${text.labelled(responsesOf([answer], report, text), formatRate(value))}${text.semicolon}${text.claimsSupported(k, n)}`,
      ...shown,
      ...(unnamed > 0 ? [text.more(unnamed)] : []),
    ],
  }
}
