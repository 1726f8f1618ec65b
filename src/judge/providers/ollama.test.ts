import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../core/exchange.ts'
import { embeddingsSchema, judgeSchema } from '../../core/judge-config.ts'
import type { ModelServerOptions } from '../scripted-server/model-server-options.ts'
import { type ModelServer, startModelServer } from '../scripted-server/start-model-server.ts'
import { embeddingContract, providerContract } from './contract.ts'
import { ollamaProvider } from './ollama.ts'
import { ollamaEmbeddings } from './ollama-embeddings.ts'

providerContract({
  name: 'ollama',
  baseUrl: ({ url }) => url,
  open: async (settings) => ollamaProvider(judgeSchema.parse({ provider: 'ollama', ...settings })),
})
embeddingContract({
  name: 'ollama',
  baseUrl: ({ url }) => url,
  open: async (settings) => ollamaEmbeddings(embeddingsSchema.parse({ provider: 'ollama', ...settings })),
})

let server: ModelServer | undefined
const signal = new AbortController().signal

async function judge(options: ModelServerOptions = {}, settings: Record<string, unknown> = {}) {
  server = await startModelServer(options)
  return ollamaProvider(judgeSchema.parse({ provider: 'ollama', model: 'judge', base_url: server.url, ...settings }))
}

afterEach(async () => {
  await server?.close()
})

const question: ModelRequest = {
  messages: [{ role: 'user', content: 'Answer Yes or No.' }],
  max_output_tokens: 32,
  parameters: { temperature: 0, seed: 7 },
}

describe('a request to Ollama', () => {
  it('asks for no stream, no cutting and no shifting, and holds sampling parameters and window in options', async () => {
    const provider = await judge()
    await provider.chat({ ...question, num_ctx: 6144 }, signal)
    expect(server?.asked[0]?.request.body).toEqual({
      model: 'judge',
      messages: question.messages,
      stream: false,
      truncate: false,
      shift: false,
      options: { temperature: 0, seed: 7, num_predict: 32, num_ctx: 6144 },
    })
  })

  it('demands a schema by format, plain JSON by the word, and nothing when told so', async () => {
    const provider = await judge()
    const json_schema = { type: 'object', properties: { claims: { type: 'array', items: { type: 'string' } } } }
    await provider.chat({ ...question, json_schema, structured: 'json_schema' }, signal)
    await provider.chat({ ...question, json_schema, structured: 'json' }, signal)
    await provider.chat({ ...question, json_schema, structured: 'none' }, signal)
    expect(server?.asked.map(({ request }) => request.body.format)).toEqual([json_schema, 'json', undefined])
  })

  it('carries the key as a bearer token', async () => {
    const provider = await judge({ key: 'the-key' }, { api_key: 'the-key' })
    expect(await provider.chat(question, signal)).toMatchObject({ text: 'Yes' })
  })

  it('keeps a model that thinks from thinking, unless the parameters say otherwise', async () => {
    const thinking = { 'POST /api/show': { capabilities: ['completion', 'thinking'], model_info: {} } }
    const provider = await judge({ wires: [fixedRoutes(thinking)] })
    await provider.facts(signal)
    await provider.chat(question, signal)
    await provider.chat({ ...question, parameters: { think: true } }, signal)
    const chats = server?.calls.filter(({ request }) => request.path === '/api/chat') ?? []
    expect(chats.map(({ request }) => request.body.think)).toEqual([false, true])
    expect(chats[1]?.request.body.options).toEqual({ num_predict: 32 })
  })
})

describe('a reply of Ollama', () => {
  it('has the candidates for its first token, likeliest first', async () => {
    const provider = await judge({ reply: { probabilities: { No: 0.2, Yes: 0.8 } } })
    const { text, first_token } = await provider.chat({ ...question, top_logprobs: 5 }, signal)
    expect(text).toBe('Yes')
    expect(first_token?.map(({ token }) => token)).toEqual(['Yes', 'No'])
    expect(Math.exp(first_token?.[0]?.logprob ?? 0)).toBeCloseTo(0.8)
  })

  it('has the candidates for the first token of the text, not of the reasoning before it', async () => {
    const provider = await judge({
      wires: [
        fixedRoutes({
          'POST /api/chat': {
            message: { role: 'assistant', content: 'Yes', thinking: 'Hm.' },
            done: true,
            done_reason: 'stop',
            logprobs: [
              { token: 'Hm', logprob: -0.1, top_logprobs: [{ token: 'Hm', logprob: -0.1 }] },
              { token: '.', logprob: -0.1, top_logprobs: [{ token: '.', logprob: -0.1 }] },
              { token: '\n', logprob: -0.1, top_logprobs: [{ token: '\n', logprob: -0.1 }] },
              {
                token: 'Yes',
                logprob: -0.3,
                top_logprobs: [
                  { token: 'No', logprob: -2 },
                  { token: 'Yes', logprob: -0.3 },
                ],
              },
            ],
          },
        }),
      ],
    })
    const reply = await provider.chat({ ...question, top_logprobs: 2 }, signal)
    expect(reply.text).toBe('Yes')
    expect(reply.first_token).toEqual([
      { token: 'Yes', logprob: -0.3 },
      { token: 'No', logprob: -2 },
    ])
    expect(reply.usage).toBeNull()
  })

  it('keeps reasoning out of the text', async () => {
    const provider = await judge({ reply: { text: 'No', thinking: 'Let me see. Yes?' } })
    expect((await provider.chat(question, signal)).text).toBe('No')
  })

  it('tells how many tokens of the prompt were really read', async () => {
    const provider = await judge({ reply: { fault: { kind: 'prompt_cut', promptTokens: 17 } } })
    expect((await provider.chat(question, signal)).usage).toEqual({ prompt_tokens: 17, completion_tokens: 1 })
  })

  it('that is an error under a good status is no reply', async () => {
    const provider = await judge({
      wires: [fixedRoutes({ 'POST /api/chat': { error: 'llama runner has terminated' } })],
    })
    await expect(provider.chat(question, signal)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringContaining('llama runner has terminated'),
    })
  })
})

