import { canonicalJson } from '../../core/hash.ts'
import type { Run } from '../../core/run.ts'

/** Something besides the settings in which two runs differ; it may be the cause of a difference as well as they. */
export interface UncontrolledDifference {
  /**
   * What: `test_set` (the hash of its cases), `system` (how it is reached), `version` (of a file or program; `name` says which),
   * `judge`, `metric_version` and `metric_judge` (`name` is the metric), `commit`, `repeats`, or `date` (when the runs began).
   */
  kind: 'test_set' | 'system' | 'version' | 'judge' | 'metric_version' | 'metric_judge' | 'commit' | 'repeats' | 'date'
  name?: string
  a: string | null
  b: string | null
}

/** Runs that began within this many hours of each other are taken to have met the same world. */
const SAME_TIME_HOURS = 24
const HOUR_MS = 3_600_000

/** All differences of two runs that are no settings; none within one run. */
export function uncontrolledDifferences(a: Run, b: Run): UncontrolledDifference[] {
  if (a.id === b.id) return []
  const differences: UncontrolledDifference[] = []
  const note = (kind: UncontrolledDifference['kind'], one: string | null, other: string | null, name?: string) => {
    if (one !== other) differences.push({ kind, ...(name === undefined ? {} : { name }), a: one, b: other })
  }
  note('test_set', known(a.test_set_hash), known(b.test_set_hash))
  note('system', canonicalJson(a.system), canonicalJson(b.system))
  for (const part of keysOf(a.versions, b.versions)) {
    note('version', a.versions[part] ?? null, b.versions[part] ?? null, part)
  }
  note('judge', a.judge, b.judge)
  for (const metric of sharedMetrics(a, b)) {
    const [one, other] = [a, b].map((run) => run.metrics.find((own) => own.metric === metric))
    note('metric_version', one?.metric_version ?? null, other?.metric_version ?? null, metric)
    note('metric_judge', one?.judge ?? null, other?.judge ?? null, metric)
  }
  note('commit', commitOf(a), commitOf(b))
  note('repeats', String(a.repeats), String(b.repeats))
  const apart = Math.abs(Date.parse(a.created_at) - Date.parse(b.created_at)) / HOUR_MS
  if (apart > SAME_TIME_HOURS) note('date', a.created_at, b.created_at)
  return differences
}

/** Names of the metrics that both runs have, in the order of the first. */
export function sharedMetrics(a: Pick<Run, 'metrics'>, b: Pick<Run, 'metrics'>): string[] {
  const names = new Set(b.metrics.map(({ metric }) => metric))
  return a.metrics.flatMap(({ metric }) => (names.has(metric) ? [metric] : []))
}

function keysOf(a: Run['versions'], b: Run['versions']): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].sort()
}

const known = (hash: string) => (hash === '' ? null : hash)

function commitOf({ git }: Run): string | null {
  if (git === undefined) return null
  return git.dirty ? `${git.commit}+` : git.commit
}
