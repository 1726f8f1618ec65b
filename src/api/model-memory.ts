import type { Exchange } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import { modelKeyOf } from '../judge/cache-key.ts'

/** A model by name and address: known before it tells its digest. */
export interface NamedModel {
  provider: string
  model: string
  address: string
}

/** Facts and speed are kept under the name alone, so that they are found while the server does not answer. */
function keyOf({ provider, model, address }: NamedModel): string {
  return modelKeyOf({ provider, model, address })
}

/** What a model told of itself when it was last open; undefined when it never was. */
export async function rememberedFacts(exchanges: Exchanges, model: NamedModel): Promise<unknown> {
  return exchanges.judgeFact(keyOf(model), 'facts')
}

/** Keeps what a provider tells of its model, for plans made while it cannot be reached. */
export function rememberWhatItTells(
  provider: NamedModel & { facts(signal: AbortSignal): Promise<unknown> },
  exchanges: Exchanges,
): void {
  const tell = provider.facts.bind(provider)
  provider.facts = async (signal) => {
    const facts = await tell(signal)
    await exchanges.saveJudgeFact(keyOf(provider), 'facts', JSON.parse(JSON.stringify(facts)))
    return facts
  }
}

/** Answered calls of one kind and the milliseconds that they took together, without waiting for their turn. */
export interface Pace {
  calls: number
  ms: number
}

/** How long a model took: for one word with its probability, and for a reply in JSON. */
export interface Speed {
  word: Pace
  json: Pace
}

/** Older calls count less: of those before, at most so many count. */
const MOST_REMEMBERED = 500

/** How long calls to a model took; undefined when none was measured. */
export async function measuredSpeed(exchanges: Exchanges, model: NamedModel): Promise<Speed | undefined> {
  const stored = (await exchanges.judgeFact(keyOf(model), 'speed')) as Partial<Speed> | undefined
  if (stored === undefined) return undefined
  return { word: paceOf(stored.word), json: paceOf(stored.json) }
}

function paceOf(stored: Partial<Pace> | undefined): Pace {
  const { calls, ms } = stored ?? {}
  const sound = typeof calls === 'number' && typeof ms === 'number' && calls > 0 && ms >= 0
  return sound ? { calls, ms } : { calls: 0, ms: 0 }
}

/**
 * The same exchanges, measuring how long the calls that are saved took. `keep` adds that to what is known of the models, from
 * which `plan` tells the time.
 */
export function measuring(
  exchanges: Exchanges,
  models: readonly NamedModel[],
): { exchanges: Exchanges; keep(): Promise<void> } {
  const measured = new Map<string, Speed>()
  const modelOf = (exchange: Exchange) =>
    models.find(({ provider, model }) => provider === exchange.provider && model === exchange.model)
  function note(exchange: Exchange): void {
    const model = modelOf(exchange)
    if (model === undefined || exchange.reply === null) return
    const key = keyOf(model)
    const speed = measured.get(key) ?? { word: { calls: 0, ms: 0 }, json: { calls: 0, ms: 0 } }
    measured.set(key, speed)
    const pace = exchange.request.structured === undefined ? speed.word : speed.json
    pace.calls += 1
    pace.ms += exchange.latency_ms
  }
  return {
    exchanges: {
      ...exchanges,
      saveExchanges(added, items, unread) {
        for (const exchange of added) note(exchange)
        return exchanges.saveExchanges(added, items, unread)
      },
    },
    async keep() {
      for (const model of models) {
        const now = measured.get(keyOf(model))
        if (now === undefined) continue
        measured.delete(keyOf(model))
        const before = await measuredSpeed(exchanges, model)
        const speed = { word: joined(before?.word, now.word), json: joined(before?.json, now.json) }
        await exchanges.saveJudgeFact(keyOf(model), 'speed', speed)
      }
    },
  }
}

function joined(before: Pace | undefined, now: Pace): Pace {
  const weight = before === undefined || before.calls === 0 ? 0 : Math.min(1, MOST_REMEMBERED / before.calls)
  return {
    calls: Math.round((before?.calls ?? 0) * weight) + now.calls,
    ms: Math.round((before?.ms ?? 0) * weight + now.ms),
  }
}