describe('the facts of a model', () => {
  it('are its window, digest, server version and what it can do', async () => {
    const provider = await judge({ models: ['other', 'judge'], contextWindow: 8192 })
    const facts = await provider.facts(signal)
    expect(facts).toMatchObject({
      window: 8192,
      canRaise: true,
      local: true,
      logprobs: true,
      structured: ['json_schema', 'json', 'none'],
      server: '0.12.11',
    })
    const { models } = (await (await fetch(`${server?.url}/api/tags`)).json()) as { models: { digest: string }[] }
    expect(facts.digest).toBe(models[1]?.digest)
  })

  it.each([
    ['0.12.10', false],
    ['0.9.6', false],
    ['0.12.11-rc0', true],
    ['0.13.0', true],
    ['1.0.0', true],
    ['0.0.0', undefined],
  ])('know whether version %s gives probabilities: %s', async (ollamaVersion, logprobs) => {
    const provider = await judge({ ollamaVersion })
    expect((await provider.facts(signal)).logprobs).toBe(logprobs)
    const { first_token } = await provider.chat({ ...question, top_logprobs: 3 }, signal)
    if (logprobs === false) expect(first_token).toBeUndefined()
    expect(server?.asked[0]?.request.topLogprobs).toBe(logprobs === false ? undefined : 3)
  })

  it('show a model of the cloud as one that is not on this machine', async () => {
    const show = { capabilities: ['completion'], model_info: {}, remote_host: 'https://ollama.com' }
    const provider = await judge({ wires: [fixedRoutes({ 'POST /api/show': show })] })
    expect((await provider.facts(signal)).local).toBe(false)
  })

  it('fail for a model that is not there, with the command that fetches it', async () => {
    const provider = await judge({ models: ['other'] })
    await expect(provider.facts(signal)).rejects.toMatchObject({
      kind: 'unknown_model',
      message: expect.stringContaining('ollama pull judge'),
    })
  })

  it('fail for a model of the other kind', async () => {
    const provider = await judge({ models: ['chatty'], embeddingModels: ['judge'] })
    await expect(provider.facts(signal)).rejects.toMatchObject({ kind: 'unsupported' })
    const settings = embeddingsSchema.parse({ provider: 'ollama', model: 'chatty', base_url: server?.url })
    await expect(ollamaEmbeddings(settings).facts(signal)).rejects.toMatchObject({ kind: 'unsupported' })
  })

  it('fail for a server that was not started, with the command that starts it', async () => {
    const provider = await judge()
    await server?.close()
    await expect(provider.facts(signal)).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('ollama serve'),
    })
  })

  it('fail for an address that is not Ollama’s own', async () => {
    const provider = await judge()
    const settings = { provider: 'ollama', model: 'judge', base_url: `${server?.url}/v1` }
    const error = await ollamaProvider(judgeSchema.parse(settings))
      .facts(signal)
      .catch((thrown) => thrown)
    expect(error).toMatchObject({ kind: 'misconfigured', message: expect.stringContaining('without /v1') })
    await provider.close()
  })
})

describe('a text that is too long to embed', () => {
  it('is refused and not cut', async () => {
    server = await startModelServer({ contextWindow: 20 })
    const settings = embeddingsSchema.parse({ provider: 'ollama', model: 'vectors', base_url: server.url })
    await expect(ollamaEmbeddings(settings).embed(['word '.repeat(100)], signal)).rejects.toMatchObject({
      kind: 'too_long',
    })
  })
})

/** Routes with fixed answers, in front of the scripted ones. */
function fixedRoutes(routes: Record<string, unknown>): NonNullable<ModelServerOptions['wires']>[number] {
  return {
    name: 'fixed',
    read: (method, path) => (`${method} ${path}` in routes ? { kind: 'chat', model: path } : undefined),
    write: ({ method, path }) => routes[`${method} ${path}`],
    refuse: () => ({ status: 500, body: {} }),
  }
}
