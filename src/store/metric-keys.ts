import type { Selectable } from 'kysely'
import type { Score } from '../core/score.ts'
import type { Database, MetricsTable } from './schema.ts'
import { toText } from './stored-text.ts'

/** A metric as a run stores it. */
export type MetricRow = Readonly<Omit<Selectable<MetricsTable>, 'metric_key' | 'run_key'>>

type OfMetric = Pick<Score, 'metric' | 'metric_version' | 'judge' | 'direction'>

/** Gives equal metrics one and the same row, so that their numbers are found without building a text of each. */
export function metricRows(): (score: OfMetric) => MetricRow {
  const known = new Map<string, { of: OfMetric; row: MetricRow }[]>()
  return ({ metric, metric_version, judge, direction }) => {
    const list = known.get(metric) ?? []
    for (const { of, row } of list) {
      if (of.metric_version === metric_version && of.judge === judge && of.direction === direction) return row
    }
    const row = { metric: toText(metric), metric_version: toText(metric_version), judge: toText(judge), direction }
    list.push({ of: { metric, metric_version, judge, direction }, row })
    known.set(metric, list)
    return row
  }
}

/** The number of a metric within a run; a new one gets its row. The newest direction holds for all its scores. */
export async function insertMetric(db: Database, runKey: number, row: MetricRow): Promise<number> {
  const { metric_key: key } = await db
    .insertInto('metrics')
    .values({ ...row, run_key: runKey })
    .onConflict((conflict) =>
      conflict
        .columns(['run_key', 'metric', 'metric_version', 'judge'])
        .doUpdateSet((eb) => ({ direction: eb.ref('excluded.direction') })),
    )
    .returning('metric_key')
    .executeTakeFirstOrThrow()
  return key
}
