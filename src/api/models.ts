import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Budget } from '../judge/budget.ts'
import type { Exchanges } from '../judge/exchanges.ts'
import type { EmbeddingModel, JudgeModel } from '../judge/judge-model.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { type Models, type ModelsSpent, spentBy } from '../pipeline/models.ts'
import { withPlaceLater } from './project.ts'

export interface OpenModelsOptions {
  signal?: AbortSignal
  log?: (line: string) => void
  /** Ask for a reason behind every verdict. */
  explain?: boolean
}

/** The models that a command has open, and how to close them. */
export interface OpenModels extends Models {
  close(): Promise<void>
}

/**
 * Opens the models that some of the metrics ask, and none that no metric asks. What only the user can mend (no judge named,
 * server not running, wrong key, unknown model) is a RagstoneError before anything is asked. A metric without the
 * embedding model that it needs is NA, so a missing `embeddings` section is no error.
 */
export async function openModels(
  loaded: LoadedConfig | undefined,
  metrics: readonly ConfiguredMetric[],
  exchanges: Exchanges,
  options: OpenModelsOptions = {},
): Promise<OpenModels> {
  const asks = (resource: 'judge' | 'embeddings') =>
    metrics.find(({ definition }) => definition.uses.includes(resource))
  const [asksJudge, asksEmbeddings] = [asks('judge'), asks('embeddings')]
  if (asksJudge === undefined && asksEmbeddings === undefined) return { close: async () => undefined }
  if (loaded === undefined || (asksJudge !== undefined && loaded.config.judge === undefined)) {
    if (asksJudge !== undefined) throw noJudge(asksJudge.name, loaded)
    return { close: async () => undefined }
  }
  const { createBudget } = await import('../judge/budget.ts')
  const budget = createBudget(loaded.config.budget ?? {})
  const judge =
    asksJudge === undefined
      ? undefined
      : await withPlaceLater(loaded, 'judge', () => openProjectJudge(loaded, exchanges, budget, options))
  const embedder =
    asksEmbeddings === undefined
      ? undefined
      : await withPlaceLater(loaded, 'embeddings', () =>
          openProjectEmbeddings(loaded, exchanges, budget, options),
        ).catch(async (error: unknown) => {
          await judge?.close()
          throw error
        })
  return {
    ...(judge === undefined ? {} : { judge }),
    ...(embedder === undefined ? {} : { embedder }),
    async close() {
      await Promise.all([judge?.close(), embedder?.close()])
    },
  }
}

/** The part of a result that says what its models were asked. */
export function spentPart(models: Models): { spent?: ModelsSpent } {
  const spent = spentBy(models)
  return spent === undefined ? {} : { spent }
}

async function openProjectJudge(
  { config: { judge: settings }, folder }: LoadedConfig,
  exchanges: Exchanges,
  budget: Budget,
  { signal = new AbortController().signal, log, explain }: OpenModelsOptions,
): Promise<JudgeModel | undefined> {
  if (settings === undefined) return undefined
  const [{ openProvider }, { openJudge }] = await Promise.all([
    import('../judge/providers/open.ts'),
    import('../judge/open-judge.ts'),
  ])
  const provider = await openProvider(settings, { folder })
  const verifier = settings.verifier === undefined ? undefined : await openProvider(settings.verifier, { folder })
  return openJudge(settings, {
    provider,
    ...(verifier === undefined ? {} : { verifier }),
    exchanges,
    budget,
    signal,
    ...(explain === undefined ? {} : { explain }),
    ...(log === undefined ? {} : { log }),
  })
}

async function openProjectEmbeddings(
  { config: { embeddings: settings }, folder }: LoadedConfig,
  exchanges: Exchanges,
  budget: Budget,
  { signal = new AbortController().signal, log }: OpenModelsOptions,
): Promise<EmbeddingModel | undefined> {
  if (settings === undefined) return undefined
  const [{ openEmbeddingProvider }, { openEmbeddings }] = await Promise.all([
    import('../judge/providers/open.ts'),
    import('../judge/embed.ts'),
  ])
  const provider = await openEmbeddingProvider(settings, { folder })
  return openEmbeddings(settings, { provider, exchanges, budget, signal, ...(log === undefined ? {} : { log }) })
}

function noJudge(metric: string, loaded: LoadedConfig | undefined): RagstoneError {
  return new RagstoneError('no_judge', `the metric ${metric} asks a judge, and none is named`, {
    hint:
      loaded === undefined
        ? 'write a ragstone.yaml with `judge: {provider: ollama, model: "qwen2.5:7b-instruct"}` into this folder; docs/judges.md has every provider'
        : `add \`judge: {provider: ollama, model: "qwen2.5:7b-instruct"}\` to ${loaded.file}; docs/judges.md has every provider`,
  })
}
