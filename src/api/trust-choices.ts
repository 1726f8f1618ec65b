import type { TrustData } from '../analysis/trust/trust-data.ts'
import { BASELINE_METRIC } from '../analysis/trust/trust-report.ts'
import { RagstoneError } from '../core/errors.ts'
import { suggest } from '../core/nearest.ts'
import type { Run, RunMetric } from '../core/run.ts'
import type { TestCase } from '../core/test-case.ts'
import { judgedMetrics } from './trust-marks.ts'

/** The metrics that have a line: those that are named, else all but those of cost; and the baseline when it is there. */
export function chosenMetrics(
  { id, metrics }: Pick<Run, 'id' | 'metrics'>,
  { metrics: named, rateFrom, readsReference = [] }: ChosenByName,
): RunMetric[] {
  const names = metrics.map(({ metric }) => metric)
  for (const name of [...(named ?? []), ...readsReference, ...(rateFrom === undefined ? [] : [rateFrom])]) {
    if (names.includes(name)) continue
    throw new RagstoneError('unknown_metric', `run ${id} has no scores of a metric "${name}"`, {
      hint: names.length === 0 ? `score it: ragstone evaluate ${id} --metric ${name}` : suggest(name, names),
    })
  }
  if (named === undefined) return judgedMetrics(metrics)
  return metrics.filter(({ metric }) => named.includes(metric) || metric === BASELINE_METRIC)
}

interface ChosenByName {
  metrics?: readonly string[]
  rateFrom?: string
  readsReference?: readonly string[]
}

export function noGrades({ id }: Run): RagstoneError {
  return new RagstoneError('no_grades', `nobody has graded an answer of run ${id}, so no metric can be checked`, {
    hint: `grade some dozens of answers: ragstone grade ${id}; or in a spreadsheet: ragstone grade ${id} --export grades.csv`,
  })
}

/** There must be something that the grades can be held against. */
export function requireScores({ id, metrics }: Run): void {
  if (metrics.length > 0) return
  throw new RagstoneError('no_scores', `run ${id} has grades but no scores`, {
    hint: `score its answers: ragstone evaluate ${id} --metric k_precision; or bring scores made elsewhere: ragstone import FILE`,
  })
}

export function requireBar(bar: number | undefined): void {
  if (bar === undefined || (bar > 0.5 && bar <= 1)) return
  throw new RagstoneError('bad_bar', `the bar must lie above 0.5 (chance) and be at most 1, not ${bar}`, {
    hint: 'it is the AUC that a metric must be able to reach to be of use; the default is 0.7',
  })
}

export function requireGraders({ grades }: TrustData, graders: readonly string[] | undefined): void {
  if (graders === undefined) return
  const known = [...new Set([...grades.values()].flatMap((own) => own.map(({ grader }) => grader)))].sort()
  const unknown = graders.find((name) => !known.includes(name))
  if (unknown === undefined) return
  throw new RagstoneError('unknown_grader', `no grade of this run is by "${unknown}"`, {
    hint: `its graders are: ${known.join(', ')}`,
  })
}

/** A tag that no test case has is a slip of the pen. */
export function requireTag(clusterBy: string | undefined, cases: ReadonlyMap<string, TestCase>): void {
  if (clusterBy === undefined || clusterBy === 'question') return
  const known = new Set<string>()
  for (const { tags } of cases.values()) for (const tag of Object.keys(tags)) known.add(tag)
  if (known.has(clusterBy)) return
  const tags = [...known].sort()
  throw new RagstoneError('unknown_tag', `no test case of this run has a tag "${clusterBy}"`, {
    hint:
      tags.length === 0
        ? 'its test cases have no tags: a column tags.NAME in the file of answers gives them; without one leave --cluster-by out'
        : `they have: ${tags.join(', ')}`,
  })
}
