import { embeddingsSchema, judgeSchema } from '../../core/judge-config.ts'
import { embeddingContract, providerContract } from './contract.ts'
import { openaiCompatibleProvider } from './openai-compatible.ts'
import { openaiCompatibleEmbeddings } from './openai-compatible-embeddings.ts'

providerContract({
  name: 'openai-compatible',
  baseUrl: (server) => server.openaiUrl,
  open: async (settings) => openaiCompatibleProvider(judgeSchema.parse({ provider: 'openai-compatible', ...settings })),
})

embeddingContract({
  name: 'openai-compatible',
  baseUrl: (server) => server.openaiUrl,
  open: async (settings) =>
    openaiCompatibleEmbeddings(embeddingsSchema.parse({ provider: 'openai-compatible', ...settings })),
})
