import type { NamedCase, RetrievalMiss, RunReport, WrongRefusal } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { List, ListItem, Paragraph, Section } from './blocks.ts'
import { caseHead, groupBy, namesOf, responsesOf, shortList } from './grouping.ts'

/** Different results of one case that are shown. */
const SHOWN_LINES = 6

/** The cases that a person should look at: retrieval misses, wrong refusals and system errors. Sections without a case are left out. */
export function caseSections(report: RunReport, text: Messages, most: number): Section[] {
  return [...missSections(report, text, most), ...refusalLists(report, text, most), ...errorSection(report, text, most)]
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
  const list = listOfCases(strictest, report, { text, most }, (miss) => missLine(miss, text))
  return [{ title: text.missTitle(strictest[0]?.metric ?? '', strictest.length), blocks: [list, ...also] }]
}

function missLine({ expected, found }: RetrievalMiss, text: Messages): string {
  return text.missLine(
    expected.length === 0 ? text.nothingExpected : expected.join(text.comma),
    found.length === 0 ? null : counted(found, text),
  )
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
  const { answered_unanswerable: answered, refused_answerable: refused } = report
  const list = (title: string, cases: readonly WrongRefusal[]): Section[] =>
    cases.length === 0
      ? []
      : [{ title, blocks: [listOfCases(cases, report, { text, most }, (one) => responseLine(one, text))] }]
  return [
    ...list(text.answeredUnanswerable(answered.length), answered),
    ...list(text.refusedAnswerable(refused.length), refused),
  ]
}

function responseLine({ response, state }: WrongRefusal, text: Messages): string {
  const said = response.trim() === '' ? text.blankResponse : response
  return state === 'both' || state === 'neither' ? `[${text.refusalStates[state]}] ${said}` : said
}

/** One item a case; what several configurations have in common is said once. */
function listOfCases<T extends NamedCase>(
  cases: readonly T[],
  report: RunReport,
  { text, most }: { text: Messages; most: number },
  line: (one: T) => string,
): List {
  const groups = groupBy(cases, ({ test_case_id }) => test_case_id)
  const items = groups.slice(0, most).map((group): ListItem => {
    const results = groupBy(group, line)
    const lines = results.slice(0, SHOWN_LINES).map((same) => {
      const [first] = same
      return text.labelled(responsesOf(same, report, text), first === undefined ? '' : line(first))
    })
    if (results.length > SHOWN_LINES) lines.push(text.more(results.length - SHOWN_LINES))
    const [first] = group
    return { head: first === undefined ? '' : caseHead(first), lines }
  })
  return shortList(items, cases.length, text, (index) => groups[index]?.length ?? 0)
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
    return { head, lines: [text.errorLine(group.length, names, first === undefined ? '' : caseHead(first))] }
  })
  const list = shortList(items, errors.length, text, (index) => groups[index]?.length ?? 0)
  return [{ title: text.systemErrors(errors.length), blocks: [list] }]
}
