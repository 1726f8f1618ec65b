import type { Selectable } from 'kysely'
import type { KnownKeys } from './keys.ts'
import type { Database, MetricsTable } from './schema.ts'

/** A metric as a run stores it. */
export type MetricRow = Omit<Selectable<MetricsTable>, 'metric_key' | 'run_key'>

/** A text that only this metric of this run has. */
export function metricText(runKey: number, { metric, metric_version, judge, direction }: MetricRow): string {
  return `${runKey}/${metric.length}/${metric_version.length}/${metric}${metric_version}${direction}${judge}`
}

/** The number of a metric within a run; a new one gets its row. The newest direction holds for all its scores. */
export async function metricKey(db: Database, known: KnownKeys, runKey: number, row: MetricRow): Promise<number> {
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
  known.metrics.set(metricText(runKey, row), key)
  return key
}
