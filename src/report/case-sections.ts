import type { RetrievalMiss, RunReport, WrongRefusal } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { ListItem, Paragraph, Section } from './blocks.ts'
import { bestByMetric, bestOf, countOf, listOfCases } from './case-list.ts'
import { caseHead, groupBy, namesOf, shortList } from './grouping.ts'
import { lowAnswerSection } from './low-answer-section.ts'

/** The cases that a person should look at: retrieval misses, low answers, wrong refusals and system errors. Sections without a case are left out. */
export function caseSections(report: RunReport, text: Messages, most: number): Section[] {
  return [
    ...missSections(report, text, most),
    ...lowAnswerSection(report, text, most),
    ...refusalLists(report, text, most),
    ...errorSection(report, text, most),
  ]
}

/** The misses of the strictest hit rate; what a larger k misses too is among them and only counted. */
function missSections(report: RunReport, text: Messages, most: number): Section[] {
  const byMetric = groupBy(report.retrieval_misses, ({ metric }) => metric).sort((a, b) => b.length - a.length)
  const [strictest, ...others] = byMetric
  if (strictest === undefined) return []
  const also = others.map(
    (misses): Paragraph => ({
      kind: 'paragraph',
      text: text.missAlso(misses[0]?.metric ?? '', misses.length),
    }),
  )
  const metric = strictest[0]?.metric ?? ''
  const best = bestByMetric(report, metric)
  const list = listOfCases(strictest, { report, text, most, best, line: (miss) => missLine(miss, text) })
  return [{ title: text.missTitle(metric, countOf(strictest, text)), blocks: [list, ...also] }]
}

/** What was wanted and found, and whether it was answered: the answer itself would make a line of every configuration. */
function missLine({ expected, found, state }: RetrievalMiss, text: Messages): string {
  const line = text.missLine(
    expected.length === 0 ? text.nothingExpected : expected.join(text.comma),
    found.length === 0 ? null : counted(found, text),
  )
  return state === null ? line : `${line}${text.semicolon}${text.missStates[state]}`
}

/** Names in rank order, equal neighbours counted: `a.md x2, b.md`. */
function counted(names: readonly string[], text: Messages): string {
  const runs: { name: string; n: number }[] = []
  for (const name of names) {
    const last = runs.at(-1)
    if (last?.name === name) last.n += 1
    else runs.push({ name, n: 1 })
  }
  return runs.map(({ name, n }) => (n === 1 ? name : `${name} ${text.times(n)}`)).join(text.comma)
}

function refusalLists(report: RunReport, text: Messages, most: number): Section[] {
  const { answered_unanswerable: answered, refused_answerable: refused, refusals } = report
  const line = (one: WrongRefusal) => responseLine(one, text)
  const list = (title: string, cases: readonly WrongRefusal[], best: string | undefined): Section[] =>
    cases.length === 0 ? [] : [{ title, blocks: [listOfCases(cases, { report, text, most, best, line })] }]
  const correct = refusals.map(({ configuration, correct_refusal: { value } }) => ({ configuration, value }))
  const wrong = refusals.map(({ configuration, over_refusal: { value } }) => ({
    configuration,
    value: value === null ? null : -value,
  }))
  const refusedTitle = report.unanswerable_cases === 0 ? text.refusedUnmarked : text.refusedAnswerable
  return [
    ...list(text.answeredUnanswerable(countOf(answered, text)), answered, bestOf(correct)),
    ...list(refusedTitle(countOf(refused, text)), refused, bestOf(wrong)),
  ]
}

function responseLine({ response, state }: WrongRefusal, text: Messages): string {
  const said = response.trim() === '' ? text.blankResponse : response
  return state === 'both' || state === 'neither' ? `[${text.refusalStates[state]}] ${said}` : said
}

/** Errors by what the system said, the commonest first, each with one example. */
function errorSection(report: RunReport, text: Messages, most: number): Section[] {
  const { system_errors: errors } = report
  if (errors.length === 0) return []
  const groups = groupBy(errors, ({ error }) => `${error.code}\u0000${error.message}`).sort(
    (a, b) => b.length - a.length,
  )
  const items = groups.slice(0, most).map((group): ListItem => {
    const [first] = group
    const names = namesOf([...new Set(group.map(({ configuration }) => configuration))], report, text)
    const head = first === undefined ? '' : `${first.error.code}: ${first.error.message}`
    return { head, lines: [text.errorLine(group.length, names, first === undefined ? '' : caseHead(first, text))] }
  })
  const list = shortList(items, errors.length, text, (index) => groups[index]?.length ?? 0)
  return [{ title: text.systemErrors(errors.length), blocks: [list] }]
}
