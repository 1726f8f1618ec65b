import type { Finding } from './finding.ts'
import { lintCases } from './lint-cases.ts'
import { lintSet } from './lint-set.ts'
import type { TestSet } from './load.ts'

export type { Finding } from './finding.ts'

/**
 * Lists the pitfalls of a test set that need no model to be seen: first those of the set as a whole (size, kinds of
 * questions, phrasing, tags), then those of single cases (doubled questions, references that are missing, short or
 * copied, contradictions).
 */
export function lintTestSet(set: Pick<TestSet, 'cases'>): Finding[] {
  return [...lintSet(set.cases), ...lintCases(set.cases)]
}
