import { buildTrustMarks, DEFAULT_BAR, DEFAULT_REPLICATES, type TrustOptions } from '../analysis/trust/build-trust.ts'
import type { TrustMark } from '../analysis/trust/trust-report.ts'
import type { Run, RunMetric } from '../core/run.ts'
import type { Store } from '../store/store.ts'
import { readsReference } from './reads-reference.ts'
import { openTrust, shownCases, type TrustReading } from './trust-reading.ts'

/** The metrics that have a verdict when none are named: all but those of cost. */
export function judgedMetrics(metrics: readonly RunMetric[]): RunMetric[] {
  return metrics.filter(({ stage }) => stage !== 'cost')
}

/** What `trust` does when nothing is said; reports show the verdicts of these options. */
export function defaultTrust({ run, metrics }: Pick<TrustReading, 'run' | 'metrics'>, seed = 1): TrustOptions {
  return {
    run,
    clusterBy: 'question',
    bar: DEFAULT_BAR,
    seed,
    replicates: DEFAULT_REPLICATES,
    asked: false,
    metrics: judgedMetrics(metrics()),
    leavesReference: readsReference,
  }
}

/** What stands beside each metric in a report, from a run whose scores have been read; null when nobody graded. */
export async function trustMarks(reading: TrustReading | undefined, seed?: number): Promise<TrustMark[] | null> {
  if (reading === undefined) return null
  await reading.readTexts({ reference: judgedMetrics(reading.run.metrics).some(readsReference) })
  const work = buildTrustMarks(reading.data, defaultTrust(reading, seed))
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

/** The same of a run that is all in the store. */
export async function storedTrustMarks(store: Store, run: Run, seed?: number): Promise<TrustMark[] | null> {
  const cases = await shownCases(store, run)
  const reading = await openTrust(store, run, cases)
  if (reading !== undefined) for await (const row of store.scoreRows(run.id)) reading.addScore(row)
  return trustMarks(reading, seed)
}
