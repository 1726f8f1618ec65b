import type { NamedCase, RunReport } from '../analysis/run-report.ts'
import type { Messages } from '../text/catalogue.ts'
import type { List, ListItem } from './blocks.ts'

/** Values by a key, keys in the order in which they first come. */
export function groupBy<T>(items: readonly T[], key: (item: T) => string): T[][] {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const name = key(item)
    const group = groups.get(name)
    if (group === undefined) groups.set(name, [item])
    else group.push(item)
  }
  return [...groups.values()]
}

/** Names that are written out; beyond that they are told in fewer words. */
const SHOWN_NAMES = 4

/** Configurations by name, in few words where they are all, nearly all or many. */
export function namesOf(names: readonly string[], report: RunReport, text: Messages): string {
  const all = report.run.configurations.map(({ name }) => name)
  const others = all.filter((name) => !names.includes(name))
  const areConfigurations = names.every((name) => all.includes(name))
  if (areConfigurations && others.length === 0 && all.length > 1) return text.everyConfiguration
  if (names.length <= SHOWN_NAMES) return names.join(text.comma)
  if (areConfigurations && others.length <= 2) return text.everyConfigurationBut(others.join(text.comma))
  const shown = names.slice(0, SHOWN_NAMES - 1)
  return text.namesAndMore(shown.join(text.comma), shown.length, names.length)
}

/** Configurations of some responses, with the repeat where questions were asked more than once. */
export function responsesOf(cases: readonly NamedCase[], report: RunReport, text: Messages): string {
  const names = cases.map(({ configuration, repeat }) =>
    report.run.repeats > 1 ? text.repeat(configuration, repeat) : configuration,
  )
  return namesOf(names, report, text)
}

/** `question (id)`, or the id alone where it is the question. */
export function caseHead({ user_input, test_case_id }: NamedCase, text: Messages): string {
  return user_input === test_case_id ? user_input : text.bracketed(user_input, test_case_id)
}

/** A list that stands for `total` things, of which `count` says how many each item covers. */
export function shortList(items: ListItem[], total: number, text: Messages, count: (index: number) => number): List {
  const covered = items.reduce((sum, _, index) => sum + count(index), 0)
  return { kind: 'list', items, ...(total > covered ? { rest: text.more(total - covered) } : {}) }
}
