import type { LoadedConfig } from '../config/load.ts'
import { RagstoneError } from '../core/errors.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { EmbeddingSettings, JudgeSettings } from '../core/judge-config.ts'
import type { Budget } from '../judge/budget.ts'
import type { EmbeddingModel, JudgeModel } from '../judge/judge-model.ts'
import type { ConfiguredMetric } from '../metrics/metric.ts'
import { type Models, type ModelsSpent, spentBy } from '../pipeline/models.ts'
import { measuring, rememberWhatItTells } from './model-memory.ts'
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
  const needed = neededModels(loaded, metrics)
  const vectorless = metrics.find(({ definition }) => definition.uses.includes('embeddings'))
  if (vectorless !== undefined && needed.embeddings === undefined) options.log?.(noEmbeddings(vectorless.name))
  if (loaded === undefined || (needed.judge === undefined && needed.embeddings === undefined)) {
    return { close: async () => undefined }
  }
  const { createBudget } = await import('../judge/budget.ts')
  const budget = createBudget(loaded.config.budget ?? {})
  const { judge: asked, embeddings } = needed
  const opened =
    asked === undefined
      ? undefined
      : await withPlaceLater(loaded, 'judge', () => openProjectJudge(asked, loaded, exchanges, budget, options))
  const embedder =
    embeddings === undefined
      ? undefined
      : await withPlaceLater(loaded, 'embeddings', () =>
          openProjectEmbeddings(embeddings, loaded.folder, exchanges, budget, options),
        ).catch(async (error: unknown) => {
          await opened?.close()
          throw error
        })
  return {
    ...(opened === undefined ? {} : { judge: opened.judge }),
    ...(embedder === undefined ? {} : { embedder }),
    async close() {
      await Promise.all([opened?.close(), embedder?.close()])
    },
  }
}

/** The sections whose models some of the metrics ask. RagstoneError `no_judge` when a metric asks a judge and none is named. */
export function neededModels(
  loaded: LoadedConfig | undefined,
  metrics: readonly ConfiguredMetric[],
): Pick<LoadedConfig['config'], 'judge' | 'embeddings'> {
  const asks = (resource: 'judge' | 'embeddings') =>
    metrics.find(({ definition }) => definition.uses.includes(resource))
  const asksJudge = asks('judge')
  const { judge, embeddings } = loaded?.config ?? {}
  if (asksJudge !== undefined && judge === undefined) throw noJudge(asksJudge.name, loaded)
  return {
    ...(asksJudge === undefined ? {} : { judge }),
    ...(asks('embeddings') === undefined ? {} : { embeddings }),
  }
}

function noEmbeddings(metric: string): string {
  const way = 'add for example `embeddings: {provider: ollama, model: bge-m3}`'
  return `${metric} needs an embedding model, and none is configured: its scores will be NA embeddings_missing; ${way}`
}

/** The part of a result that says what its models were asked. */
export function spentPart(models: Models): { spent?: ModelsSpent } {
  const spent = spentBy(models)
  return spent === undefined ? {} : { spent }
}

async function openProjectJudge(
  settings: JudgeSettings,
  { folder, written }: LoadedConfig,
  exchanges: Exchanges,
  budget: Budget,
  { signal = new AbortController().signal, log, explain }: OpenModelsOptions,
): Promise<{ judge: JudgeModel; close(): Promise<void> }> {
  const [{ openProvider }, { openJudge }] = await Promise.all([
    import('../judge/providers/open.ts'),
    import('../judge/open-judge.ts'),
  ])
  const provider = await openProvider(settings, { folder })
  const verifier = settings.verifier === undefined ? undefined : await openProvider(settings.verifier, { folder })
  const providers = [provider, ...(verifier === undefined ? [] : [verifier])]
  for (const one of providers) rememberWhatItTells(one, exchanges)
  const measured = measuring(exchanges, providers)
  const judge = await openJudge(settings, {
    provider,
    ...(verifier === undefined ? {} : { verifier }),
    ...(written.config.judge === undefined ? {} : { written: written.config.judge }),
    exchanges: measured.exchanges,
    budget,
    signal,
    ...(explain === undefined ? {} : { explain }),
    ...(log === undefined ? {} : { log }),
  })
  return {
    judge,
    async close() {
      try {
        await measured.keep()
      } finally {
        await judge.close()
      }
    },
  }
}

async function openProjectEmbeddings(
  settings: EmbeddingSettings,
  folder: string,
  exchanges: Exchanges,
  budget: Budget,
  { signal = new AbortController().signal, log }: OpenModelsOptions,
): Promise<EmbeddingModel> {
  const [{ openEmbeddingProvider }, { openEmbeddings }] = await Promise.all([
    import('../judge/providers/open.ts'),
    import('../judge/embed.ts'),
  ])
  const provider = await openEmbeddingProvider(settings, { folder })
  rememberWhatItTells(provider, exchanges)
  return openEmbeddings(settings, {
    provider,
    exchanges,
    budget,
    signal,
    ...(log === undefined ? {} : { log }),
  })
}

function noJudge(metric: string, loaded: LoadedConfig | undefined): RagstoneError {
  return new RagstoneError('no_judge', `the metric ${metric} asks a judge, and none is named`, {
    hint:
      loaded === undefined
        ? 'write a ragstone.yaml with `judge: {provider: ollama, model: "qwen2.5:7b-instruct"}` into this folder; docs/judges.md has every provider'
        : `add \`judge: {provider: ollama, model: "qwen2.5:7b-instruct"}\` to ${loaded.file}; docs/judges.md has every provider`,
  })
}
