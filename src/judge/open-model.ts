import { setMaxListeners } from 'node:events'
import type { Exchanges } from '../core/exchanges.ts'
import type { JudgeSettings, VerifierSettings } from '../core/judge-config.ts'
import { isInformed } from './asked.ts'
import type { Budget } from './budget.ts'
import { type ModelIdentity, modelKeyOf } from './cache-key.ts'
import { cleaner } from './cleaner.ts'
import { createEngine, type Engine } from './engine.ts'
import { openFacts, type Role } from './failures.ts'
import type { Spent } from './judge-model.ts'
import { type Learned, loadLearned } from './learned.ts'
import { createPace, type Pace } from './pace.ts'
import { pricesOf } from './prices.ts'
import type { ModelFacts, Provider } from './provider.ts'
import { createSender } from './send.ts'
import { createTally, type Tally } from './tally.ts'
import { createWindow, type Window } from './window.ts'

export interface OpenModelOptions {
  role: Role
  /** The settings' parameters as they may be stored and shown. */
  written: Readonly<Record<string, unknown>>
  provider: Provider
  exchanges: Exchanges
  budget?: Budget | undefined
  signal: AbortSignal
  log: (note: string) => void
}

/** A model that can be asked, with all that stands between a question and its reply. */
export interface OpenModel {
  identity: ModelIdentity
  modelKey: string
  facts: ModelFacts
  /** Parameters as the configuration wants them; the model may refuse some. */
  parameters: Readonly<Record<string, unknown>>
  concurrency: number
  engine: Engine
  learned: Learned
  tally: Tally
  window: Window
  spent(): Spent
  close(): Promise<void>
}

/** The same question should get the same answer. */
const DEFAULT_PARAMETERS = { temperature: 0 }

const REMOTE_CONCURRENCY = 8

/** Exchanges between two times that what was learnt is kept. */
const KEEP_EVERY = 100

/** Opens a model: asks the provider for facts, and reads what is known of it. Throws what the user must mend. */
export async function openModel(
  settings: JudgeSettings | VerifierSettings,
  { role, written, provider, exchanges, budget, signal, log }: OpenModelOptions,
): Promise<OpenModel> {
  // Every request in flight listens to it.
  setMaxListeners(0, signal)
  const clean = cleaner(settings, written)
  const served = { provider: provider.provider, model: provider.model, address: provider.address }
  const facts = await openFacts(() => provider.facts(signal), role, served, clean)
  for (const warning of facts.warnings ?? []) log(clean(`${role}: ${warning}`))
  const identity: ModelIdentity = { ...served, ...(facts.digest === undefined ? {} : { digest: facts.digest }) }
  const modelKey = modelKeyOf(identity)
  const prices = pricesOf({ ...served, local: facts.local }, settings.prices)?.prices
  budget?.admit({ ...served, local: facts.local }, prices, role)
  const parameters = { ...DEFAULT_PARAMETERS, ...settings.parameters }
  const [learned, ratios, measured] = await Promise.all([
    loadLearned({ modelKey, facts, exchanges, parameters }),
    exchanges.judgeFact(modelKey, 'ratios'),
    exchanges.judgeFact(modelKey, 'concurrency'),
  ])
  const concurrency = concurrencyOf(settings, facts, measured)
  const window = createWindow({ facts, settings, name: role === 'verifier' ? 'judge.verifier' : role, ratios })
  const tally = createTally(prices)
  const pace = isInformed(provider) && provider.unpaced ? UNPACED : paceOf(settings, concurrency, log)
  const sender = createSender({
    role,
    provider,
    identity,
    window,
    pace,
    budget,
    prices,
    tally,
    clean,
    written,
    log,
    signal,
  })
  const keeping = keeper({ exchanges, modelKey, window, tally })
  return {
    identity,
    modelKey,
    facts,
    parameters,
    concurrency,
    engine: createEngine({ exchanges, learned, sender, tally, onSaved: keeping.count }),
    learned,
    tally,
    window,
    spent: () => tally.spent(learned.dropped),
    async close() {
      try {
        await keeping.keep()
        await learned.kept()
      } finally {
        await provider.close()
      }
    },
  }
}

const UNPACED: Pick<Pace, 'run'> = {
  run: async (_tokens, attempt) => ({ value: await attempt(1), attempts: 1 }),
}

function paceOf(settings: JudgeSettings | VerifierSettings, concurrency: number, log: (note: string) => void): Pace {
  return createPace({
    concurrency,
    requestsPerMinute: settings.requests_per_minute,
    tokensPerMinute: settings.tokens_per_minute,
    retries: settings.retries,
    say: log,
  })
}

/** What the user set, else what the self-test measured, else 1 for a model on this machine and 8 for others. */
function concurrencyOf(settings: JudgeSettings | VerifierSettings, { local }: ModelFacts, measured: unknown): number {
  if (settings.concurrency !== undefined) return settings.concurrency
  if (typeof measured === 'number' && Number.isInteger(measured) && measured >= 1) return measured
  return local ? 1 : REMOTE_CONCURRENCY
}

/** Keeps token ratios and hits now and then and at the end: a killed run loses little, and no call waits for it. */
function keeper(options: { exchanges: Exchanges; modelKey: string; window: Window; tally: Tally }) {
  const { exchanges, modelKey, window, tally } = options
  let saved = 0
  let counted = 0
  let last: Promise<void> = Promise.resolve()
  async function write(): Promise<void> {
    const { hits } = tally.spent([])
    const added = hits - counted
    counted = hits
    if (added > 0) await exchanges.countHits(modelKey, added)
    if (saved > 0) await exchanges.saveJudgeFact(modelKey, 'ratios', window.ratios())
  }
  return {
    count(): void {
      saved += 1
      // A failure shows again at the end.
      if (saved % KEEP_EVERY === 0) last = last.then(write).catch(() => {})
    },
    async keep(): Promise<void> {
      await last
      await write()
    },
  }
}
