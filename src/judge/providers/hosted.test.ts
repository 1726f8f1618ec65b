import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../core/exchange.ts'
import { judgeSchema } from '../../core/judge-config.ts'
import type { ModelServerOptions } from '../scripted-server/model-server-options.ts'
import { type ModelServer, startModelServer } from '../scripted-server/start-model-server.ts'
import { anthropicProvider } from './anthropic.ts'
import { googleProvider } from './google.ts'
import { peerPackage } from './peer-package.ts'
import { anthropicWire } from './test-support/anthropic-wire.ts'
import { googleWire } from './test-support/google-wire.ts'

let server: ModelServer | undefined
const signal = new AbortController().signal
const question: ModelRequest = {
  messages: [
    { role: 'system', content: 'Answer Yes or No.' },
    { role: 'user', content: 'Is water wet?' },
  ],
  max_output_tokens: 32,
  parameters: { temperature: 0 },
}

afterEach(async () => {
  await server?.close()
  server = undefined
})

async function google(options: ModelServerOptions = {}) {
  server = await startModelServer({ wires: [googleWire], ...options })
  const base_url = `${server.url}/v1beta`
  return googleProvider(
    judgeSchema.parse({ provider: 'google', model: 'gemini-2.0-flash', base_url, api_key: 'key-1' }),
  )
}

async function anthropic(options: ModelServerOptions = {}) {
  server = await startModelServer({ wires: [anthropicWire], ...options })
  const base_url = `${server.url}/v1`
  return anthropicProvider(judgeSchema.parse({ provider: 'anthropic', model: 'claude-3', base_url, api_key: 'key-1' }))
}

describe('a Gemini model', () => {
  it('is asked for probabilities only when they are wanted, and gives them likeliest first', async () => {
    const provider = await google({ reply: { probabilities: { No: 0.2, Yes: 0.8 } } })
    const reply = await provider.chat({ ...question, top_logprobs: 50 }, signal)
    expect(reply.first_token?.map(({ token, logprob }) => [token, Math.exp(logprob)])).toEqual([
      ['Yes', expect.closeTo(0.8)],
      ['No', expect.closeTo(0.2)],
    ])
    expect(server?.asked[0]?.request.body.generationConfig).toMatchObject({ responseLogprobs: true, logprobs: 20 })
    expect(await provider.chat(question, signal)).not.toHaveProperty('first_token')
    expect(server?.asked[1]?.request.body.generationConfig).not.toHaveProperty('responseLogprobs')
  })

  it('tells its window and version', async () => {
    const provider = await google({ contextWindow: 1_000_000 })
    expect(await provider.facts(signal)).toMatchObject({ window: 1_000_000, digest: '001', canRaise: false })
  })

  it('is refused when it does not exist, before anything is spent', async () => {
    const message = 'models/gemini-2.0-flash is not found for API version v1beta.'
    const provider = await google({ faults: () => ({ kind: 'status', status: 404, message }) })
    await expect(provider.facts(signal)).rejects.toMatchObject({ kind: 'unknown_model' })
  })

  it('that withholds a reply, or whose server blocks the prompt, gives a refused reply', async () => {
    const body = { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 9 } }
    const provider = await google({
      reply: [{ text: '', stop: 'refused' }, { fault: { kind: 'status', status: 200, body } }],
    })
    expect(await provider.chat(question, signal)).toMatchObject({ stop: 'refused', stop_detail: 'SAFETY' })
    expect(await provider.chat(question, signal)).toMatchObject({ stop: 'refused', stop_detail: 'PROHIBITED_CONTENT' })
  })
})

describe('a model of Anthropic', () => {
  it('gives no probabilities, and tells its window', async () => {
    expect(await (await anthropic()).facts(signal)).toMatchObject({ logprobs: false, window: 200_000 })
  })

  it('counts the tokens that were kept as a part of the prompt', async () => {
    const body = {
      type: 'message',
      id: 'msg_1',
      model: 'claude-3',
      content: [{ type: 'text', text: 'Yes' }],
      stop_reason: 'end_turn',
      usage: { input_tokens: 10, output_tokens: 2, cache_read_input_tokens: 90, cache_creation_input_tokens: 0 },
    }
    const provider = await anthropic({ reply: { fault: { kind: 'status', status: 200, body } } })
    const { usage } = await provider.chat(question, signal)
    expect(usage).toEqual({ prompt_tokens: 100, completion_tokens: 2, cached_tokens: 90 })
  })

  it('is refused when it does not exist, before anything is spent', async () => {
    const provider = await anthropic({ faults: () => ({ kind: 'status', status: 404, message: 'model: claude-3' }) })
    await expect(provider.facts(signal)).rejects.toMatchObject({ kind: 'unknown_model' })
    expect(server?.asked).toHaveLength(0)
  })
})

describe('a hosted model', () => {
  const before = { ...process.env }

  afterEach(() => {
    process.env = { ...before }
  })

  it.each([
    ['anthropic', anthropicProvider],
    ['google', googleProvider],
  ] as const)('takes no key from the environment: %s', async (provider, open) => {
    process.env.ANTHROPIC_API_KEY = 'from-the-environment'
    process.env.GOOGLE_GENERATIVE_AI_API_KEY = 'from-the-environment'
    await expect(open(judgeSchema.parse({ provider, model: 'm' }))).rejects.toMatchObject({ code: 'missing_api_key' })
  })

  it.each([
    ['anthropic', anthropicProvider, 'https://api.anthropic.com'],
    ['google', googleProvider, 'https://generativelanguage.googleapis.com'],
  ] as const)('takes no address from the environment: %s', async (provider, open, address) => {
    process.env.ANTHROPIC_BASE_URL = 'http://127.0.0.1:9'
    expect(await open(judgeSchema.parse({ provider, model: 'm', api_key: 'k' }))).toMatchObject({ address })
  })

  it('whose package is not installed says what to install', async () => {
    const needed = { provider: 'acme', name: '@acme/models', version: '1.2.3' }
    const absent = Object.assign(new Error("Cannot find package '@acme/models'"), { code: 'ERR_MODULE_NOT_FOUND' })
    await expect(peerPackage(needed, () => Promise.reject(absent))).rejects.toMatchObject({
      name: 'RagstoneError',
      code: 'provider_missing',
      hint: 'npm install @acme/models@1.2.3',
    })
    const broken = new Error('a fault of its own')
    await expect(peerPackage(needed, () => Promise.reject(broken))).rejects.toBe(broken)
  })
})
