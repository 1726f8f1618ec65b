import type { NamedCase, RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { List, ListItem } from './blocks.ts'
import { caseHead, groupBy, responsesOf, shortList } from './grouping.ts'

/** Different results of one case that are shown. */
const SHOWN_LINES = 6

export interface CaseListOptions<T> {
  report: RunReport
  text: Messages
  /** Cases that are shown. */
  most: number
  /** The configuration that does best: what goes wrong even there comes first. */
  best: string | undefined
  line: (one: T) => string
  /** Shown once, above the lines of a case. */
  before?: (one: T) => string
  /** How many responses the list stands for, when it does not hold them all. */
  total?: number
}

/** One item a case; what several configurations have in common is said once. */
export function listOfCases<T extends NamedCase>(cases: readonly T[], options: CaseListOptions<T>): List {
  const { report, text, most, best, line, before, total = cases.length } = options
  const isFirst = (group: readonly T[]) => group.some(({ configuration }) => configuration === best)
  const groups = groupBy(cases, ({ test_case_id }) => test_case_id).sort(
    (a, b) => Number(isFirst(b)) - Number(isFirst(a)),
  )
  const items = groups.slice(0, most).flatMap((group): ListItem[] => {
    const [first] = group
    if (first === undefined) return []
    const results = groupBy(group, line)
    const lines = results.slice(0, SHOWN_LINES).map((same) => {
      return text.labelled(responsesOf(same, report, text), same[0] === undefined ? '' : line(same[0]))
    })
    if (results.length > SHOWN_LINES) lines.push(text.more(results.length - SHOWN_LINES))
    return [{ head: caseHead(first, text), lines: before === undefined ? lines : [before(first), ...lines] }]
  })
  return shortList(items, total, text, (index) => groups[index]?.length ?? 0)
}

/** The configuration with the highest value, the first of equals; undefined when no value is known. */
export function bestOf(values: readonly { configuration: string; value: number | null }[]): string | undefined {
  const known = values.flatMap(({ configuration, value }) => (value === null ? [] : [{ configuration, value }]))
  return known.reduce<(typeof known)[number] | undefined>(
    (best, one) => (best === undefined || one.value > best.value ? one : best),
    undefined,
  )?.configuration
}

/** The configuration with the highest mean of a metric. */
export function bestByMetric({ summaries }: RunReport, metric: string): string | undefined {
  return bestOf(summaries.filter((summary) => summary.metric === metric))
}

/** How many responses are listed, and to how many questions. */
export function countOf(cases: readonly NamedCase[], text: Messages): string {
  return text.responsesTo(cases.length, new Set(cases.map(({ test_case_id }) => test_case_id)).size)
}
