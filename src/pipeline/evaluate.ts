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
const GROUP_MS = 200

/**
 * Scores every sample with every metric that has no score under the same name, version and judge yet. The system is
 * never asked. Scores made by rule at once are stored in groups; a score that had to be waited for is stored the
 * moment it exists.
 */
export async function evaluate(options: EvaluateOptions): Promise<EvaluateResult> {
  const { store, metrics, signal, onProgress, onSample, total } = options
  const result: EvaluateResult = { samples: 0, scores: 0, na: 0, interrupted: false }
  const group = scoreGroup(store)
  const waiting = new WaitingRoom(options.concurrency ?? 8)
  for await (const stored of options.samples) {
    if (signal.aborted || waiting.failed) break
    const sample = toSample(stored.test_case, stored.response)
    const made: Score[] = []
    const keep = (score: Score): void => {
      made.push(score)
      result.scores += 1
      if (score.outcome.status === 'na') result.na += 1
    }
    const late: Promise<void>[] = []
    for (const metric of metrics) {
      if (isScored(stored.scored, identityOf(metric))) continue
      const scored = scoreSample(metric, sample, { refusalPhrases: options.refusalPhrases })
      if (scored instanceof Promise) {
        const work = scored.then(async (value) => {
          const score = toScore(stored, metric, value)
          await store.saveScores([score])
          keep(score)
        })
        late.push(work)
        await waiting.enter(work)
      } else {
        const score = toScore(stored, metric, scored)
        group.add(score)
        keep(score)
      }
    }
    if (late.length === 0) onSample?.(stored, made)
    else if (onSample !== undefined) waiting.enter(Promise.all(late).then(() => onSample(stored, made)))
    result.samples += 1
    if (group.isDue()) await waiting.enter(group.flush())
    onProgress?.({ phase: 'evaluate', done: result.samples, total, errors: 0, na: result.na })
  }
  await waiting.empty()
  await group.flush()
  result.interrupted = signal.aborted
  return result
}

/** Scores that wait to be stored together. */
function scoreGroup(store: Store) {
  let scores: Score[] = []
  let flushedAt = performance.now()
  return {
    add: (score: Score): void => {
      scores.push(score)
    },
    isDue: (): boolean => scores.length >= GROUP || performance.now() - flushedAt > GROUP_MS,
    async flush(): Promise<void> {
      const full = scores
      scores = []
      if (full.length > 0) await store.saveScores(full)
      flushedAt = performance.now()
    },
  }
}

/** Work that is waited for, only so many pieces at once; the first failure is thrown at the end. */
class WaitingRoom {
  readonly #limit: number
  readonly #inside = new Set<Promise<void>>()
  #failure: { error: unknown } | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  get failed(): boolean {
    return this.#failure !== undefined
  }

  /** Resolves when there is room for more. */
  async enter(work: Promise<void>): Promise<void> {
    const piece: Promise<void> = work
      .catch((error: unknown) => {
        this.#failure ??= { error }
      })
      .finally(() => this.#inside.delete(piece))
    this.#inside.add(piece)
    if (this.#inside.size >= this.#limit) await Promise.race(this.#inside)
  }

  async empty(): Promise<void> {
    await Promise.all(this.#inside)
    if (this.#failure !== undefined) throw this.#failure.error
  }
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
