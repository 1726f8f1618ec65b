import type { Exchange } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import { planExchanges } from '../judge/plan-provider.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import type { StoredSample } from '../store/store.ts'
import { evaluate } from './evaluate.ts'
import type { Models } from './models.ts'
import type { BudgetWatch } from './plan-budget.ts'
import { type CallKinds, createPlanTally, type PlanPart, type PlanPrices } from './plan-tally.ts'
import type { OnProgress } from './progress.ts'

export interface PlanOptions {
  metrics: readonly ConfiguredMetric[]
  samples: AsyncIterable<StoredSample>
  total: number | null
  refusalPhrases: readonly string[]
  /** Models that answer with typical answers and ask nobody. */
  models: Models
  prices: PlanPrices
  /** What the models of the plan keep. */
  kept: PlanExchanges
  /** Most texts of one request to the embedding model. */
  maxBatch: number
  watch: BudgetWatch
  signal: AbortSignal
  onProgress?: OnProgress
}

/** A sample of a plan; `row` counts from 1. */
export interface PlanPlace {
  row: number
  configuration: string
  test_case_id: string
  repeat: number
}

export interface PlanCount {
  samples: number
  total: PlanPart
  by_metric: Record<string, PlanPart>
  by_configuration: Record<string, PlanPart>
  kinds: CallKinds
  na: Record<string, number>
  /** Where the budget would stop the evaluation. */
  crossing?: { detail: string; calls: number; at: PlanPlace }
}

/**
 * Counts what an evaluation will ask: the ordinary evaluation itself, with models that answer with typical answers and a store
 * that keeps nothing. Samples that are scored already cost nothing, and so does what the cache knows.
 */
export async function plan(options: PlanOptions): Promise<PlanCount> {
  const { metrics, models, kept, watch, signal, onProgress } = options
  const tally = createPlanTally({ ...options, isStored: (id) => !kept.made(id) })
  let crossing: PlanCount['crossing']
  let row = 0
  const { samples, interrupted } = await evaluate({
    store: { saveScores: async () => undefined },
    metrics,
    samples: options.samples,
    total: options.total,
    refusalPhrases: options.refusalPhrases,
    models,
    signal,
    onSample(sample, scores) {
      tally.add(sample, scores)
      row += 1
      if (crossing !== undefined || watch.crossing === undefined) return
      const { configuration, test_case_id, repeat } = sample.response
      crossing = { ...watch.crossing, at: { row, configuration, test_case_id, repeat } }
    },
    ...(onProgress === undefined ? {} : { onProgress: (progress) => onProgress({ ...progress, phase: 'plan' }) }),
  })
  if (interrupted) signal.throwIfAborted()
  tally.finish(models.embedder?.spent())
  return {
    samples,
    total: tally.total,
    by_metric: Object.fromEntries(tally.byMetric),
    by_configuration: Object.fromEntries(tally.byConfiguration),
    kinds: tally.kinds,
    na: tally.na,
    ...(crossing === undefined ? {} : { crossing }),
  }
}

/** What a plan keeps beside what is stored. */
export interface PlanExchanges extends Exchanges {
  /** Whether the plan made this exchange itself. */
  made(exchangeId: string): boolean
}

/** Reads the store and writes beside it; prompts are left out of what is kept, so that a large plan stays small. */
export function keptForPlan(stored: Exchanges): PlanExchanges {
  const both = planExchanges(stored)
  const ids = new Set<string>()
  return {
    ...both,
    made: (id) => ids.has(id),
    saveExchanges(exchanges, items, unread) {
      for (const { exchange_id } of exchanges) ids.add(exchange_id)
      return both.saveExchanges(exchanges.map(withoutPrompt), items, unread)
    },
  }
}

function withoutPrompt(exchange: Exchange): Exchange {
  return { ...exchange, request: { ...exchange.request, messages: [] } }
}
