import type { EmbeddingSettings } from '../../core/judge-config.ts'
import type { EmbeddingProvider } from '../provider.ts'
import { aiSdkError } from './ai-sdk-error.ts'
import { usageFrom } from './ai-sdk-reply.ts'
import { checkedVectors } from './checked-vectors.ts'
import { embeddingModelIn } from './model-object.ts'
import { maskFor } from './shown.ts'
import { withinTime } from './time-limit.ts'

const MOST_TEXTS = 64

/** An embedding model object of the AI SDK, made by the user with a vendor's package. */
export async function aiSdkEmbeddings(settings: EmbeddingSettings): Promise<EmbeddingProvider> {
  const model = embeddingModelIn(settings)
  const [vendor = 'ai-sdk'] = model.provider.split('.')
  const most = (await model.maxEmbeddingsPerCall) ?? MOST_TEXTS
  const what = `the model "${model.modelId}" of ${model.provider}`
  const call = {
    address: model.provider,
    mask: maskFor(Object.values(settings.headers)),
    model: model.modelId,
    task: 'embed' as const,
    sent: Object.keys(settings.parameters),
  }
  const doEmbed = model.doEmbed.bind(model) as (
    options: unknown,
  ) => PromiseLike<{ embeddings: unknown; usage?: { tokens: number } | undefined }>

  return {
    provider: settings.provider,
    model: model.modelId,
    address: model.provider,
    maxBatch: Math.min(settings.max_batch ?? MOST_TEXTS, most),
    async facts() {
      return { local: false }
    },
    async embed(texts, signal) {
      const options = {
        values: [...texts],
        headers: settings.headers,
        providerOptions: { [vendor]: settings.parameters },
      }
      try {
        const limit = { seconds: settings.timeout_s, what }
        const { embeddings, usage } = await withinTime(limit, signal, (abortSignal) =>
          doEmbed({ ...options, abortSignal }),
        )
        return {
          vectors: checkedVectors(embeddings, texts.length, what),
          usage: usageFrom(usage?.tokens, 0, undefined),
        }
      } catch (error) {
        if (signal.aborted) throw signal.reason
        throw aiSdkError(error, call)
      }
    },
    async close() {},
  }
}
