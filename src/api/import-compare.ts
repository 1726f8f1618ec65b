import { RagstoneError } from '../core/errors.ts'
import type { Run } from '../core/run.ts'
import { IMPORTED_JUDGE, type Outcome, PASSING_REASONS } from '../core/score.ts'
import type { Store } from '../store/store.ts'
import { type PlannedMetric, versionOf } from './import-plan.ts'
import type { KnownResponses } from './import-responses.ts'
import { outcomeAt, placeAt, type ScoreTable } from './import-table.ts'

interface Conflict {
  count: number
  first?: string
}

/** Marks what is new and what differs; refuses differences unless they are to be replaced. */
export async function compareWithStored(
  store: Store,
  run: Run,
  table: ScoreTable,
  responses: KnownResponses,
  planned: readonly PlannedMetric[],
  { replace }: { replace: boolean },
): Promise<void> {
  for (const { own, work } of planned) for (const [index, line] of own.lines.entries()) if (line > 0) work[index] = 1
  const byName = new Map(planned.map((plan) => [plan.metric, plan]))
  const conflict: Conflict = { count: 0 }
  for await (const row of store.scoreRows(run.id, { metrics: [...byName.keys()] })) {
    const plan = row.judge === IMPORTED_JUDGE ? byName.get(row.metric) : undefined
    if (plan === undefined || row.metric_version !== versionOf(row.metric)) continue
    const index = responses.indexOf(row)
    const now = index === undefined ? undefined : outcomeAt(plan.own, index)
    if (index === undefined || now === undefined) continue
    if (isSame(row.outcome, now)) plan.work[index] = 0
    else {
      plan.work[index] = 2
      if (row.outcome.status === 'na' && PASSING_REASONS.includes(row.outcome.reason)) continue
      conflict.count += 1
      conflict.first ??= `${placeAt(table, plan.own, index)}: ${plan.metric} of "${row.test_case_id}" under configuration "${row.configuration}" is ${told(now)}, and ${told(row.outcome)} in run ${run.id}`
    }
  }
  if (conflict.count > 0 && !replace) throw differs(conflict)
  for (const plan of planned) {
    for (const [index, what] of plan.work.entries()) {
      if (what === 1) plan.added += 1
      else if (what === 2) plan.replaced += 1
      else if ((plan.own.lines[index] ?? 0) > 0) plan.unchanged += 1
    }
  }
}

function differs({ count, first = '' }: Conflict): RagstoneError {
  const others = count === 1 ? '' : `; ${count} scores differ in all`
  return new RagstoneError('other_scores', `${first}${others}`, {
    hint: '--replace takes those of the file; --prefix NAME. keeps both under two names',
  })
}

/** Where a score that is NA stands in its file is not part of what it says. */
function isSame(stored: Outcome, now: Outcome): boolean {
  if (stored.status === 'na' || now.status === 'na') {
    return stored.status === 'na' && now.status === 'na' && stored.reason === now.reason
  }
  return stored.value === now.value && stored.k === now.k && stored.n === now.n && stored.label === now.label
}

function told(outcome: Outcome): string {
  return outcome.status === 'na' ? `NA (${outcome.reason})` : String(outcome.value)
}
