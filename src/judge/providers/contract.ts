import { afterEach, describe, expect, it } from 'vitest'
import type { ModelRequest } from '../../core/exchange.ts'
import { type EmbeddingProvider, type Provider, ProviderError, type ProviderErrorKind } from '../provider.ts'
import type { Fault } from '../scripted-server/scripted-reply.ts'
import { type ModelServer, startModelServer } from '../scripted-server/start-model-server.ts'
import type { WireFormat } from '../scripted-server/wire-format.ts'

/** Settings that the suite gives; a subject adds its own and parses them with the schema of the configuration. */
export interface SubjectSettings {
  base_url: string
  model: string
  api_key: string
  connect_timeout_s: number
  first_byte_timeout_s: number
  timeout_s: number
}

/** How one provider is put to the suite. */
export interface Subject<Opened extends Provider | EmbeddingProvider> {
  name: string
  /** Wire formats that the scripted server does not know by itself. */
  wires?: readonly WireFormat[]
  /** What is configured as `base_url` for a scripted server. */
  baseUrl(server: ModelServer): string
  open(settings: SubjectSettings): Promise<Opened>
}

/** No part of a key may be seen in a message. */
export const KEY = 'sk-scripted-0123456789'

const FAULTS: [situation: string, fault: Fault, kind: ProviderErrorKind, said: RegExp][] = [
  ['an HTML page with status 200', { kind: 'html' }, 'bad_reply', /HTML.*gateway/s],
  ['an HTML page with status 502', { kind: 'html', status: 502 }, 'unavailable', /502/],
  ['an empty body', { kind: 'empty' }, 'bad_reply', /empty/],
  ['a body that ends before its length', { kind: 'half_body' }, 'bad_reply', /middle of its reply.*begins with: \{/s],
  ['half a JSON document', { kind: 'half_json' }, 'bad_reply', /\{/],
  ['a first byte that comes too late', { kind: 'slow_first_byte', ms: 5_000 }, 'timeout', /first_byte_timeout_s/],
  ['a body that takes too long', { kind: 'slow_body', ms: 5_000 }, 'timeout', /timeout_s/],
  ['no answer at all', { kind: 'silent' }, 'timeout', /first_byte_timeout_s/],
  [
    'a redirect',
    { kind: 'redirect', to: 'http://127.0.0.2:9/elsewhere' },
    'misconfigured',
    /127\.0\.0\.2:9\/elsewhere/,
  ],
  ['status 401', { kind: 'status', status: 401, message: `no such key: ${KEY}` }, 'auth', /401/],
  ['status 403', { kind: 'status', status: 403 }, 'auth', /403/],
  ['status 413', { kind: 'status', status: 413 }, 'too_long', /413/],
  ['status 429', { kind: 'status', status: 429 }, 'rate_limited', /429/],
  ['status 500', { kind: 'status', status: 500 }, 'unavailable', /500/],
  ['status 503', { kind: 'status', status: 503 }, 'unavailable', /503/],
  ['a reset connection', { kind: 'reset' }, 'unavailable', /ECONNRESET|hang up/],
]

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
      const { provider, server } = await bench.open({}, { models: ['another'] })
      const error = await failure(ask(provider))
      expect(error).toMatchObject({ kind: 'unknown_model' })
      expect(error.message).toContain(server.url)
      expect(error.message).toContain('"m"')
    })

    it('says that an embedding model does not chat', async () => {
      const { provider } = await bench.open({}, { embeddingModels: ['m'], models: ['another'] })
      expect((await failure(ask(provider))).kind).toMatch(/^(unsupported|unknown_model)$/)
    })

    it('tells a prompt that is too long', async () => {
      const { provider } = await bench.open({}, { contextWindow: 50 })
      const error = await failure(provider.chat(question('word '.repeat(400)), new AbortController().signal))
      expect(error).toMatchObject({ kind: 'too_long' })
    })

    it('names a parameter that the model refuses', async () => {
      const { provider } = await bench.open({}, { refusedParameters: ['temperature'] })
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

type Bench<Opened extends Provider | EmbeddingProvider> = ReturnType<typeof workbench<Opened>>

function workbench<Opened extends Provider | EmbeddingProvider>(subject: Subject<Opened>) {
  const opened: { close(): Promise<void> }[] = []
  afterEach(async () => {
    for (const resource of opened.splice(0).reverse()) await resource.close()
  })
  return {
    async open(
      settings: Partial<SubjectSettings> = {},
      options: Parameters<typeof startModelServer>[0] = {},
    ): Promise<{ provider: Opened; server: ModelServer }> {
      const server = await startModelServer({ ...(subject.wires && { wires: subject.wires }), ...options })
      opened.push(server)
      const provider = await subject.open({
        base_url: subject.baseUrl(server),
        model: 'm',
        api_key: KEY,
        connect_timeout_s: 2,
        first_byte_timeout_s: 0.4,
        timeout_s: 0.8,
        ...settings,
      })
      opened.push(provider)
      return { provider, server }
    },
  }
}

function faultContract<Opened extends Provider | EmbeddingProvider>(
  bench: Bench<Opened>,
  ask: (provider: Opened) => Promise<unknown>,
): void {
  it.each(FAULTS)('makes one error of %s, in one attempt, and shows no key', async (_situation, fault, kind, said) => {
    const { provider, server } = await bench.open({}, { faults: () => fault })
    const started = performance.now()
    const error = await failure(ask(provider))
    expect(error.message).toMatch(said)
    expect(error.kind).toBe(kind)
    expect(performance.now() - started).toBeLessThan(3_000)
    expect(server.asked).toHaveLength(1)
    for (const text of [error.message, error.body ?? '', JSON.stringify(error)]) expect(text).not.toContain(KEY)
  })

  it.each([
    ['in seconds', () => '7', 6_900, 7_100],
    ['as a date', () => new Date(Date.now() + 30_000).toUTCString(), 25_000, 31_000],
  ])('hands on how long to wait, told %s, for status 429 and 503', async (_how, value, least, most) => {
    for (const status of [429, 503]) {
      const fault: Fault = { kind: 'status', status, headers: { 'retry-after': value() } }
      const { provider } = await bench.open({}, { faults: [fault] })
      const error = await failure(ask(provider))
      expect(error.retryAfterMs).toBeGreaterThan(least)
      expect(error.retryAfterMs).toBeLessThan(most)
    }
  })

  it('reads a good reply whatever content type it claims', async () => {
    const { provider } = await bench.open({}, { faults: [{ kind: 'content_type', contentType: 'text/plain' }] })
    await expect(ask(provider)).resolves.toBeDefined()
  })

  it('goes on after a fault', async () => {
    const { provider } = await bench.open({}, { faults: [{ kind: 'reset' }, { kind: 'half_body' }] })
    await failure(ask(provider))
    await failure(ask(provider))
    await expect(ask(provider)).resolves.toBeDefined()
  })

  it('says that no server answers when it was never there', async () => {
    const { provider, server } = await bench.open()
    await server.close()
    const error = await failure(ask(provider))
    expect(error.kind).toBe('misconfigured')
    expect(error.message).toContain(server.url)
  })

  it('says that the server went away when it was there before', async () => {
    const { provider, server } = await bench.open()
    await ask(provider)
    await server.close()
    expect(await failure(ask(provider))).toMatchObject({ kind: 'unavailable' })
  })

  it('finds in facts that no server answers', async () => {
    const { provider, server } = await bench.open()
    await server.close()
    expect(await failure(provider.facts(new AbortController().signal))).toMatchObject({ kind: 'misconfigured' })
  })
  abortContract(bench)
}

function abortContract<Opened extends Provider | EmbeddingProvider>(bench: Bench<Opened>): void {
  const request = (provider: Opened, signal: AbortSignal): Promise<unknown> =>
    'chat' in provider ? provider.chat(question(), signal) : provider.embed(['a'], signal)

  it.each<[string, Fault]>([
    ['before the reply begins', { kind: 'silent' }],
    ['in the middle of the reply', { kind: 'slow_body', ms: 2_000 }],
  ])('gives up at once when it is told to, %s, and closes the connection', async (_when, fault) => {
    const { provider, server } = await bench.open({ first_byte_timeout_s: 9, timeout_s: 9 }, { faults: [fault] })
    const controller = new AbortController()
    const reason = new Error('told to stop')
    const asked = request(provider, controller.signal)
    setTimeout(() => controller.abort(reason), 300)
    const started = performance.now()
    await expect(asked).rejects.toBe(reason)
    expect(performance.now() - started).toBeLessThan(1_000)
    await expect.poll(() => server.inFlight).toBe(0)
    expect(server.asked[0]?.aborted).toBe(true)
  })

  it('asks nothing when it was told to stop before', async () => {
    const { provider, server } = await bench.open()
    const reason = new Error('told to stop')
    await expect(request(provider, AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(server.asked).toHaveLength(0)
  })
}

const SCHEMA = {
  type: 'object',
  properties: { answer: { type: 'string', enum: ['yes', 'no'] } },
  required: ['answer'],
  additionalProperties: false,
}

function question(text = 'Is water wet?'): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'Answer with JSON.' },
      { role: 'user', content: text },
    ],
    max_output_tokens: 64,
    parameters: { temperature: 0 },
  }
}

/** The ProviderError that a request fails with; fails the test when it does not, or with something else. */
async function failure(asked: Promise<unknown>): Promise<ProviderError> {
  const outcome = await asked.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  )
  if ('value' in outcome) throw new Error(`no error, but ${JSON.stringify(outcome.value)}`)
  if (!(outcome.error instanceof ProviderError)) throw outcome.error
  return outcome.error
}
