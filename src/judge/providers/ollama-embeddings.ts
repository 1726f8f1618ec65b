import type { EmbeddingSettings } from '../../core/judge-config.ts'
import { type EmbeddingProvider, ProviderError } from '../provider.ts'
import { checkedVectors } from './checked-vectors.ts'
import { ollamaServer } from './ollama-http.ts'
import { ollamaModel } from './ollama-model.ts'

const MOST_TEXTS = 64

/**
 * An embedding model served by Ollama, asked through `/api/embed`. A text that is longer than the model reads is refused and
 * not cut (`truncate: false`).
 */
export function ollamaEmbeddings(settings: EmbeddingSettings): EmbeddingProvider {
  const server = ollamaServer(settings, 'embed')
  const { keep_alive, ...options } = settings.parameters
  return {
    provider: 'ollama',
    model: server.model,
    address: server.connection.address,
    maxBatch: settings.max_batch ?? MOST_TEXTS,
    async facts(signal) {
      const { facts, capabilities } = await ollamaModel(server, signal)
      if (capabilities?.includes('embedding') === false) {
        throw new ProviderError(
          'unsupported',
          `"${server.model}" on ${server.connection.address} is no embedding model`,
        )
      }
      return { local: facts.local, ...(facts.digest !== undefined && { digest: facts.digest }) }
    },
    async embed(texts, signal) {
      const body = await server.ask(
        '/api/embed',
        {
          model: server.model,
          input: texts,
          truncate: false,
          ...(keep_alive !== undefined && { keep_alive }),
          ...(Object.keys(options).length > 0 && { options }),
        },
        signal,
      )
      const vectors = checkedVectors(body.embeddings, texts.length, `${server.connection.base}/api/embed`)
      const tokens = body.prompt_eval_count
      const counted = typeof tokens === 'number' && Number.isInteger(tokens) && tokens >= 0
      return { vectors, usage: counted ? { prompt_tokens: tokens, completion_tokens: 0 } : null }
    },
    async close() {
      server.connection.fetch.close()
    },
  }
}
