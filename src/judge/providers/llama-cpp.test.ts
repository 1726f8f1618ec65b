import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../core/exchange.ts'
import { embeddingsSchema, judgeSchema } from '../../core/judge-config.ts'
import { llamaCppProvider } from './llama-cpp.ts'
import { llamaCppEmbeddings } from './llama-cpp-embeddings.ts'
import { grammarSchema } from './llama-cpp-schema.ts'
import { fakeLlamaCpp } from './test-support/fake-llama-cpp.ts'

const signal = new AbortController().signal
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ragstone-llama-'))
  await writeFile(join(folder, 'model.gguf'), 'weights')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const settings = (parameters: Record<string, unknown> = {}) =>
  judgeSchema.parse({ provider: 'llama-cpp', model: 'model.gguf', parameters })

function question(content: string, more: Partial<ModelRequest> = {}): ModelRequest {
  return { messages: [{ role: 'user', content }], max_output_tokens: 8, parameters: { temperature: 0 }, ...more }
}

describe('llama-cpp without its package or its file', () => {
  it('says how to install the package', async () => {
    const absent = async () => {
      throw Object.assign(new Error("Cannot find package 'node-llama-cpp'"), { code: 'ERR_MODULE_NOT_FOUND' })
    }
    await expect(llamaCppProvider(settings(), { folder }, absent)).rejects.toMatchObject({
      code: 'provider_missing',
      hint: expect.stringContaining('npm install node-llama-cpp'),
    })
  })

  it('names the file that is not there as it was written', async () => {
    const gone = judgeSchema.parse({ provider: 'llama-cpp', model: 'models/gone.gguf' })
    await expect(llamaCppProvider(gone, { folder })).rejects.toMatchObject({
      code: 'model_missing',
      message: 'the model models/gone.gguf cannot be read: there is no such file',
    })
  })
})

