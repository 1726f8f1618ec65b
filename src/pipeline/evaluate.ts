import { toSample } from '../core/sample.ts'
import { PASSING_REASONS, type Score } from '../core/score.ts'
import type { ConfiguredMetric, Scored } from '../metrics/metric.ts'
import { scoreSample } from '../metrics/score.ts'
import type { ScoreIdentity, Store, StoredSample } from '../store/store.ts'
import { type Models, scoredBy, spentBy, spentInAll } from './models.ts'
import type { OnProgress, Progress } from './progress.ts'

export interface EvaluateOptions {
  /** Where scores go. */
  store: Pick<Store, 'saveScores'>
  metrics: readonly ConfiguredMetric[]
  samples: AsyncIterable<StoredSample>
  /** How many samples there are; null when they are still being read. */
  total: number | null
  refusalPhrases: readonly string[]
  /** The models that metrics ask; needed by metrics that use one. */
  models?: Models
  /** How many scores may be waited for at once; by default enough to keep the judge busy. */
  concurrency?: number
  /** Scores that exist are made and stored again. */
  anew?: boolean
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
  const { store, signal, onProgress, onSample, total, models = {} } = options
  const wanted = options.metrics.map((metric) => ({ metric, identity: identityOf(metric, models) }))
  const replace = options.anew === true
  const context = { refusalPhrases: options.refusalPhrases, ...models }
  const result: EvaluateResult = { samples: 0, scores: 0, na: 0, interrupted: false }
  const group = scoreGroup(store, replace)
  const waiting = new WaitingRoom(options.concurrency ?? Math.max(8, models.judge?.concurrency ?? 0))
  let done = 0
  const finish = (stored: StoredSample, made: readonly Score[]): void => {
    onSample?.(stored, made)
    done += 1
    onProgress?.({ phase: 'evaluate', done, total, errors: 0, na: result.na, ...spentOn(models) })
  }
  for await (const stored of options.samples) {
    if (signal.aborted || waiting.failed) break
    const sample = toSample(stored.test_case, stored.response)
    const made: Score[] = []
    const keep = (score: Score): void => {
      made.push(score)
      result.scores += 1
      if (score.outcome.status === 'na') result.na += 1
    }
    const keepLate = async (score: Score): Promise<void> => {
      if (signal.aborted && isPassing(score)) return
      await store.saveScores([score], { replace })
      keep(score)
    }
    const late: Promise<void>[] = []
    for (const { metric, identity } of wanted) {
      if (!replace && isScored(stored.scored, identity)) continue
      const scored = scoreSample(metric, sample, context)
      if (scored instanceof Promise) {
        const work = scored.then((value) => keepLate(toScore(stored, metric, identity, value)))
        late.push(work)
        await waiting.enter(work)
      } else {
        const score = toScore(stored, metric, identity, scored)
        group.add(score)
        keep(score)
      }
    }
    result.samples += 1
    if (late.length === 0) finish(stored, made)
    else await waiting.enter(Promise.all(late).then(() => finish(stored, made)))
    if (group.isDue()) await waiting.enter(group.flush())
  }
  await waiting.empty().finally(() => group.flush())
  result.interrupted = signal.aborted
  return result
}

function spentOn(models: Models): Pick<Progress, 'spent'> {
  const spent = spentBy(models)
  return spent === undefined ? {} : { spent: spentInAll(spent) }
}

/** Scores that wait to be stored together. */
function scoreGroup(store: EvaluateOptions['store'], replace: boolean) {
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
      if (full.length > 0) await store.saveScores(full, { replace })
      flushedAt = performance.now()
    },
  }
}

/** Work that is waited for, only so many pieces at once; the first failure is thrown at the end. */
class WaitingRoom {
  readonly #limit: number
  #inside = 0
  #failure: { error: unknown } | undefined
  /** Told when a piece has left. */
  #onLeft: (() => void) | undefined

  constructor(limit: number) {
    this.#limit = limit
  }

  get failed(): boolean {
    return this.#failure !== undefined
  }

  /** Resolves when there is room for more. */
  async enter(work: Promise<void>): Promise<void> {
    this.#inside += 1
    work.then(
      () => this.#leave(),
      (error: unknown) => {
        this.#failure ??= { error }
        this.#leave()
      },
    )
    await this.#until(this.#limit - 1)
  }

  async empty(): Promise<void> {
    await this.#until(0)
    if (this.#failure !== undefined) throw this.#failure.error
  }

  #leave(): void {
    this.#inside -= 1
    this.#onLeft?.()
  }

  /** Only one caller waits at a time. */
  async #until(most: number): Promise<void> {
    while (this.#inside > most) {
      await new Promise<void>((resolve) => {
        this.#onLeft = resolve
      })
    }
  }
}

/** The identity under which a metric's scores are stored. */
export function identityOf(metric: ConfiguredMetric, models: Models): ScoreIdentity {
  return { metric: metric.name, metric_version: metric.version, judge: scoredBy(metric, models) }
}

/** Whether there is a score that stays: NA for a reason that may pass is scored again. */
function isScored(scored: readonly ScoreIdentity[], wanted: ScoreIdentity): boolean {
  return scored.some(
    (one) =>
      one.metric === wanted.metric &&
      one.metric_version === wanted.metric_version &&
      one.judge === wanted.judge &&
      (one.reason === undefined || !PASSING_REASONS.includes(one.reason)),
  )
}

/** What an interrupted call leaves behind is no score. */
function isPassing({ outcome }: Score): boolean {
  return outcome.status === 'na' && PASSING_REASONS.includes(outcome.reason)
}

function toScore({ response }: StoredSample, metric: ConfiguredMetric, identity: ScoreIdentity, scored: Scored): Score {
  return {
    run_id: response.run_id,
    configuration: response.configuration,
    test_case_id: response.test_case_id,
    repeat: response.repeat,
    ...identity,
    direction: metric.definition.direction,
    outcome: scored.outcome,
    steps: scored.steps,
  }
}
