import { describe, expect, it } from 'vitest'
import { embeddingsSchema, judgeSchema } from '../../core/judge-config.ts'
import { openEmbeddingProvider, openProvider } from './open.ts'

const context = { folder: import.meta.dirname }

describe('opening a provider', () => {
  it.each([
    ['openai-compatible', 'http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000'],
    ['ollama', undefined, 'http://127.0.0.1:11434'],
    ['anthropic', undefined, 'https://api.anthropic.com'],
    ['google', undefined, 'https://generativelanguage.googleapis.com'],
  ])('sends nothing and knows whom it would ask: %s', async (provider, base_url, address) => {
    const key = provider === 'ollama' ? {} : { api_key: 'k-123' }
    const settings = judgeSchema.parse({ provider, model: 'm', ...key, ...(base_url && { base_url }) })
    const opened = await openProvider(settings, context)
    expect(opened).toMatchObject({ provider, model: 'm', address })
    await opened.close()
  })

  it.each([
    ['openai-compatible', 'http://127.0.0.1:8000/v1', 'http://127.0.0.1:8000'],
    ['ollama', undefined, 'http://127.0.0.1:11434'],
  ])('for embeddings likewise: %s', async (provider, base_url, address) => {
    const settings = embeddingsSchema.parse({ provider, model: 'm', max_batch: 7, ...(base_url && { base_url }) })
    const opened = await openEmbeddingProvider(settings, context)
    expect(opened).toMatchObject({ provider, model: 'm', address, maxBatch: 7 })
    await opened.close()
  })

  it('falls back to no cloud when no address is named', async () => {
    const settings = { provider: 'openai-compatible', model: 'gpt-4o', api_key: 'k-123' }
    await expect(openProvider(judgeSchema.parse(settings), context)).rejects.toMatchObject({ code: 'missing_base_url' })
    await expect(openEmbeddingProvider(embeddingsSchema.parse(settings), context)).rejects.toMatchObject({
      code: 'missing_base_url',
    })
  })

  it('stops when it is told to', async () => {
    const reason = new Error('stop')
    const settings = judgeSchema.parse({ provider: 'ollama', model: 'm' })
    await expect(openProvider(settings, { ...context, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })
})
