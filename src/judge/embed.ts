import { setMaxListeners } from 'node:events'
import type { Exchanges } from '../core/exchanges.ts'
import { canonicalJson } from '../core/hash.ts'
import { hideSettingSecrets } from '../core/hide-secrets.ts'
import type { EmbeddingSettings } from '../core/judge-config.ts'
import type { Step } from '../core/score.ts'
import type { Budget } from './budget.ts'
import { type ModelIdentity, modelKeyOf, vectorKey } from './cache-key.ts'
import { cleaner } from './cleaner.ts'
import { createEmbedSender, type Embedded } from './embed-sender.ts'
import type { CacheState } from './engine.ts'
import { openFacts } from './failures.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Answer } from './judge.ts'
import type { EmbeddingModel } from './judge-model.ts'
import { createPace } from './pace.ts'
import { pricesOf } from './prices.ts'
import type { EmbeddingProvider } from './provider.ts'
import { createTally, type Tally } from './tally.ts'

export interface OpenEmbeddingsOptions {
  provider: EmbeddingProvider
  /** Where vectors are kept and found again. */
  exchanges: Exchanges
  /** Shared with the judge of the run. */
  budget?: Budget
  signal: AbortSignal
  log?: (note: string) => void
}

const LOCAL_CONCURRENCY = 1
const REMOTE_CONCURRENCY = 8

/** Texts that are asked for within this time go out together. */
const MOMENT_MS = 3

/** Opens an embedding model. Throws RagstoneError with a code that begins with `embeddings_` when it cannot be opened. */
export async function openEmbeddings(
  settings: EmbeddingSettings,
  { provider, exchanges, budget, signal, log = () => {} }: OpenEmbeddingsOptions,
): Promise<EmbeddingModel> {
  // Every request in flight listens to it.
  setMaxListeners(0, signal)
  const clean = cleaner(settings)
  const served = { provider: provider.provider, model: provider.model, address: provider.address }
  const facts = await openFacts(() => provider.facts(signal), 'embeddings', served, clean)
  for (const warning of facts.warnings ?? []) log(clean(`embeddings: ${warning}`))
  const identity: ModelIdentity = { ...served, ...(facts.digest === undefined ? {} : { digest: facts.digest }) }
  const modelKey = modelKeyOf(identity)
  const prices = pricesOf({ ...served, local: facts.local }, settings.prices)?.prices
  budget?.admit({ ...served, local: facts.local }, prices, 'embeddings')
  const tally = createTally(prices)
  const pace = createPace({
    concurrency: settings.concurrency ?? (facts.local ? LOCAL_CONCURRENCY : REMOTE_CONCURRENCY),
    requestsPerMinute: settings.requests_per_minute,
    tokensPerMinute: settings.tokens_per_minute,
    retries: settings.retries,
    say: log,
  })
  const parameters = hideSettingSecrets(settings.parameters)
  const written = canonicalJson(parameters)
  const maxBatch = Math.min(provider.maxBatch, settings.max_batch ?? Number.POSITIVE_INFINITY)
  const send = createEmbedSender({ provider, identity, pace, budget, prices, tally, clean, signal })
  const asking: Asking = {
    fingerprint: fingerprintOf(identity, { parameters }),
    batches: createBatches({ exchanges, send, maxBatch }),
    keyOf: (text) => vectorKey(modelKey, written, text),
    tally,
  }
  let counted = 0
  return {
    fingerprint: asking.fingerprint,
    modelKey,
    recording: (record) => ({ fingerprint: asking.fingerprint, embed: (texts) => embed(asking, texts, record) }),
    spent: () => tally.spent([]),
    async close() {
      try {
        const { hits } = tally.spent([])
        const added = hits - counted
        counted = hits
        if (added > 0) await exchanges.countHits(modelKey, added)
      } finally {
        await provider.close()
      }
    },
  }
}

interface Asking {
  fingerprint: string
  batches: Batches
  keyOf: (text: string) => string
  tally: Tally
}

async function embed(
  { fingerprint, batches, keyOf, tally }: Asking,
  texts: readonly string[],
  record: (step: Step) => void,
): Promise<Answer<number[][]>> {
  const keys = texts.map(keyOf)
  const found = await Promise.all(texts.map((text, index) => batches.vector(keys[index] ?? '', text)))
  const states = { asked: 0, stored: 0, in_flight: 0 }
  for (const { cache } of found) {
    states[cache] += 1
    if (cache !== 'asked') tally.hit()
  }
  const failed = found.flatMap(({ result }) => (result.ok ? [] : [result]))[0]
  if (failed !== undefined) tally.failed(failed.reason)
  record({
    kind: 'embedding',
    step: 'embed',
    model: fingerprint,
    texts: texts.length,
    ...states,
    vectors: keys,
    ...(failed === undefined ? {} : { failed: { reason: failed.reason, detail: failed.detail } }),
  })
  return failed ?? { ok: true, value: found.map(({ result }) => (result.ok ? Array.from(result.vector) : [])) }
}

interface Found {
  result: Embedded
  cache: CacheState
}

interface Batches {
  vector(key: string, text: string): Promise<Found>
}

interface Wanted {
  key: string
  text: string
  resolve(found: Found): void
  reject(error: unknown): void
}

/**
 * Vectors of texts, from the store, from a request in flight, or asked for: texts that are wanted within a moment share
 * requests. Vectors have the precision in which they are stored from the first time on, so that scores made again are the same.
 */
function createBatches(options: {
  exchanges: Exchanges
  send: (texts: readonly string[]) => Promise<Embedded[]>
  maxBatch: number
}): Batches {
  const { exchanges, send, maxBatch } = options
  const inFlight = new Map<string, Promise<Found>>()
  let wanted: Wanted[] = []

  async function answer(moment: readonly Wanted[]): Promise<void> {
    try {
      const known = await exchanges.findVectors(moment.map(({ key }) => key))
      const rest: Wanted[] = []
      for (const one of moment) {
        const vector = known.get(one.key)
        if (vector === undefined) rest.push(one)
        else one.resolve({ result: { ok: true, vector }, cache: 'stored' })
      }
      const batches: Wanted[][] = []
      for (let start = 0; start < rest.length; start += maxBatch) batches.push(rest.slice(start, start + maxBatch))
      await Promise.all(batches.map(ask))
    } catch (error) {
      for (const { reject } of moment) reject(error)
    } finally {
      for (const { key } of moment) inFlight.delete(key)
    }
  }

  async function ask(batch: readonly Wanted[]): Promise<void> {
    const results = await send(batch.map(({ text }) => text))
    const made = batch.flatMap(({ key }, index) => {
      const result = results[index]
      return result?.ok === true ? [{ key, vector: result.vector }] : []
    })
    if (made.length > 0) await exchanges.saveVectors(made)
    for (const [index, { resolve }] of batch.entries()) {
      resolve({
        result: results[index] ?? { ok: false, reason: 'provider_error', detail: 'no vector came' },
        cache: 'asked',
      })
    }
  }

  return {
    async vector(key: string, text: string): Promise<Found> {
      const other = inFlight.get(key)
      if (other !== undefined) return { ...(await other), cache: 'in_flight' }
      const mine = new Promise<Found>((resolve, reject) => {
        if (wanted.length === 0) {
          setTimeout(() => {
            const moment = wanted
            wanted = []
            void answer(moment)
          }, MOMENT_MS)
        }
        wanted.push({ key, text, resolve, reject })
      })
      inFlight.set(key, mine)
      return mine
    },
  }
}
