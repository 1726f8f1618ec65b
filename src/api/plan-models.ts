import type { LoadedConfig } from '../config/load.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { EmbeddingSettings, JudgeSettings, VerifierSettings } from '../core/judge-config.ts'
import type { Budget } from '../judge/budget.ts'
import type { EmbeddingModel, JudgeModel } from '../judge/judge-model.ts'
import { planEmbeddings, planProvider } from '../judge/plan-provider.ts'
import { type KnownPrices, pricesOf } from '../judge/prices.ts'
import type { EmbeddingProvider, ModelFacts, Provider } from '../judge/provider.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import type { Models } from '../pipeline/models.ts'
import { measuredSpeed, type Speed } from './model-memory.ts'
import { neededModels } from './models.ts'
import { chatFacts, embeddingFacts, type KnownFacts } from './plan-facts.ts'
import { withPlaceLater } from './project.ts'

export type PlanRole = 'judge' | 'verifier' | 'embeddings'

/** A model that a plan counts for. */
export interface PlannedModel {
  role: PlanRole
  provider: string
  model: string
  address: string
  /** Runs on this machine. */
  local: boolean
  /** Whether the model told about itself now, in an earlier run, or what is assumed of it. */
  facts: 'told' | 'remembered' | 'assumed'
  /** Why it told nothing. */
  problem: string | null
  /** US dollars for a million tokens and where the price is from; null = unknown. */
  price: KnownPrices | null
  /** Requests in flight. */
  concurrency: number
  /** How long its calls took; null = none was measured. */
  speed: Speed | null
}

export interface PlanModels extends Models {
  about: PlannedModel[]
  /** Most texts of one request to the embedding model. */
  maxBatch: number
}

export interface PlanModelsOptions {
  /** What is stored, with what the plan adds. */
  exchanges: Exchanges
  budget: Budget
  signal: AbortSignal
  log: (line: string) => void
}

/**
 * The models that the metrics ask, as a plan has them: they ask nobody and answer with typical answers, but are identified,
 * cached and limited as the real ones are. A server is only asked for facts of its model, and one that does not answer stops
 * nothing.
 */
export async function openPlanModels(
  loaded: LoadedConfig | undefined,
  metrics: readonly ConfiguredMetric[],
  options: PlanModelsOptions,
): Promise<PlanModels> {
  const { judge: asked, embeddings } = neededModels(loaded, metrics)
  const about: PlannedModel[] = []
  if (loaded === undefined) return { about, maxBatch: 1 }
  const judge =
    asked === undefined
      ? undefined
      : await withPlaceLater(loaded, 'judge', () => openJudge(asked, loaded.folder, options, about))
  const embedder =
    embeddings === undefined
      ? undefined
      : await withPlaceLater(loaded, 'embeddings', () => openEmbedder(embeddings, loaded.folder, options, about))
  return {
    about,
    maxBatch: embedder?.maxBatch ?? 1,
    ...(judge === undefined ? {} : { judge }),
    ...(embedder === undefined ? {} : { embedder: embedder.model }),
  }
}

async function openJudge(
  settings: JudgeSettings,
  folder: string,
  options: PlanModelsOptions,
  about: PlannedModel[],
): Promise<JudgeModel> {
  const { openJudge: open } = await import('../judge/open-judge.ts')
  const { exchanges, budget, signal, log } = options
  const judge = await standIn('judge', settings, folder, options)
  const verifier =
    settings.verifier === undefined ? undefined : await standIn('verifier', settings.verifier, folder, options)
  const model = await open(settings, {
    provider: judge.provider,
    ...(verifier === undefined ? {} : { verifier: verifier.provider }),
    exchanges,
    budget,
    signal,
    log,
  })
  // Twice as many scores are waited for as requests are in flight.
  about.push({ ...judge.about, concurrency: Math.max(1, Math.round(model.concurrency / 2)) })
  if (verifier !== undefined) about.push(verifier.about)
  return model
}

async function standIn(
  role: 'judge' | 'verifier',
  settings: JudgeSettings | VerifierSettings,
  folder: string,
  { exchanges, signal }: PlanModelsOptions,
): Promise<{ provider: Provider; about: PlannedModel }> {
  const { openProvider } = await import('../judge/providers/open.ts')
  const real = await openProvider(settings, { folder })
  try {
    const known = await chatFacts(real, settings, exchanges, signal)
    const { provider, model, address } = real
    return {
      provider: planProvider({ ...known.facts, provider, model, address }),
      about: await aboutOf(role, real, known, settings, exchanges),
    }
  } finally {
    await real.close()
  }
}

async function openEmbedder(
  settings: EmbeddingSettings,
  folder: string,
  { exchanges, budget, signal, log }: PlanModelsOptions,
  about: PlannedModel[],
): Promise<{ model: EmbeddingModel; maxBatch: number }> {
  const [{ openEmbeddingProvider }, { openEmbeddings }] = await Promise.all([
    import('../judge/providers/open.ts'),
    import('../judge/embed.ts'),
  ])
  const real = await openEmbeddingProvider(settings, { folder })
  try {
    const known = await embeddingFacts(real, exchanges, signal)
    const { provider, model, address, maxBatch } = real
    about.push(await aboutOf('embeddings', real, known, settings, exchanges))
    const standing = planEmbeddings({ ...known.facts, provider, model, address, maxBatch })
    return {
      model: await openEmbeddings(settings, { provider: standing, exchanges, budget, signal, log }),
      maxBatch: Math.min(maxBatch, settings.max_batch ?? maxBatch),
    }
  } finally {
    await real.close()
  }
}

const REMOTE_CONCURRENCY = 8

async function aboutOf(
  role: PlanRole,
  real: Provider | EmbeddingProvider,
  { facts, source, problem }: KnownFacts<Pick<ModelFacts, 'local'>>,
  settings: Pick<JudgeSettings, 'prices' | 'concurrency'>,
  exchanges: Exchanges,
): Promise<PlannedModel> {
  const { provider, model, address } = real
  const { local } = facts
  return {
    role,
    provider,
    model,
    address,
    local,
    facts: source,
    problem: problem ?? null,
    price: pricesOf({ provider, model, address, local }, settings.prices) ?? null,
    concurrency: settings.concurrency ?? (local ? 1 : REMOTE_CONCURRENCY),
    speed: (await measuredSpeed(exchanges, real)) ?? null,
  }
}
