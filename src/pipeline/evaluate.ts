import { toSample } from '../core/sample.ts'
import { RULE_JUDGE, type Score } from '../core/score.ts'
import type { ConfiguredMetric, Scored } from '../metrics/metric.ts'
import { scoreSample } from '../metrics/score.ts'
import type { ScoreIdentity, Store, StoredSample } from '../store/store.ts'
import type { OnProgress } from './progress.ts'

export interface EvaluateOptions {
  store: Store
  metrics: readonly ConfiguredMetric[]
  samples: AsyncIterable<StoredSample>
  /** How many samples there are; null when they are still being read. */
  total: number | null
  refusalPhrases: readonly string[]
  /** How many scores may be waited for at once. */
  concurrency?: number
  signal: AbortSignal
  onProgress?: OnProgress
  /** Told of every sample when all its scores are made, with those that were made now. */
  onSample?: (sample: StoredSample, scores: readonly Score[]) => void
}

export interface EvaluateResult {
  samples: number
  /** Scores made now; those already stored are not made again. */
  scores: number
  na: number
  interrupted: boolean
}

/** Scores made at once are handed to the store in groups: of this many, or after this many milliseconds. */
const GROUP = 2500
const GROUP_MS = 50

/**
 * Scores every sample with every metric that has no score under the same name, version and judge yet. The system is
 * never asked. Scores made by rule at once are stored in groups; a score that had to be waited for is stored the
 * moment it exists.
 */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateResult> {
  const { store, metrics, signal, onProgress, onSample, total } = options
  const result: EvaluateResult = { samples: 0, scores: 0, na: 0, interrupted: false }
  const waiting = new Set<Promise<void>>()
  const limit = options.concurrency ?? 8
  const told: Promise<void>[] = []
  let group: Score[] = []
  let flushedAt = performance.now()
  let fatal: unknown
  const flush = async (): Promise<void> => {
    const scores = group
    group = []
    if (scores.length > 0) await store.saveScores(scores)
    flushedAt = performance.now()
  }
  const count = (score: Score): void => {
    result.scores += 1
    if (score.outcome.status === 'na') result.na += 1
  }

  for await (const stored of options.samples) {
    if (signal.aborted || fatal !== undefined) break
    const sample = toSample(stored.test_case, stored.response)
    const made: Score[] = []
    const late: Promise<void>[] = []
    for (const metric of metrics) {
      if (isScored(stored.scored, identityOf(metric))) continue
      const scored = scoreSample(metric, sample, { refusalPhrases: options.refusalPhrases })
      if (!(scored instanceof Promise)) {
        const score = toScore(stored, metric, scored)
        count(score)
        group.push(score)
        made.push(score)
        continue
      }
      const promise: Promise<void> = scored
        .then(async (value) => {
          const score = toScore(stored, metric, value)
          await store.saveScores([score])
          count(score)
          made.push(score)
        })
        .catch((error: unknown) => {
          fatal ??= error
        })
        .finally(() => waiting.delete(promise))
      waiting.add(promise)
      late.push(promise)
      if (waiting.size >= limit) await Promise.race(waiting)
    }
    if (late.length === 0) onSample?.(stored, made)
    else if (onSample !== undefined) told.push(Promise.all(late).then(() => onSample(stored, made)))
    result.samples += 1
    if (group.length >= GROUP || performance.now() - flushedAt > GROUP_MS) await flush()
    onProgress?.({ phase: 'evaluate', done: result.samples, total, errors: 0, na: result.na })
  }
  await Promise.all(waiting)
  await Promise.all(told)
  await flush()
  if (fatal !== undefined) throw fatal
  result.interrupted = signal.aborted
  return result
}

/** The identity under which a metric's scores are stored. */
export function identityOf(metric: ConfiguredMetric): ScoreIdentity {
  return { metric: metric.name, metric_version: metric.version, judge: RULE_JUDGE }
}

function isScored(scored: readonly ScoreIdentity[], wanted: ScoreIdentity): boolean {
  return scored.some(
    (one) => one.metric === wanted.metric && one.metric_version === wanted.metric_version && one.judge === wanted.judge,
  )
}

function toScore({ response }: StoredSample, metric: ConfiguredMetric, scored: Scored): Score {
  return {
    run_id: response.run_id,
    configuration: response.configuration,
    test_case_id: response.test_case_id,
    repeat: response.repeat,
    ...identityOf(metric),
    direction: metric.definition.direction,
    outcome: scored.outcome,
    steps: scored.steps,
  }
}
