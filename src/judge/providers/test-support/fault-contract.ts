import { expect, it } from 'vitest'
import type { EmbeddingProvider, Provider, ProviderErrorKind } from '../../provider.ts'
import type { Fault } from '../../scripted-server/scripted-reply.ts'
import { type Bench, failure, KEY, question } from './subject.ts'

const FAULTS: [situation: string, fault: Fault, kind: ProviderErrorKind, said: RegExp][] = [
  ['an HTML page with status 200', { kind: 'html' }, 'bad_reply', /HTML.*gateway/s],
  ['an HTML page with status 502', { kind: 'html', status: 502 }, 'unavailable', /502/],
  ['an empty body', { kind: 'empty' }, 'bad_reply', /empty/],
  ['a body that ends before its length', { kind: 'half_body' }, 'unavailable', /middle of its reply.*begins with: \{/s],
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

const SLOW: ReadonlySet<Fault['kind']> = new Set(['slow_first_byte', 'slow_body', 'silent'])

/** What a request over HTTP makes of everything that can go wrong on the way. */
export function faultContract<Opened extends Provider | EmbeddingProvider>(
  bench: Bench<Opened>,
  ask: (provider: Opened) => Promise<unknown>,
): void {
  it.each(FAULTS)('makes one error of %s, in one attempt, and shows no key', async (_situation, fault, kind, said) => {
    const limits = SLOW.has(fault.kind) ? { first_byte_timeout_s: 0.4, timeout_s: 0.8 } : {}
    const { provider, server } = await bench.open(limits, { faults: () => fault })
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
    ['in the middle of the reply', { kind: 'slow_body', ms: 6_000 }],
  ])('gives up at once when it is told to, %s, and closes the connection', async (_when, fault) => {
    const { provider, server } = await bench.open({}, { faults: [fault] })
    const controller = new AbortController()
    const reason = new Error('told to stop')
    const asked = request(provider, controller.signal)
    setTimeout(() => controller.abort(reason), 300)
    const started = performance.now()
    await expect(asked).rejects.toBe(reason)
    expect(performance.now() - started).toBeLessThan(2_000)
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
