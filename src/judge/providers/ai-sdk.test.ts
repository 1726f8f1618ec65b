import {
  APICallError,
  type EmbeddingModelV3,
  type LanguageModelV3,
  type LanguageModelV3CallOptions,
} from '@ai-sdk/provider'
import { describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../core/exchange.ts'
import { embeddingsSchema, judgeSchema } from '../../core/judge-config.ts'
import { aiSdkProvider } from './ai-sdk.ts'
import { aiSdkEmbeddings } from './ai-sdk-embeddings.ts'

const signal = new AbortController().signal
const request: ModelRequest = {
  messages: [{ role: 'user', content: 'Is water wet?' }],
  max_output_tokens: 32,
  parameters: { temperature: 0, top_p: 0.5, stop: '\n', reasoningEffort: 'low' },
}

type Result = Awaited<ReturnType<LanguageModelV3['doGenerate']>>

const result: Result = {
  content: [
    { type: 'reasoning', text: 'Let me see.' },
    { type: 'text', text: 'Yes' },
  ],
  finishReason: { unified: 'stop', raw: 'end_turn' },
  usage: {
    inputTokens: { total: 30, noCache: 10, cacheRead: 20, cacheWrite: undefined },
    outputTokens: { total: 4, text: 1, reasoning: 3 },
  },
  warnings: [{ type: 'unsupported', feature: 'seed', details: 'no seeds here' }],
}

function model(doGenerate: (options: LanguageModelV3CallOptions) => PromiseLike<Result>, provider = 'acme.chat') {
  return {
    specificationVersion: 'v3',
    provider,
    modelId: 'acme-1',
    supportedUrls: {},
    doGenerate,
    doStream: () => Promise.reject(new Error('not used')),
  } satisfies LanguageModelV3
}

function provider(object: object | string, settings: Record<string, unknown> = {}) {
  return aiSdkProvider(judgeSchema.parse({ provider: 'ai-sdk', model: object, ...settings }))
}

describe('a model object of the AI SDK', () => {
  it('is asked with its own options, and its reply is read without the reasoning', async () => {
    let asked: LanguageModelV3CallOptions | undefined
    const opened = provider(
      model(async (options) => {
        asked = options
        return result
      }),
    )
    expect(await opened.chat(request, signal)).toEqual({
      text: 'Yes',
      stop: 'stop',
      stop_detail: 'end_turn',
      usage: { prompt_tokens: 30, completion_tokens: 4, cached_tokens: 20 },
      warnings: ['unsupported: seed: no seeds here'],
    })
    expect(asked).toMatchObject({
      prompt: [{ role: 'user', content: [{ type: 'text', text: 'Is water wet?' }] }],
      maxOutputTokens: 32,
      temperature: 0,
      topP: 0.5,
      stopSequences: ['\n'],
      providerOptions: { acme: { reasoningEffort: 'low' } },
    })
    expect(opened).toMatchObject({ provider: 'ai-sdk', model: 'acme-1', address: 'acme.chat' })
  })

  it('is read in the older version of the interface too', async () => {
    const old = {
      ...model(async () => result),
      specificationVersion: 'v2',
      doGenerate: async () => ({
        content: [{ type: 'text', text: 'No' }],
        finishReason: 'length',
        usage: { inputTokens: 9, outputTokens: 32, totalTokens: 41, cachedInputTokens: 4 },
        warnings: [{ type: 'other', message: 'old' }],
      }),
    }
    expect(await provider(old).chat(request, signal)).toEqual({
      text: 'No',
      stop: 'length',
      stop_detail: 'length',
      usage: { prompt_tokens: 9, completion_tokens: 32, cached_tokens: 4 },
      warnings: ['other: old'],
    })
  })

  it.each([
    [[{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'No', logprob: -2.4 }] }]],
    [[[{ token: 'Yes', logprob: -0.1, top_logprobs: [{ token: 'No', logprob: -2.4 }] }]]],
  ])('gives the probabilities that OpenAI tells beside the reply', async (logprobs) => {
    let options: unknown
    const told = model(async (asked) => {
      options = asked.providerOptions
      return { ...result, providerMetadata: { openai: { logprobs } } }
    }, 'openai.chat')
    const reply = await provider(told).chat({ ...request, parameters: {}, top_logprobs: 5 }, signal)
    expect(options).toEqual({ openai: { logprobs: 5 } })
    expect(reply.first_token).toEqual([
      { token: 'Yes', logprob: -0.1 },
      { token: 'No', logprob: -2.4 },
    ])
  })

  it('is given up on when the time is over, whether it listens or not', async () => {
    const silent = provider(
      model(() => new Promise(() => {})),
      { timeout_s: 0.05 },
    )
    await expect(silent.chat(request, signal)).rejects.toMatchObject({ name: 'ProviderError', kind: 'timeout' })
  })

  it('is given up on when the run stops', async () => {
    const controller = new AbortController()
    const asked = provider(model(() => new Promise(() => {}))).chat(request, controller.signal)
    const reason = new Error('told to stop')
    controller.abort(reason)
    await expect(asked).rejects.toBe(reason)
  })

  it('fails with the kind that its status means', async () => {
    const limited = model(async () => {
      throw new APICallError({
        message: 'slow down',
        url: 'https://api.example.com/v1/chat',
        requestBodyValues: {},
        statusCode: 429,
        responseHeaders: { 'retry-after': '3' },
        responseBody: '{"error":{"message":"slow down"}}',
      })
    })
    const failed = provider(limited).chat(request, signal)
    await expect(failed).rejects.toMatchObject({ kind: 'rate_limited', retryAfterMs: 3000, status: 429 })
  })

  it('fails with an error of the judge also when its own code throws', async () => {
    const broken = model(async () => {
      throw new Error('boom')
    })
    await expect(provider(broken).chat(request, signal)).rejects.toMatchObject({ kind: 'bad_reply' })
  })

  it.each([
    ['a name', 'openai/gpt-4o', 'model_object_needed'],
    ['an embedding model', { specificationVersion: 'v3', doEmbed: () => {} }, 'wrong_model_object'],
    ['an interface from the future', { specificationVersion: 'v9', doGenerate: () => {} }, 'wrong_model_object'],
  ])('is refused when it is %s', (_what, given, code) => {
    expect(() => provider(given)).toThrow(expect.objectContaining({ name: 'RagstoneError', code }))
  })

  it('is refused with a key or an address, which it would not use', () => {
    const settings = { api_key: 'k' }
    expect(() =>
      provider(
        model(async () => result),
        settings,
      ),
    ).toThrow(expect.objectContaining({ code: 'setting_without_effect' }))
  })
})

describe('an embedding model object of the AI SDK', () => {
  const embedding = (embeddings: number[][]): EmbeddingModelV3 => ({
    specificationVersion: 'v3',
    provider: 'acme.embedding',
    modelId: 'acme-e',
    maxEmbeddingsPerCall: 16,
    supportsParallelCalls: true,
    doEmbed: async () => ({ embeddings, usage: { tokens: 7 }, warnings: [] }),
  })
  const open = (object: object) => aiSdkEmbeddings(embeddingsSchema.parse({ provider: 'ai-sdk', model: object }))

  it('gives one vector a text, in batches no larger than it takes', async () => {
    const opened = await open(
      embedding([
        [1, 2],
        [3, 4],
      ]),
    )
    expect(opened.maxBatch).toBe(16)
    expect(await opened.embed(['a', 'b'], signal)).toEqual({
      vectors: [
        [1, 2],
        [3, 4],
      ],
      usage: { prompt_tokens: 7, completion_tokens: 0 },
    })
  })

  it('fails when vectors are missing', async () => {
    const opened = await open(embedding([[1, 2]]))
    await expect(opened.embed(['a', 'b'], signal)).rejects.toMatchObject({ kind: 'bad_reply' })
  })
})
