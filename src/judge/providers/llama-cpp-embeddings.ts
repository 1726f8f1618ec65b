import { messageOf } from '../../core/errors.ts'
import type { EmbeddingSettings } from '../../core/judge-config.ts'
import { type EmbeddingProvider, ProviderError } from '../provider.ts'
import { checkedVectors } from './checked-vectors.ts'
import { embeddedModel, threadsOf } from './llama-cpp-model.ts'
import type { LlamaEmbeddingContext, LlamaModel, LoadLlamaCpp } from './llama-cpp-module.ts'

const STEP = 512
const MOST_TEXTS = 32

/**
 * A GGUF embedding model run in this process by the optional package `node-llama-cpp`. A text that is longer than the model
 * reads is an error and is not cut.
 */
export async function llamaCppEmbeddings(
  settings: EmbeddingSettings,
  context: { folder: string },
  load?: LoadLlamaCpp,
): Promise<EmbeddingProvider> {
  const embedded = await embeddedModel(settings, context.folder, load)
  const threads = threadsOf(settings.parameters)
  let room: { context: LlamaEmbeddingContext; size: number } | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function roomFor(model: LlamaModel, tokens: number): Promise<LlamaEmbeddingContext> {
    const limit = model.trainContextSize
    if (tokens > limit) throw new ProviderError('too_long', `a text has ${tokens} tokens; the model reads ${limit}`)
    const size = Math.min(limit, Math.ceil((tokens + 1) / STEP) * STEP)
    if (room !== undefined && room.size >= size) return room.context
    await room?.context.dispose()
    room = undefined
    const made = await model.createEmbeddingContext({
      contextSize: size,
      threads,
    })
    room = { context: made, size }
    return made
  }

  async function embed(texts: readonly string[], signal: AbortSignal) {
    const { model } = await embedded.load(signal)
    const vectors: number[][] = []
    let read = 0
    for (const text of texts) {
      signal.throwIfAborted()
      const tokens = model.tokenize(text)
      read += tokens.length
      const { vector } = await (await roomFor(model, tokens.length + 2)).getEmbeddingFor(tokens)
      vectors.push([...vector])
    }
    const usage = { prompt_tokens: read, completion_tokens: 0 }
    return { vectors: checkedVectors(vectors, texts.length, embedded.name), usage }
  }

  return {
    provider: 'llama-cpp',
    model: embedded.name,
    address: 'embedded',
    maxBatch: settings.max_batch ?? MOST_TEXTS,
    async facts(signal) {
      await embedded.load(signal)
      return { digest: embedded.digest, local: true }
    },
    embed(texts, signal) {
      const mine = last.then(async () => {
        try {
          return await embed(texts, signal)
        } catch (error) {
          signal.throwIfAborted()
          if (error instanceof ProviderError) throw error
          throw new ProviderError('unsupported', `${embedded.name} does not embed: ${messageOf(error)}`, {
            cause: error,
          })
        }
      })
      last = mine.catch(() => undefined)
      return mine
    },
    async close() {
      await last
      await room?.context.dispose()
      await embedded.close()
    },
  }
}
