import { RagstoneError } from '../core/errors.ts'
import { hashOf } from '../core/hash.ts'
import { nearest } from '../core/nearest.ts'
import type { Run, RunMetric } from '../core/run.ts'
import { type Direction, IMPORTED_JUDGE } from '../core/score.ts'
import { type MetricScores, type ScoreTable, scaleOf } from './import-table.ts'
import { knownDirection, knownStage } from './import-value.ts'

/** What an import makes of one metric. */
export interface ImportedMetric {
  /** Its name in the run, with the prefix. */
  metric: string
  direction: Direction
  stage: RunMetric['stage']
  scale: RunMetric['scale']
  /** Of the file: scores, and rows that say that there is none. */
  scored: number
  na: number
  /** What became of them. */
  added: number
  replaced: number
  unchanged: number
}

export interface ImportSettings {
  prefix: string
  from: string | undefined
  /** By metric as the file or the run calls it; `*` for all. */
  directions: Readonly<Record<string, Direction>>
  replace: boolean
  /** File as runs show it. */
  shown: string
  signal?: AbortSignal | undefined
}

/** A metric of an import with what is to be done about each of its scores. */
export interface PlannedMetric extends ImportedMetric {
  own: MetricScores
  before: RunMetric | undefined
  /** Per response: 0 nothing to do, 1 new, 2 other than stored. */
  work: Uint8Array
}

/** What an import will make of a run. Refused: a metric that the run scores itself, and one with another direction than it has. */
export function planImport(run: Run, table: ScoreTable, settings: ImportSettings, responses: number): PlannedMetric[] {
  refuseUnknownDirections(table, settings)
  return [...table.metrics.values()].map((own) => planMetric(run, own, responses, settings))
}

/** The version of imported scores: the name alone, so that the same scores from another file are the same. */
export function versionOf(metric: string): string {
  return hashOf({ imported: metric })
}

function planMetric(run: Run, own: MetricScores, size: number, settings: ImportSettings): PlannedMetric {
  const metric = `${settings.prefix}${own.metric}`
  const before = run.metrics.find((one) => one.metric === metric)
  if (before !== undefined && before.imported === undefined) throw ownMetric(run, metric, settings)
  const said =
    own.direction?.direction ??
    directionOf(settings, own.metric) ??
    directionOf(settings, metric) ??
    directionOf(settings, '*')
  const direction = said ?? before?.direction ?? knownDirection(own.metric)
  if (before !== undefined && before.direction !== direction && !settings.replace) {
    throw new RagstoneError(
      'other_direction',
      `${metric} is ${before.direction} in run ${run.id}, and ${direction} here`,
      {
        hint: '--replace takes the direction of this import for all its scores; --prefix NAME. keeps both',
      },
    )
  }
  const counts = countsOf(own)
  return {
    metric,
    direction,
    stage: knownStage(own.metric),
    scale: widest(scaleOf(valuesOf(own)).scale, before?.scale),
    ...counts,
    added: 0,
    replaced: 0,
    unchanged: 0,
    own,
    before,
    work: new Uint8Array(size),
  }
}

/** A metric may be called `constructor`. */
function directionOf({ directions }: ImportSettings, name: string): Direction | undefined {
  return Object.hasOwn(directions, name) ? directions[name] : undefined
}

function ownMetric(run: Run, metric: string, { from }: ImportSettings): RagstoneError {
  return new RagstoneError('metric_exists', `run ${run.id} (${run.name}) scores ${metric} itself`, {
    hint: `give the imported scores a name of their own: --prefix ${from ?? 'other'}.`,
  })
}

function refuseUnknownDirections({ metrics }: ScoreTable, { directions, prefix }: ImportSettings): void {
  const names = [...metrics.keys()].flatMap((name) => [name, `${prefix}${name}`])
  const unknown = Object.keys(directions).find((name) => name !== '*' && !names.includes(name))
  if (unknown === undefined) return
  const near = nearest(unknown, names)
  throw new RagstoneError('unknown_metric', `--direction ${unknown}: the file has no such metric`, {
    hint: near === undefined ? `it has ${[...metrics.keys()].join(', ')}` : `did you mean "${near}"?`,
  })
}

function countsOf(own: MetricScores): { scored: number; na: number } {
  let [all, na] = [0, 0]
  for (const line of own.lines) if (line > 0) all += 1
  for (const one of own.beside.values()) if (one.status === 'na') na += 1
  return { scored: all - na, na }
}

function* valuesOf(own: MetricScores): Generator<number> {
  for (const [index, line] of own.lines.entries()) {
    if (line > 0 && own.beside.get(index)?.status !== 'na') yield own.values[index] ?? 0
  }
}

function widest(a: RunMetric['scale'], b: RunMetric['scale'] | undefined): RunMetric['scale'] {
  const order: RunMetric['scale'][] = ['binary', 'ratio', 'number']
  return order[Math.max(order.indexOf(a), b === undefined ? 0 : order.indexOf(b))] ?? a
}

/** The metric as the run keeps it from now on. */
export function toImportedMetric(plan: PlannedMetric, { from, shown }: ImportSettings, at: string): RunMetric {
  const { metric, direction, stage, scale, before } = plan
  const files = before?.imported?.file.split(', ') ?? []
  const isChanged = plan.added + plan.replaced > 0 || before?.imported === undefined
  return {
    metric,
    metric_version: versionOf(metric),
    judge: IMPORTED_JUDGE,
    direction,
    stage,
    scale,
    range: scale === 'number' ? [null, null] : [0, 1],
    options: {},
    imported:
      !isChanged && before?.imported !== undefined
        ? before.imported
        : {
            file: files.includes(shown) ? files.join(', ') : [...files, shown].join(', '),
            ...(from === undefined ? {} : { from }),
            at,
          },
  }
}
