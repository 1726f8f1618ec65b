import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../core/exchange.ts'
import { judgeSchema } from '../../core/judge-config.ts'
import type { ModelServerOptions } from '../scripted-server/model-server-options.ts'
import { type ModelServer, startModelServer } from '../scripted-server/start-model-server.ts'
import type { WireFormat } from '../scripted-server/wire-format.ts'
import { openaiCompatibleProvider } from './openai-compatible.ts'

let server: ModelServer | undefined
const signal = new AbortController().signal
const question: ModelRequest = {
  messages: [{ role: 'user', content: 'Answer Yes or No.' }],
  max_output_tokens: 32,
  parameters: { temperature: 0, seed: 7 },
}

async function judge(options: ModelServerOptions = {}, settings: Record<string, unknown> = {}) {
  server = await startModelServer(options)
  const defaults = { provider: 'openai-compatible', model: 'judge', base_url: server.openaiUrl }
  return openaiCompatibleProvider(judgeSchema.parse({ ...defaults, ...settings }))
}

const sent = (index = 0) => server?.asked[index]?.request

afterEach(async () => {
  await server?.close()
  server = undefined
})

describe('a request to an OpenAI-compatible server', () => {
  it('holds what was asked for and nothing else', async () => {
    const provider = await judge({}, { api_key: 'sk-1', headers: { 'X-Team': 'rag' } })
    await provider.chat({ ...question, top_logprobs: 5 }, signal)
    expect(sent()?.body).toEqual({
      model: 'judge',
      messages: question.messages,
      max_tokens: 32,
      temperature: 0,
      seed: 7,
      logprobs: true,
      top_logprobs: 5,
    })
    expect(sent()?.headers).toMatchObject({ authorization: 'Bearer sk-1', 'x-team': 'rag' })
  })

  it('demands a schema strictly, and a tool by name', async () => {
    const provider = await judge()
    const json_schema = { type: 'object', properties: {}, additionalProperties: false }
    await provider.chat({ ...question, json_schema, structured: 'json_schema' }, signal)
    await provider.chat({ ...question, json_schema, structured: 'tool' }, signal)
    await provider.chat({ ...question, json_schema, structured: 'none' }, signal)
    expect(sent(0)?.body.response_format).toMatchObject({
      type: 'json_schema',
      json_schema: { schema: json_schema, strict: true },
    })
    expect(sent(1)?.body.tool_choice).toEqual({ type: 'function', function: { name: 'reply' } })
    expect(sent(2)?.body).not.toHaveProperty('response_format')
  })

  it('keeps the query of base_url, as Azure needs it, and out of what is shown', async () => {
    server = await startModelServer()
    const base_url = `${server.openaiUrl}/?api-version=2024-10-21`
    const provider = openaiCompatibleProvider(
      judgeSchema.parse({
        provider: 'openai-compatible',
        model: 'm',
        base_url,
        headers: { 'api-key': 'azure-secret' },
      }),
    )
    await provider.chat(question, signal)
    expect(sent()).toMatchObject({ path: '/v1/chat/completions', headers: { 'api-key': 'azure-secret' } })
    expect(provider.address).toBe(server.url)
  })

  it('names the output limit as reasoning models want it, once it was refused, and remembers', async () => {
    const provider = await judge({ refusedParameters: ['max_tokens'] })
    expect((await provider.chat(question, signal)).stop).toBe('stop')
    await provider.chat(question, signal)
    expect(
      server?.asked.map(({ request }) => Object.keys(request.body).filter((name) => name.startsWith('max'))),
    ).toEqual([['max_tokens'], ['max_completion_tokens'], ['max_completion_tokens']])
  })

  it('leaves the output limit to the parameters when they name one', async () => {
    const provider = await judge()
    await provider.chat({ ...question, parameters: { max_completion_tokens: 99 } }, signal)
    expect(sent()?.body).toMatchObject({ max_completion_tokens: 99 })
    expect(sent()?.body).not.toHaveProperty('max_tokens')
  })
})