describe('llama-cpp over a stand-in for its package', () => {
  it('tells window, digest and that it runs here, by the name of the file alone', async () => {
    const { load } = fakeLlamaCpp({ reply: 'Yes' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    expect(provider).toMatchObject({ model: 'model.gguf', address: 'embedded' })
    const facts = await provider.facts(signal)
    expect(facts).toMatchObject({ window: 4096, canRaise: true, local: true, logprobs: true })
    await writeFile(join(folder, 'other.gguf'), 'Weights')
    const other = judgeSchema.parse({ provider: 'llama-cpp', model: 'other.gguf' })
    const { digest } = await (await llamaCppProvider(other, { folder }, load)).facts(signal)
    expect(digest).not.toBe(facts.digest)
    await provider.close()
  })

  it('writes until the model ends, and counts what it read and wrote', async () => {
    const { load } = fakeLlamaCpp({ reply: 'It does.' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    const reply = await provider.chat(question('Does it open at nine?', { max_output_tokens: 64 }), signal)
    expect(reply).toMatchObject({ text: 'It does.', stop: 'stop', usage: { completion_tokens: 8, cached_tokens: 0 } })
    expect(reply.first_token).toBeUndefined()
  })

  it('stops at the output limit and says so', async () => {
    const { load } = fakeLlamaCpp({ reply: 'a long reply' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    expect(await provider.chat(question('Go on.', { max_output_tokens: 6 }), signal)).toMatchObject({
      text: 'a long',
      stop: 'length',
    })
  })

  it('gives the candidates for the first token and goes on from the likeliest', async () => {
    const { load } = fakeLlamaCpp({ reply: 'Yes' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    const reply = await provider.chat(question('Yes or No?', { top_logprobs: 2 }), signal)
    expect(reply.text).toBe('Yes')
    expect(reply.first_token?.map(({ token }) => token)).toEqual(['Y', 'N'])
    expect(Math.exp(reply.first_token?.[0]?.logprob ?? 0)).toBeCloseTo(0.75)
  })

  it('reads only what is new when prompts begin alike', async () => {
    const { load, read } = fakeLlamaCpp({ reply: 'Yes' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    const same = 'The same long instructions and material. '
    await provider.chat(question(`${same}First claim?`), signal)
    const before = read.tokens
    const { usage } = await provider.chat(question(`${same}Other claim?`), signal)
    expect(usage?.cached_tokens).toBeGreaterThanOrEqual(same.length)
    expect(read.tokens - before).toBeLessThan(same.length)
  })

  it('grows the context to what is needed and refuses what is longer than the model reads', async () => {
    const { load, contexts } = fakeLlamaCpp({ reply: 'Yes' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    await provider.chat(question('short'), signal)
    await provider.chat(question('x'.repeat(2000)), signal)
    await provider.chat(question('short again'), signal)
    await provider.chat(question('asked for more', { num_ctx: 3500 }), signal)
    expect(contexts).toEqual([1024, 3072, 4096])
    await expect(provider.chat(question('x'.repeat(5000)), signal)).rejects.toMatchObject({ kind: 'too_long' })
  })

  it('ends with the JSON, by the grammar of the schema', async () => {
    const { load, grammars } = fakeLlamaCpp({ reply: '{"answer":"yes"}\n\n\n' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    const json_schema = { type: 'object', properties: { answer: { type: 'string', enum: ['yes', 'no'] } } }
    const ask = question('Is it?', { json_schema, max_output_tokens: 64 })
    expect(await provider.chat(ask, signal)).toMatchObject({ text: '{"answer":"yes"}', stop: 'stop' })
    await provider.chat(ask, signal)
    expect(grammars).toEqual([grammarSchema(json_schema)])
  })

  it('names a parameter that it does not know', async () => {
    const { load } = fakeLlamaCpp({ reply: 'Yes' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    const asked = provider.chat(question('?', { parameters: { presence_penalty: 1 } }), signal)
    await expect(asked).rejects.toMatchObject({ kind: 'refused_parameter', parameter: 'presence_penalty' })
  })

  it('answers requests one after another and gives up when told to', async () => {
    const { load } = fakeLlamaCpp({ reply: 'a rather long reply', msPerToken: 10 })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    const controller = new AbortController()
    const long = question('first', { max_output_tokens: 64 })
    const first = provider.chat(long, controller.signal)
    const second = provider.chat(long, signal)
    setTimeout(() => controller.abort(new Error('told to stop')), 40)
    await expect(first).rejects.toThrow('told to stop')
    expect((await second).text).toBe('a rather long reply')
  })

  it('says that an embedding model does not chat', async () => {
    const { load } = fakeLlamaCpp({ reply: '', architecture: 'nomic-bert' })
    const provider = await llamaCppProvider(settings(), { folder }, load)
    await expect(provider.facts(signal)).rejects.toMatchObject({ kind: 'unsupported' })
  })

  it('embeds, and refuses a text that is too long', async () => {
    const { load } = fakeLlamaCpp({ reply: '' })
    const given = embeddingsSchema.parse({ provider: 'llama-cpp', model: 'model.gguf' })
    const provider = await llamaCppEmbeddings(given, { folder }, load)
    const { vectors, usage } = await provider.embed(['ab', 'abc'], signal)
    expect(vectors).toEqual([
      [2, 1],
      [3, 1],
    ])
    expect(usage).toEqual({ prompt_tokens: 5, completion_tokens: 0 })
    await expect(provider.embed(['x'.repeat(5000)], signal)).rejects.toMatchObject({ kind: 'too_long' })
  })
})

describe('the schema that a grammar is made of', () => {
  it('keeps ids, choices and lengths, and makes small ranges choices', () => {
    const verdict = {
      type: 'object',
      properties: {
        id: { type: 'string', enum: ['1', '2'] },
        chunk: { anyOf: [{ type: 'integer', minimum: 1, maximum: 3 }, { type: 'null' }] },
        reason: { type: 'string', maxLength: 200, pattern: '.*' },
      },
      required: ['id', 'chunk', 'reason'],
      additionalProperties: false,
    }
    expect(grammarSchema({ type: 'array', items: verdict, minItems: 2, maxItems: 2 })).toEqual({
      type: 'array',
      minItems: 2,
      maxItems: 2,
      items: {
        type: 'object',
        properties: {
          id: { enum: ['1', '2'] },
          chunk: { oneOf: [{ enum: [1, 2, 3] }, { type: 'null' }] },
          reason: { type: 'string', maxLength: 200 },
        },
        additionalProperties: false,
      },
    })
  })

  it('refuses what it cannot say', () => {
    expect(() => grammarSchema({ allOf: [{}, {}] })).toThrow(expect.objectContaining({ kind: 'unsupported' }))
    expect(() => grammarSchema({ $ref: 'https://example.com/x' })).toThrow(/reference/)
  })
})

/** The module's entry file and a GGUF file of a chat model, where both are at hand. */
const PACKAGE = process.env.RAGSTONE_TEST_NODE_LLAMA_CPP ?? ''
const MODEL = process.env.RAGSTONE_TEST_GGUF ?? ''

describe.skipIf(!existsSync(PACKAGE) || !existsSync(MODEL))(
  'llama-cpp with a real model (RAGSTONE_TEST_NODE_LLAMA_CPP, RAGSTONE_TEST_GGUF)',
  () => {
    it('answers by one word with probabilities, by schema, and keeps what prompts share', {
      timeout: 300_000,
    }, async () => {
      const given = judgeSchema.parse({
        provider: 'llama-cpp',
        model: MODEL,
        parameters: { temperature: 0, threads: 1 },
      })
      const provider = await llamaCppProvider(
        given,
        { folder: dirname(MODEL) },
        () => import(pathToFileURL(PACKAGE).href),
      )
      const asked = (claim: string, more: Partial<ModelRequest> = {}) =>
        provider.chat(
          question(`Text: The shop opens at nine. Claim: it opens at ${claim}. Is the claim true? yes or no`, more),
          signal,
        )
      const graded = await asked('nine', { top_logprobs: 5 })
      expect(graded.text.trim().toLowerCase()).toMatch(/^(yes|no)/)
      expect(graded.first_token).toHaveLength(5)
      const mass = graded.first_token?.reduce((sum, { logprob }) => sum + Math.exp(logprob), 0) ?? 0
      expect(mass).toBeGreaterThan(0.5)
      expect(mass).toBeLessThanOrEqual(1.0001)
      const again = await asked('ten', { top_logprobs: 5 })
      expect(again.usage?.cached_tokens).toBeGreaterThan(10)
      const json_schema = {
        type: 'object',
        properties: { verdict: { enum: ['yes', 'no'] } },
        required: ['verdict'],
        additionalProperties: false,
      }
      const json = await asked('nine', { json_schema, max_output_tokens: 40 })
      expect(['yes', 'no']).toContain(JSON.parse(json.text).verdict)
      await provider.close()
    })
  },
)
