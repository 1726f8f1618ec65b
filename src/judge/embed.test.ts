import { describe, expect, it } from 'vitest'
import { type EmbeddingSettings, embeddingsSchema } from '../core/judge-config.ts'
import type { Step } from '../core/score.ts'
import { createBudget } from './budget.ts'
import { type OpenEmbeddingsOptions, openEmbeddings } from './embed.ts'
import { memoryExchanges } from './exchanges.ts'
import { type EmbeddingProvider, ProviderError } from './provider.ts'

const SETTINGS: EmbeddingSettings = embeddingsSchema.parse({
  provider: 'ollama',
  model: 'm',
  retries: 0,
  concurrency: 8,
})

/** A provider whose vectors tell the length of the text; `batches` has what it was asked. */
function scripted(
  embed?: (texts: readonly string[]) => number[][] | Promise<number[][]>,
  extra: Partial<EmbeddingProvider> = {},
) {
  const batches: (readonly string[])[] = []
  const provider: EmbeddingProvider = {
    provider: 'fake',
    model: 'm',
    address: 'embedded',
    maxBatch: 4,
    facts: async () => ({ local: true }),
    async embed(texts) {
      batches.push(texts)
      const vectors = await (embed?.(texts) ?? texts.map((text) => [text.length, 0.1]))
      return { vectors, usage: { prompt_tokens: texts.length, completion_tokens: null } }
    },
    close: async () => {},
    ...extra,
  }
  return { provider, batches }
}

const open = (provider: EmbeddingProvider, options: Partial<OpenEmbeddingsOptions> = {}, settings = SETTINGS) =>
  openEmbeddings(settings, { provider, exchanges: memoryExchanges(), signal: new AbortController().signal, ...options })

const plain = (model: Awaited<ReturnType<typeof open>>) => model.recording(() => {})

describe('embeddings', () => {
  it('of one moment go out together, in requests of at most maxBatch, each text once', async () => {
    const { provider, batches } = scripted()
    const model = await open(provider)
    const answers = await Promise.all(
      [
        ['a', 'bb'],
        ['ccc', 'a'],
        ['dddd', 'eeeee', 'a'],
      ].map((texts) => plain(model).embed(texts)),
    )
    expect(batches).toEqual([['a', 'bb', 'ccc', 'dddd'], ['eeeee']])
    expect(answers[1]).toEqual({
      ok: true,
      value: [
        [3, Math.fround(0.1)],
        [1, Math.fround(0.1)],
      ],
    })
    expect(model.spent()).toMatchObject({ calls: 2, hits: 2, prompt_tokens: 5 })
  })

  it('are the same numbers from the store as from the model', async () => {
    const exchanges = memoryExchanges()
    const first = scripted()
    const asked = await plain(await open(first.provider, { exchanges })).embed(['a', 'bb'])
    const second = scripted()
    const steps: Step[] = []
    const model = await open(second.provider, { exchanges })
    expect(await model.recording((step) => steps.push(step)).embed(['bb', 'a', 'new'])).toMatchObject({ ok: true })
    expect(second.batches).toEqual([['new']])
    expect(await plain(model).embed(['a', 'bb'])).toEqual(asked)
    expect(steps).toEqual([
      expect.objectContaining({
        kind: 'embedding',
        step: 'embed',
        model: model.fingerprint,
        texts: 3,
        asked: 1,
        stored: 2,
        in_flight: 0,
      }),
    ])
  })

  it('of another model, address or parameters are other vectors', async () => {
    const exchanges = memoryExchanges()
    await plain(await open(scripted().provider, { exchanges })).embed(['a'])
    for (const extra of [
      { model: 'n' },
      { address: 'http://x:1' },
      { facts: async () => ({ local: true, digest: 'd' }) },
    ]) {
      const { provider, batches } = scripted(undefined, extra)
      await plain(await open(provider, { exchanges })).embed(['a'])
      expect(batches).toHaveLength(1)
    }
    const { provider, batches } = scripted()
    await plain(await open(provider, { exchanges }, { ...SETTINGS, parameters: { dimensions: 8 } })).embed(['a'])
    expect(batches).toHaveLength(1)
  })

  it.each([
    ['too few vectors', () => [[1, 2]]],
    ['vectors of different lengths', () => [[1, 2], [1]]],
    ['empty vectors', () => [[], []]],
    [
      'a value that is no number',
      () => [
        [1, Number.NaN],
        [1, 2],
      ],
    ],
    [
      'a value too large to be stored',
      () => [
        [1, 1e300],
        [1, 2],
      ],
    ],
  ])('are NA provider_error when %s come, and nothing is kept', async (_what, embed) => {
    const { provider, batches } = scripted(embed)
    const model = await open(provider)
    for (const times of [1, 2]) {
      expect(await plain(model).embed(['a', 'b'])).toMatchObject({ ok: false, reason: 'provider_error' })
      expect(batches).toHaveLength(times)
    }
    expect(model.spent().failed).toEqual({ provider_error: 2 })
  })

  it('take a vector of zeros as it is', async () => {
    const model = await open(scripted((texts) => texts.map(() => [0, 0])).provider)
    expect(await plain(model).embed(['a'])).toEqual({ ok: true, value: [[0, 0]] })
  })

  it('do not let a text that is too long spoil the others', async () => {
    const { provider } = scripted((texts) => {
      if (texts.some((text) => text.length > 10)) throw new ProviderError('too_long', 'too long')
      return texts.map((text) => [text.length])
    })
    const model = await open(provider)
    const [long, short] = await Promise.all([
      plain(model).embed(['a'.repeat(11)]),
      plain(model).embed(['a', 'bb', 'ccc']),
    ])
    expect(long).toMatchObject({ ok: false, reason: 'context_truncated' })
    expect(short).toEqual({ ok: true, value: [[1], [2], [3]] })
  })

  it('stop at what the user must mend', async () => {
    const { provider, batches } = scripted(() => Promise.reject(new ProviderError('auth', 'wrong key')))
    const model = await open(provider)
    const all = await Promise.allSettled([plain(model).embed(['a']), plain(model).embed(['b'])])
    for (const one of all) expect(one).toMatchObject({ status: 'rejected', reason: { code: 'embeddings_auth' } })
    await expect(plain(model).embed(['c'])).rejects.toMatchObject({ code: 'embeddings_auth' })
    expect(batches).toHaveLength(1)
  })

  it('count a request that timed out with all that it may use', async () => {
    const { provider } = scripted(() => Promise.reject(new ProviderError('timeout', 'no reply')))
    const budget = createBudget()
    await plain(await open(provider, { budget })).embed(['a text of some words'])
    expect(budget.spent().tokens).toBeGreaterThan(0)
  })

  it('keep the budget', async () => {
    const { provider } = scripted()
    const model = await open(provider, { budget: createBudget({ calls: 1 }) })
    expect(await plain(model).embed(['a'])).toMatchObject({ ok: true })
    expect(await plain(model).embed(['b'])).toMatchObject({ ok: false, reason: 'budget_exhausted' })
    expect(await plain(model).embed(['a'])).toMatchObject({ ok: true })
  })

  it('of no text are no vectors', async () => {
    expect(await plain(await open(scripted().provider)).embed([])).toEqual({ ok: true, value: [] })
  })
})