describe('a reply of an OpenAI-compatible server', () => {
  it('has the candidates for the first token, likeliest first', async () => {
    const provider = await judge({ reply: { probabilities: { No: 0.25, Yes: 0.75 } } })
    const reply = await provider.chat({ ...question, top_logprobs: 5 }, signal)
    expect(reply.text).toBe('Yes')
    expect(reply.first_token?.map(({ token }) => token)).toEqual(['Yes', 'No'])
    expect(reply.first_token?.map(({ logprob }) => Math.exp(logprob))).toEqual([
      expect.closeTo(0.75),
      expect.closeTo(0.25),
    ])
  })

  it('has no candidates when the server leaves them out', async () => {
    const provider = await judge({ logprobs: false })
    expect(await provider.chat({ ...question, top_logprobs: 5 }, signal)).not.toHaveProperty('first_token')
  })

  it('tells cached tokens, and that nothing was counted', async () => {
    const usage = { prompt_tokens: 100, completion_tokens: 3, cached_tokens: 64 }
    const provider = await judge({
      reply: [
        { text: 'Yes', usage },
        { text: 'Yes', usage: null },
      ],
    })
    expect((await provider.chat(question, signal)).usage).toEqual(usage)
    expect((await provider.chat(question, signal)).usage).toBeNull()
  })

  it('is refused when a content filter withheld it, before or after the model read the prompt', async () => {
    const body = { error: { code: 'content_filter', message: 'The prompt was filtered.' } }
    const provider = await judge({
      reply: [{ fault: { kind: 'status', status: 400, body } }, { text: '', stop: 'refused' }],
    })
    expect(await provider.chat(question, signal)).toMatchObject({ text: '', stop: 'refused' })
    expect(await provider.chat(question, signal)).toMatchObject({ stop: 'refused', stop_detail: 'content_filter' })
  })

  it.each([
    [{ error: { code: 502, message: 'upstream is down' } }, 'unavailable'],
    [{ error: { code: 429, message: 'slow down' } }, 'rate_limited'],
    [{ error: 'Unexpected endpoint' }, 'bad_reply'],
    [{ choices: [] }, 'bad_reply'],
    [{ hello: 'world' }, 'bad_reply'],
    [{ choices: [{ message: { content: 'Ye' }, finish_reason: 'error' }] }, 'unavailable'],
  ])('is an error when status 200 carries %j', async (body, kind) => {
    const provider = await judge({ faults: [{ kind: 'status', status: 200, body }] })
    await expect(provider.chat(question, signal)).rejects.toMatchObject({ kind })
  })

  it.each([
    ['eos', 'stop'],
    ['model_length', 'length'],
    ['something_new', 'unknown'],
  ])('that ends with %s ends with %s for us', async (finish_reason, stop) => {
    const body = { choices: [{ message: { content: 'Yes' }, finish_reason }] }
    const provider = await judge({ faults: [{ kind: 'status', status: 200, body }] })
    expect(await provider.chat(question, signal)).toMatchObject({ text: 'Yes', stop })
  })
})

/** A server whose `/models` says what it is told to. */
function listing(routes: Record<string, { status?: number; body: unknown }>): WireFormat {
  return {
    name: 'listing',
    read: (method, path) => (method === 'GET' && path in routes ? { kind: 'models', model: path } : undefined),
    write: () => undefined,
    info: ({ path }) => routes[path]?.body,
    refuse: () => ({ status: 400, body: {} }),
  }
}

async function facts(routes: Parameters<typeof listing>[0], settings: Record<string, unknown> = {}) {
  const status = (path: string) => routes[path]?.status
  const provider = await judge(
    {
      wires: [listing(routes)],
      faults: ({ path }) => {
        const code = status(path)
        return code === undefined ? undefined : { kind: 'status', status: code, body: routes[path]?.body }
      },
    },
    settings,
  )
  return provider.facts(signal)
}

