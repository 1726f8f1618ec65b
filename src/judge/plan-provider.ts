import type { Exchanges } from '../core/exchanges.ts'
import { type InformedProvider, writeReply } from './asked.ts'
import { memoryExchanges } from './exchanges.ts'
import type { EmbeddingProvider, ModelFacts } from './provider.ts'
import { roughTokens } from './rough-tokens.ts'

/**
 * A provider that answers every question with its `typical` answer and asks nobody: an ordinary evaluation with it counts
 * exactly the calls that the real one makes. Prompt tokens are estimated as for the real model, reply tokens from the answer.
 */
export function planProvider(
  real: ModelFacts & { provider: string; model: string; address: string },
): InformedProvider {
  const { provider, model, address, ...facts } = real
  return {
    provider,
    model,
    address,
    unpaced: true,
    facts: async () => facts,
    chat: () => Promise.reject(new TypeError('a plan asks nobody')),
    async chatAbout(_request, asked, { promptTokens }) {
      const reply = writeReply(asked, () => ({ verdict: asked.form === 'free' ? '' : asked.typical }))
      return {
        ...(facts.logprobs === false ? { text: reply.text } : reply),
        stop: 'stop',
        usage: { prompt_tokens: promptTokens, completion_tokens: roughTokens(reply.text) },
      }
    },
    close: async () => {},
  }
}

/** An embedding provider that asks nobody; its vectors mean nothing. */
export function planEmbeddings(
  real: Pick<EmbeddingProvider, 'provider' | 'model' | 'address' | 'maxBatch'> & Pick<ModelFacts, 'digest' | 'local'>,
): EmbeddingProvider {
  const { provider, model, address, maxBatch, ...facts } = real
  return {
    provider,
    model,
    address,
    maxBatch,
    facts: async () => facts,
    async embed(texts) {
      const tokens = texts.reduce((sum, text) => sum + roughTokens(text), 0)
      return { vectors: texts.map(() => [1, 0]), usage: { prompt_tokens: tokens, completion_tokens: 0 } }
    },
    close: async () => {},
  }
}

/** What is stored stays readable; what a plan adds is forgotten with it. */
export function planExchanges(stored: Exchanges): Exchanges {
  const added = memoryExchanges()
  return {
    findExchange: async (key) => (await added.findExchange(key)) ?? stored.findExchange(key),
    async findItems(keys) {
      const fresh = await added.findItems(keys)
      const found = new Set(fresh.map(({ item_key }) => item_key))
      const rest = keys.filter((key) => !found.has(key))
      return rest.length === 0 ? fresh : [...fresh, ...(await stored.findItems(rest))]
    },
    exchanges: async (ids) => [...(await added.exchanges(ids)), ...(await stored.exchanges(ids))],
    saveExchanges: (exchanges, items, unread) => added.saveExchanges(exchanges, items, unread),
    async findVectors(keys) {
      const fresh = await added.findVectors(keys)
      const rest = keys.filter((key) => !fresh.has(key))
      return rest.length === 0 ? fresh : new Map([...fresh, ...(await stored.findVectors(rest))])
    },
    saveVectors: (vectors) => added.saveVectors(vectors),
    judgeFact: async (modelKey, name) => (await added.judgeFact(modelKey, name)) ?? stored.judgeFact(modelKey, name),
    saveJudgeFact: (modelKey, name, value) => added.saveJudgeFact(modelKey, name, value),
    countHits: async () => {},
  }
}
