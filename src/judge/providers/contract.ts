import { describe, expect, it } from 'vitest'
import type { EmbeddingProvider, Provider } from '../provider.ts'
import { faultContract } from './test-support/fault-contract.ts'
import { failure, question, type Subject, workbench } from './test-support/subject.ts'

/** What every chat provider that is asked over HTTP keeps. */
export function providerContract(subject: Subject<Provider>): void {
  describe(`${subject.name}: the contract of providers`, () => {
    const bench = workbench(subject)
    const ask = async (provider: Provider) => provider.chat(question(), new AbortController().signal)
    faultContract(bench, ask)

    it('gives the text, how it ended, and what was used', async () => {
      const { provider, server } = await bench.open()
      server.next({ text: '{"answer": "退款"}', usage: { prompt_tokens: 321, completion_tokens: 12 } })
      const reply = await ask(provider)
      expect(reply).toMatchObject({ text: '{"answer": "退款"}', stop: 'stop' })
      expect(reply.usage).toMatchObject({ prompt_tokens: 321, completion_tokens: 12 })
      expect(server.asked).toHaveLength(1)
    })

    it('sends messages unchanged, the output limit and the parameters, and does not ask for a stream', async () => {
      const { provider, server } = await bench.open()
      const request = question('問題：{{7*7}} ${HOME} %s "quoted" \u{1f600}')
      await provider.chat({ ...request, parameters: { temperature: 0.25 } }, new AbortController().signal)
      const sent = server.asked[0]?.request
      expect(sent?.messages).toEqual(request.messages)
      expect(sent).toMatchObject({ model: 'm', maxOutputTokens: 64, stream: false })
      expect(JSON.stringify(sent?.body)).toContain('"temperature":0.25')
    })

    it('tells a reply that was cut at the output limit', async () => {
      const { provider, server } = await bench.open()
      server.next({ text: '{"answer": "it go', stop: 'length' })
      expect(await ask(provider)).toMatchObject({ stop: 'length', text: '{"answer": "it go' })
    })

    it('demands JSON in the strongest way it names, and gives the JSON as text', async () => {
      const { provider, server } = await bench.open()
      const { structured } = await provider.facts(new AbortController().signal)
      for (const way of structured) {
        server.next({ text: '{"answer":"yes"}' })
        const request = { ...question(), json_schema: SCHEMA, structured: way }
        const reply = await provider.chat(request, new AbortController().signal)
        expect(JSON.parse(reply.text)).toEqual({ answer: 'yes' })
        expect(reply.stop).toBe('stop')
      }
    })

    it('names the model that is not known, and the address that was asked', async () => {
      const { provider, server } = await bench.open({}, { models: ['another'], embeddingModels: ['embedder'] })
      const error = await failure(ask(provider))
      expect(error).toMatchObject({ kind: 'unknown_model' })
      expect(error.message).toContain(server.url)
      expect(error.message).toContain('"m"')
    })

    it('says that an embedding model does not chat', async () => {
      const { provider } = await bench.open({}, { models: ['another'], embeddingModels: ['m'] })
      expect((await failure(ask(provider))).kind).toMatch(/^(unsupported|unknown_model)$/)
    })

    it('tells a prompt that is too long', async () => {
      const { provider } = await bench.open({}, { contextWindow: 50 })
      const error = await failure(provider.chat(question('word '.repeat(400)), new AbortController().signal))
      expect(error).toMatchObject({ kind: 'too_long' })
    })

    it('names a parameter that the model refuses', async () => {
      const { provider, server } = await bench.open({}, { refusedParameters: ['temperature'] })
      const refusal = subject.wires?.[0]?.refuse({ kind: 'refused_parameter', parameter: 'temperature' })
      if (refusal !== undefined) server.next({ fault: { kind: 'status', ...refusal } })
      const request = { ...question(), parameters: { temperature: 0, seed: 1 } }
      const error = await failure(provider.chat(request, new AbortController().signal))
      expect(error).toMatchObject({ kind: 'refused_parameter', parameter: 'temperature' })
    })

    it('knows that a loopback address is this machine, and shows scheme, host and port only', async () => {
      const { provider, server } = await bench.open()
      expect(provider.address).toBe(server.url)
      expect((await provider.facts(new AbortController().signal)).local).toBe(true)
      expect(server.asked).toHaveLength(0)
    })

    it('finds a wrong key before anything is spent, where the server tells', async () => {
      const { provider, server } = await bench.open({}, { key: 'another key' })
      expect(await failure(provider.facts(new AbortController().signal))).toMatchObject({ kind: 'auth' })
      expect(server.asked).toHaveLength(0)
    })
  })
}

/** What every embedding provider that is asked over HTTP keeps. */
export function embeddingContract(subject: Subject<EmbeddingProvider>): void {
  describe(`${subject.name}: the contract of embedding providers`, () => {
    const bench = workbench(subject)
    const texts = ['一', 'two', 'three']
    const ask = async (provider: EmbeddingProvider) => provider.embed(texts, new AbortController().signal)
    faultContract(bench, ask)

    it('gives one vector a text, in order', async () => {
      const { provider, server } = await bench.open({}, { embed: (text) => [text.length, 1] })
      expect((await ask(provider)).vectors).toEqual([
        [1, 1],
        [3, 1],
        [5, 1],
      ])
      expect(server.asked[0]?.request.texts).toEqual(texts)
    })

    const broken: [string, unknown[]][] = [
      ['too few vectors', [[1, 2]]],
      ['vectors of unequal length', [[1, 2], [1], [1, 2]]],
      ['vectors without numbers', [[], [], []]],
      [
        'a vector with something that is no number',
        [
          [1, null],
          [1, 2],
          [1, 2],
        ],
      ],
    ]
    it.each(broken)('refuses %s', async (_what, vectors) => {
      const { provider, server } = await bench.open()
      server.next({ vectors })
      expect(await failure(ask(provider))).toMatchObject({ kind: 'bad_reply' })
    })

    it('says that a chat model does not embed', async () => {
      const { provider } = await bench.open({}, { models: ['m'], embeddingModels: ['another'] })
      expect((await failure(ask(provider))).kind).toMatch(/^(unsupported|unknown_model)$/)
    })
  })
}

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
  required: ['answer'],
  additionalProperties: false,
}
