import { messageOf } from '../core/errors.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { JudgeSettings, VerifierSettings } from '../core/judge-config.ts'
import type { EmbeddingProvider, ModelFacts, Provider } from '../judge/provider.ts'
import { isLoopback } from '../judge/providers/connection.ts'
import { rememberedFacts } from './model-memory.ts'

/** A plan waits this long for a server to tell about its model. */
const PATIENCE_MS = 20_000

/** What is known of a model, and from where: told now, told in an earlier run, or assumed. */
export interface KnownFacts<F> {
  facts: F
  source: 'told' | 'remembered' | 'assumed'
  /** Why the model told nothing. */
  problem?: string
}

/** Facts of a chat model. A server that cannot be reached stops no plan. */
export async function chatFacts(
  provider: Provider,
  settings: JudgeSettings | VerifierSettings,
  exchanges: Exchanges,
  signal: AbortSignal,
): Promise<KnownFacts<ModelFacts>> {
  return known(provider, exchanges, signal, {
    canRaise: settings.provider === 'ollama' || settings.provider === 'llama-cpp',
    local: isLocal(provider.address),
    structured: ['json_schema', 'json', 'none'],
  })
}

/** Facts of an embedding model. */
export async function embeddingFacts(
  provider: EmbeddingProvider,
  exchanges: Exchanges,
  signal: AbortSignal,
): Promise<KnownFacts<Pick<ModelFacts, 'digest' | 'local'>>> {
  return known(provider, exchanges, signal, { local: isLocal(provider.address) })
}

async function known<F extends object>(
  provider: Pick<Provider, 'provider' | 'model' | 'address'> & { facts(signal: AbortSignal): Promise<F> },
  exchanges: Exchanges,
  signal: AbortSignal,
  assumed: F,
): Promise<KnownFacts<F>> {
  try {
    return { facts: await provider.facts(AbortSignal.any([signal, AbortSignal.timeout(PATIENCE_MS)])), source: 'told' }
  } catch (error) {
    signal.throwIfAborted()
    const remembered = await rememberedFacts(exchanges, provider)
    const problem = messageOf(error)
    // Assumed first: what is remembered may be of an older version.
    if (remembered !== undefined) return { facts: { ...assumed, ...(remembered as F) }, source: 'remembered', problem }
    return { facts: assumed, source: 'assumed', problem }
  }
}

function isLocal(address: string): boolean {
  return URL.canParse(address) && /^https?:/.test(address) ? isLoopback(new URL(address).hostname) : true
}
