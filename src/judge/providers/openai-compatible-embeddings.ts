import type { EmbeddingSettings } from '../../core/judge-config.ts'
import type { EmbeddingProvider } from '../provider.ts'
import { usageFrom } from './ai-sdk-reply.ts'
import { badReply } from './answer-error.ts'
import { checkedVectors } from './checked-vectors.ts'
import { openConnection } from './connection.ts'
import { requestJson } from './json-request.ts'
import { modelName } from './model-name.ts'
import { openaiFacts } from './openai-facts.ts'
import { authorization } from './openai-key.ts'

const MOST_TEXTS = 64

/** An embedding model on any server that speaks OpenAI's `/embeddings`, below `base_url`. */
export function openaiCompatibleEmbeddings(settings: EmbeddingSettings): EmbeddingProvider {
  const connection = openConnection(settings)
  const model = modelName(settings)
  const headers = authorization(settings, connection)
  const path = '/embeddings'
  return {
    provider: settings.provider,
    model,
    address: connection.address,
    maxBatch: settings.max_batch ?? MOST_TEXTS,
    async facts(signal) {
      const { local, warnings } = await openaiFacts(connection, { model, headers, task: 'embed' }, signal)
      return { local, ...(warnings === undefined ? {} : { warnings }) }
    },
    async embed(texts, signal) {
      const body = { model, input: texts, encoding_format: 'float', ...settings.parameters }
      const answer = await requestJson(connection, { path, headers, body, model, task: 'embed' }, signal)
      const { data, usage } = (answer ?? {}) as { data?: unknown; usage?: { prompt_tokens?: unknown } | null }
      if (!Array.isArray(data)) {
        const sent = { status: 200, headers: {}, body: JSON.stringify(answer), url: connection.url(path), model }
        throw badReply({ ...sent, mask: connection.mask }, 'JSON without a list of vectors')
      }
      return {
        vectors: checkedVectors(inOrder(data), texts.length, connection.base + path),
        usage: usageFrom(usage?.prompt_tokens, 0, undefined),
      }
    },
    async close() {
      connection.fetch.close()
    },
  }
}

/** The vectors by their `index`, which counts and not their place; without one, as they stand. */
function inOrder(data: readonly { index?: unknown; embedding?: unknown }[]): unknown[] {
  const indexed = data.every((entry) => Number.isInteger(entry?.index))
  if (!indexed) return data.map((entry) => entry?.embedding)
  const places: unknown[] = []
  for (const { index, embedding } of data) places[index as number] = embedding
  // Doubled or skipped places leave a gap, which is no vector.
  return Array.from({ length: Math.min(places.length, data.length) }, (_, place) => places[place])
}
