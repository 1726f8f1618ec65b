import type { Prices } from '../core/judge-config.ts'
import { toSample } from '../core/sample.ts'
import type { Score, Step } from '../core/score.ts'
import type { Spent } from '../judge/judge-model.ts'
import { costOf } from '../judge/prices.ts'
import { type ConfiguredMetric, missing } from '../metrics/metric.ts'
import type { StoredSample } from '../store/store.ts'

/** What one part of an evaluation will ask and cost. */
export interface PlanPart {
  /** Calls to judge and verifier that will be made. */
  calls: number
  /** Requests to the embedding model, at most: texts of one moment share a request. */
  embedding_calls: number
  /** Judge calls the customary way: everything asked anew for every row, nothing shared and nothing kept. */
  naive_calls: number
  /** Questions that another question of the plan answers; they cost nothing. */
  shared: number
  /** Questions that the cache of the store answers; they cost nothing. */
  known: number
  /** Tokens of judge and verifier. */
  prompt_tokens: number
  completion_tokens: number
  /** US dollars, embeddings included; null when a price is unknown. */
  cost_usd: number | null
  /** Scores that will be made. */
  scores: number
  /** Scores that are stored already and stay. */
  scored: number
}

/** How many calls of each kind there are: their time differs. */
export interface CallKinds {
  judge: { word: number; json: number }
  verifier: { word: number; json: number }
}

/** Prices by role; undefined = unknown. */
export interface PlanPrices {
  judge?: Prices | undefined
  verifier?: Prices | undefined
}

export interface PlanTally {
  /** `made` are the scores that were made for the sample now. */
  add(sample: StoredSample, made: readonly Score[]): void
  readonly total: PlanPart
  readonly byMetric: ReadonlyMap<string, PlanPart>
  readonly byConfiguration: ReadonlyMap<string, PlanPart>
  readonly kinds: CallKinds
  /** Scores that will be NA, by reason. */
  readonly na: Readonly<Record<string, number>>
  /** Spreads what the vectors cost over the parts that ask for them. */
  finish(embeddings: Pick<Spent, 'cost_usd'> | undefined): void
}

const emptyPart = (): PlanPart => ({
  calls: 0,
  embedding_calls: 0,
  naive_calls: 0,
  shared: 0,
  known: 0,
  prompt_tokens: 0,
  completion_tokens: 0,
  cost_usd: 0,
  scores: 0,
  scored: 0,
})

/**
 * Counts what the scores of a plan asked, out of their own steps. `isStored` tells exchanges that were in the store before the
 * plan from those that the plan made itself.
 */
export function createPlanTally(options: {
  metrics: readonly ConfiguredMetric[]
  prices: PlanPrices
  isStored: (exchangeId: string) => boolean
  /** Most texts of one request to the embedding model. */
  maxBatch: number
}): PlanTally {
  const { metrics, prices, isStored } = options
  const total = emptyPart()
  const byMetric = new Map(metrics.map(({ name }) => [name, emptyPart()]))
  const byConfiguration = new Map<string, PlanPart>()
  const kinds: CallKinds = { judge: { word: 0, json: 0 }, verifier: { word: 0, json: 0 } }
  const na: Record<string, number> = {}
  /** Texts whose vectors the plan asked for, and those that each part will ask for. */
  let asked = 0
  const texts = new Map<PlanPart, number>()

  function addCall(step: Step, parts: readonly PlanPart[]): void {
    if (step.kind !== 'judge' || typeof step.exchange !== 'string') return
    const source =
      step.cache === 'asked' ? 'calls' : step.cache === 'stored' && isStored(step.exchange) ? 'known' : 'shared'
    for (const part of parts) part[source] += 1
    if (source !== 'calls') return
    const role = step.verifier === undefined ? 'judge' : 'verifier'
    kinds[role][step.form === 'single' ? 'word' : 'json'] += 1
    const usage = { prompt_tokens: count(step.prompt_tokens), completion_tokens: count(step.completion_tokens) }
    const cost = costOf(usage, prices[role])
    for (const part of parts) {
      part.prompt_tokens += usage.prompt_tokens
      part.completion_tokens += usage.completion_tokens
      part.cost_usd = plus(part.cost_usd, cost)
    }
  }

  /** Texts that come out of a new reply are new ones: typical replies are all alike, and real ones are not. */
  function addEmbedding(step: Step, isNew: boolean, parts: readonly PlanPart[]): void {
    asked += count(step.asked)
    const wanted = count(isNew ? step.texts : step.asked)
    for (const part of parts) {
      part.embedding_calls += Math.ceil(wanted / options.maxBatch)
      texts.set(part, (texts.get(part) ?? 0) + wanted)
    }
  }

  return {
    total,
    byMetric,
    byConfiguration,
    kinds,
    na,
    add(stored, made) {
      const sample = toSample(stored.test_case, stored.response)
      const ofConfiguration = byConfiguration.get(sample.configuration) ?? emptyPart()
      byConfiguration.set(sample.configuration, ofConfiguration)
      for (const { name, definition } of metrics) {
        const parts = [total, ofConfiguration, byMetric.get(name) ?? emptyPart()]
        const score = made.find((one) => one.metric === name)
        const naive = missing(definition, sample) === undefined ? naiveCalls(definition, sample, score) : 0
        for (const part of parts) {
          part.naive_calls += naive
          part[score === undefined ? 'scored' : 'scores'] += 1
        }
        const steps = score?.steps ?? []
        const before = total.calls
        for (const step of steps) addCall(step, parts)
        for (const step of steps) if (step.kind === 'embedding') addEmbedding(step, total.calls > before, parts)
        if (score?.outcome.status === 'na') na[score.outcome.reason] = (na[score.outcome.reason] ?? 0) + 1
      }
    },
    finish(embeddings) {
      if (asked === 0) return
      const cost = embeddings?.cost_usd ?? null
      for (const [part, wanted] of texts) {
        part.cost_usd = plus(part.cost_usd, cost === null ? null : (cost / asked) * wanted)
      }
    },
  }
}

/** As the metric says; of a metric that does not, its own questions, each asked anew. */
function naiveCalls(
  { naiveCalls: says }: ConfiguredMetric['definition'],
  sample: ReturnType<typeof toSample>,
  score: Score | undefined,
): number {
  return says?.(sample) ?? score?.steps.filter(({ kind }) => kind === 'judge').length ?? 0
}

const count = (value: unknown): number => (typeof value === 'number' ? value : 0)

const plus = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b)