describe('the facts of an OpenAI-compatible server', () => {
  it.each([
    ['vLLM', { max_model_len: 8192 }, 8192],
    ['OpenRouter', { context_length: 131072 }, 131072],
    ['Groq', { context_window: 32768 }, 32768],
    ['llama.cpp', { meta: { n_ctx_train: 4096 } }, 4096],
    ['a server that tells nonsense', { context_length: -1 }, undefined],
  ])('have the window that %s tells', async (_server, entry, window) => {
    expect((await facts({ '/v1/models': { body: { data: [{ id: 'judge', ...entry }] } } })).window).toBe(window)
  })

  it('have the window that llama.cpp was started with, not that of the training', async () => {
    const told = await facts({
      '/v1/models': { body: { data: [{ id: 'judge', owned_by: 'llamacpp', meta: { n_ctx_train: 131072 } }] } },
      '/props': { body: { default_generation_settings: { n_ctx: 4096 }, build_info: 'b6000' } },
    })
    expect(told).toMatchObject({ window: 4096, server: 'llama.cpp b6000' })
  })

  it('have the published window of a hosted model', async () => {
    expect((await facts({ '/v1/models': { status: 404, body: {} } }, { model: 'gpt-4o-mini' })).window).toBe(128_000)
  })

  it('only warn of a model that is not listed', async () => {
    const told = await facts({
      '/v1/models': { body: { data: [{ id: 'other' }] } },
      '/v1/models/judge': { status: 404, body: { detail: 'Not Found' } },
    })
    expect(told.warnings).toEqual([expect.stringMatching(/does not list the model "judge"; it lists other$/)])
  })

  it('fail when the server says that there is no such model, and name those that are', async () => {
    const missing = { error: { message: "The model 'judge' does not exist", code: 'model_not_found' } }
    const asked = facts({
      '/v1/models': { body: { data: [{ id: 'gpt-4o' }] } },
      '/v1/models/judge': { status: 404, body: missing },
    })
    await expect(asked).rejects.toMatchObject({
      kind: 'unknown_model',
      message: expect.stringMatching(/it lists gpt-4o$/),
    })
    expect(server?.asked).toHaveLength(0)
  })

  it('fail when a server that tells nothing of single models refuses even an empty request for the model', async () => {
    const missing = { object: 'error', message: 'The model `judge` does not exist.', code: 404 }
    const asked = facts({
      '/v1/models': { body: { data: [{ id: 'gpt-4o' }] } },
      '/v1/models/judge': { status: 404, body: { detail: 'Not Found' } },
      '/v1/chat/completions': { status: 404, body: missing },
    })
    await expect(asked).rejects.toMatchObject({
      kind: 'unknown_model',
      message: expect.stringMatching(/it lists gpt-4o$/),
    })
    expect(server?.asked.map(({ request }) => request.messages)).toEqual([[]])
  })

  it.each([404, 405, 500, 501])('know nothing of a server that answers %d to the list', async (status) => {
    const told = await facts({ '/v1/models': { status, body: { error: 'no' } } })
    expect(told).toEqual({ canRaise: false, local: true, structured: ['json_schema', 'tool', 'json', 'none'] })
  })

  it('know nothing of a key that may chat but not list', async () => {
    const body = { error: { message: 'You have insufficient permissions. Missing scopes: api.model.read' } }
    expect(await facts({ '/v1/models': { status: 403, body } })).toMatchObject({ local: true })
  })
})

describe('the settings of an OpenAI-compatible server', () => {
  const open = (settings: Record<string, unknown>) =>
    openaiCompatibleProvider(judgeSchema.parse({ provider: 'openai-compatible', model: 'm', ...settings }))

  it.each([
    ['no address', {}, 'missing_base_url'],
    ['no key for a cloud', { base_url: 'https://api.openai.com/v1' }, 'missing_api_key'],
    ['a whole route as address', { base_url: 'http://127.0.0.1:1/v1/chat/completions' }, 'bad_base_url'],
    ['an address that is none', { base_url: 'http://' }, 'bad_base_url'],
    ['a key with a line break', { base_url: 'http://127.0.0.1:1/v1', api_key: 'sk-secret\nx' }, 'bad_api_key'],
    ['a header with a line break', { base_url: 'http://127.0.0.1:1/v1', headers: { a: 'b\nc' } }, 'bad_header'],
    ['a model object', { base_url: 'http://127.0.0.1:1/v1', model: { doGenerate() {} } }, 'model_name_needed'],
  ])('are refused with %s, before anything is sent and without the key', (_what, settings, code) => {
    expect(() => open(settings)).toThrow(expect.objectContaining({ name: 'RagstoneError', code }))
    expect(() => open(settings)).not.toThrow(/sk-secret/)
  })
})
