import type { Run } from '../core/run.ts'
import { IMPORTED_JUDGE, type Outcome, type Score } from '../core/score.ts'
import type { Store } from '../store/store.ts'
import { compareWithStored } from './import-compare.ts'
import {
  type ImportedMetric,
  type ImportSettings,
  type PlannedMetric,
  planImport,
  toImportedMetric,
  versionOf,
} from './import-plan.ts'
import type { KnownResponses } from './import-responses.ts'
import { outcomeAt, type ScoreTable } from './import-table.ts'

/**
 * Stores the scores of a table in a run and lets their metrics join it. Refused before anything is stored: a metric that the run
 * scores itself, and, without `replace`, other values than those that are there. Scores and metrics are stored together or not
 * at all.
 */
export async function storeImport(
  store: Store,
  run: Run,
  table: ScoreTable,
  responses: KnownResponses,
  options: ImportSettings,
): Promise<ImportedMetric[]> {
  const planned = planImport(run, table, options, responses.size)
  await compareWithStored(store, run, table, responses, planned, options)
  const at = new Date().toISOString()
  const metrics = planned.map((plan) => toImportedMetric(plan, options, at))
  const all = [...run.metrics.filter(({ metric }) => !metrics.some((one) => one.metric === metric)), ...metrics]
  await store.saveImport({ ...run, metrics: all }, () => scoresOf(run, table, responses, planned, options))
  run.metrics = all
  return planned.map(({ own: _own, before: _before, work: _work, ...metric }) => metric)
}

/** The scores that are new or other than those stored. */
function* scoresOf(
  run: Run,
  table: ScoreTable,
  responses: KnownResponses,
  planned: readonly PlannedMetric[],
  options: ImportSettings,
): Generator<Score> {
  for (const plan of planned) {
    for (const [index, what] of plan.work.entries()) {
      const outcome = what === 0 ? undefined : outcomeAt(plan.own, index)
      if (outcome === undefined) continue
      options.signal?.throwIfAborted()
      yield toScore(run, table, responses, plan, index, outcome, options)
    }
  }
}

function toScore(
  run: Run,
  table: ScoreTable,
  responses: KnownResponses,
  { metric, direction, own }: PlannedMetric,
  index: number,
  outcome: Outcome,
  { from, shown }: ImportSettings,
): Score {
  const reason = own.reasons.get(index)
  const line = own.lines[index] ?? 0
  return {
    run_id: run.id,
    ...responses.keyAt(index),
    metric,
    metric_version: versionOf(metric),
    judge: IMPORTED_JUDGE,
    direction,
    outcome,
    steps: [
      {
        kind: 'rule',
        step: 'imported',
        file: shown,
        ...(table.hasLines ? { line } : { row: line }),
        ...(from === undefined ? {} : { from }),
        ...(own.metric === metric ? {} : { name: own.metric }),
        ...(reason === undefined ? {} : { reason }),
      },
    ],
  }
}
