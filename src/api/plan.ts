import type { LoadedConfig } from '../config/load.ts'
import { isRagstoneError } from '../core/errors.ts'
import type { BudgetLimits } from '../judge/budget.ts'
import { memoryExchanges } from '../judge/exchanges.ts'
import { keptForPlan, type PlanCount, type PlanPlace, plan as planSamples } from '../pipeline/plan.ts'
import { watchBudget } from '../pipeline/plan-budget.ts'
import type { PlanPart } from '../pipeline/plan-tally.ts'
import type { Store } from '../store/store.ts'
import { openPlanModels, type PlanModels, type PlannedModel } from './plan-models.ts'
import type { PlanOptions } from './plan-options.ts'
import { type PlanSource, planSource } from './plan-samples.ts'
import { secondsOf } from './plan-time.ts'
import { openProjectIfAny, openProjectStore } from './project.ts'

/** What the budget of the configuration comes to. */
export interface PlanBudget {
  limits: BudgetLimits
  /**
   * `enough`; `crosses`: the evaluation would stop; `may_cross`: only if embeddings take one request a score; `unknown_price`:
   * money is limited and a price is not known, so the evaluation would not start.
   */
  verdict: 'enough' | 'crosses' | 'may_cross' | 'unknown_price'
  /** The limit that is crossed and by how much, in words. */
  detail: string | null
  /** Requests that are made before. */
  after_calls: number | null
  /** About where it stops. */
  at: PlanPlace | null
}

/** What an evaluation will ask and cost; nothing was asked to find out. */
export interface Plan extends PlanPart {
  /** Seconds at the measured pace; null when nothing was measured. */
  seconds: number | null
  /** Rows: answers, one a test case, configuration and repeat. */
  samples: number
  answers: PlanSource['kind']
  /** Which answers, in words. */
  of: string
  run_id: string | null
  by_metric: Record<string, PlanPart>
  by_configuration: Record<string, PlanPart>
  /** Scores that will have no value, by reason, as far as that is known before anything is asked. */
  na: Record<string, number>
  models: PlannedModel[]
  /** null when the configuration limits nothing. */
  budget: PlanBudget | null
  /** What was taken for granted, one sentence each. */
  assumptions: string[]
}

/**
 * What evaluating will ask and cost, before anything is spent: the ordinary evaluation with models that answer with typical
 * answers. Nothing is stored. The calls are those that the evaluation then makes, as long as replies can be read and need no
 * second try.
 */
export async function plan(options: PlanOptions = {}): Promise<Plan> {
  const { signal = new AbortController().signal, log = () => undefined } = options
  const loaded = await openProjectIfAny(options)
  const store = await storeIfAny(options, loaded)
  try {
    const source = await planSource(options, loaded, store)
    const limits = loaded?.config.budget ?? {}
    const kept = keptForPlan(store ?? memoryExchanges())
    const watch = watchBudget(limits)
    const models = await openPlanModels(loaded, source.metrics, { exchanges: kept, budget: watch.budget, signal, log })
    const priceOf = (role: PlannedModel['role']) => models.about.find((one) => one.role === role)?.price?.prices
    const count = await planSamples({
      metrics: source.metrics,
      samples: source.samples(models),
      total: source.total,
      refusalPhrases: loaded?.config.refusal_phrases ?? [],
      models,
      prices: { judge: priceOf('judge'), verifier: priceOf('verifier') },
      kept,
      maxBatch: models.maxBatch,
      watch,
      signal,
      ...(options.onProgress === undefined ? {} : { onProgress: options.onProgress }),
    })
    return planOf(source, count, models, limits)
  } finally {
    await store?.close()
  }
}

/** The store of the project, or undefined where nothing was stored yet. */
async function storeIfAny(options: PlanOptions, loaded: LoadedConfig | undefined): Promise<Store | undefined> {
  try {
    return await openProjectStore(options, loaded, { create: false })
  } catch (error) {
    if (isRagstoneError(error) && error.code === 'store_missing' && options.run === undefined) return undefined
    throw error
  }
}

function planOf(source: PlanSource, count: PlanCount, models: PlanModels, limits: BudgetLimits): Plan {
  const { total, by_metric, by_configuration, kinds, na, samples } = count
  return {
    ...total,
    seconds: secondsOf(kinds, models.about),
    samples,
    answers: source.kind,
    of: source.of,
    run_id: source.run_id,
    by_metric,
    by_configuration,
    na,
    models: models.about,
    budget: Object.keys(limits).length === 0 ? null : budgetOf(count, models, limits),
    assumptions: [...source.assumptions, ...modelAssumptions(models)],
  }
}

function budgetOf({ total, crossing }: PlanCount, models: PlanModels, limits: BudgetLimits): PlanBudget {
  const none = { limits, detail: null, after_calls: null, at: null }
  const unpriced = models.about.filter(({ price }) => price === null)
  if (limits.cost_usd !== undefined && unpriced.length > 0) {
    const names = unpriced.map(({ provider, model }) => `${provider} ${model}`).join(', ')
    return {
      ...none,
      verdict: 'unknown_price',
      detail: `budget.cost_usd cannot be kept: no price of ${names} is known`,
    }
  }
  if (crossing !== undefined) {
    return { limits, verdict: 'crosses', detail: crossing.detail, after_calls: crossing.calls, at: crossing.at }
  }
  const most = total.calls + total.embedding_calls
  if (limits.calls !== undefined && most > limits.calls) {
    return { ...none, verdict: 'may_cross', detail: `up to ${most} calls with embeddings, of ${limits.calls}` }
  }
  return { ...none, verdict: 'enough' }
}

function modelAssumptions({ judge, about }: PlanModels): string[] {
  const typical =
    judge?.claims === 'judge'
      ? 'replies are taken to be readable at the first try and of typical length, with a claim a sentence'
      : 'replies are taken to be readable at the first try and of typical length'
  return [...unreachedModels(about), ...(judge === undefined ? [] : [typical])]
}

/** One sentence for all models that could not be asked for the same reason. */
function unreachedModels(about: readonly PlannedModel[]): string[] {
  const unreached = about.filter(({ facts }) => facts !== 'told')
  return [...new Set(unreached.map(({ problem }) => problem))].map((problem) => {
    const models = unreached.filter((one) => one.problem === problem)
    const names = models
      .map(({ role }) => (role === 'embeddings' ? 'the embedding model' : `the ${role}`))
      .join(' and ')
    const taken = models.every(({ facts }) => facts === 'remembered')
      ? 'what was told in an earlier run is taken'
      : 'windows are not known, and what the cache knows may not be found'
    return `${names} could not be asked for facts (${problem}): ${taken}`
  })
}
