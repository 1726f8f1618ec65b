import { isRagstoneError, messageOf, type RagstoneError } from '../core/errors.ts'
import type { Prices } from '../core/judge-config.ts'
import type { NaReason } from '../core/score.ts'
import type { Budget } from './budget.ts'
import type { ModelIdentity } from './cache-key.ts'
import { isFatal, mayBeBilled, reasonOf, Unsent, userError } from './failures.ts'
import type { Pace } from './pace.ts'
import { type EmbeddingProvider, ProviderError } from './provider.ts'
import { roughTokens } from './rough-tokens.ts'
import type { Tally } from './tally.ts'

/** The vector of one text, or why there is none. */
export type Embedded = { ok: true; vector: Float32Array } | { ok: false; reason: NaReason; detail: string }

export interface EmbedSenderOptions {
  provider: EmbeddingProvider
  identity: ModelIdentity
  pace: Pick<Pace, 'run'>
  budget?: Budget | undefined
  prices?: Prices | undefined
  tally: Tally
  clean: (text: string) => string
  signal: AbortSignal
}

/** Sends texts to an embedding model; every text gets an outcome. */
export function createEmbedSender(options: EmbedSenderOptions) {
  const { identity, pace, signal } = options
  const requests = requesting(options)
  let dimensions: number | undefined

  return async function send(texts: readonly string[]): Promise<Embedded[]> {
    // Half as many again: an estimate may be low, a budget may not be crossed.
    const tokens = Math.ceil(1.5 * texts.reduce((sum, text) => sum + roughTokens(text), 0))
    try {
      const { value } = await pace.run(tokens, () => requests.make(texts, tokens), signal)
      const problem = problemOf(value, texts.length, dimensions)
      if (problem !== undefined) {
        const detail = `${identity.provider} ${identity.model}: ${problem}`
        return texts.map(() => ({ ok: false, reason: 'provider_error', detail }))
      }
      dimensions ??= value[0]?.length
      return value.map((vector) => ({ ok: true, vector: Float32Array.from(vector) }))
    } catch (error) {
      const single = error instanceof ProviderError && (error.kind === 'too_long' || error.kind === 'bad_request')
      if (single && texts.length > 1) {
        // One text of them may be at fault: the others shall not suffer for it.
        const middle = Math.ceil(texts.length / 2)
        return (await Promise.all([send(texts.slice(0, middle)), send(texts.slice(middle))])).flat()
      }
      const failure = requests.failureOf(error)
      return texts.map(() => failure)
    }
  }
}

function requesting({ provider, identity, budget, prices, tally, clean, signal }: EmbedSenderOptions) {
  let fatal: RagstoneError | undefined
  return {
    async make(texts: readonly string[], tokens: number): Promise<number[][]> {
      if (fatal !== undefined) throw fatal
      signal.throwIfAborted()
      const ticket = await budget?.acquire({ prompt_tokens: tokens, completion_tokens: 0 }, prices, signal)
      if (ticket !== undefined && 'exhausted' in ticket) throw new Unsent(ticket.exhausted)
      try {
        const { vectors, usage } = await provider.embed(texts, signal)
        const whole = usage === null ? null : { ...usage, completion_tokens: usage.completion_tokens ?? 0 }
        if (ticket !== undefined) budget?.settle(ticket, whole)
        tally.answered(whole)
        return vectors
      } catch (error) {
        if (ticket !== undefined && mayBeBilled(error)) budget?.settle(ticket, null)
        else if (ticket !== undefined) budget?.release(ticket)
        tally.unanswered()
        throw error
      }
    },
    failureOf(error: unknown): Extract<Embedded, { ok: false }> {
      if (isRagstoneError(error)) throw error
      if (signal.aborted) return { ok: false, reason: 'provider_error', detail: 'interrupted' }
      if (error instanceof Unsent) return { ok: false, reason: 'budget_exhausted', detail: error.message }
      if (!(error instanceof ProviderError)) throw error
      // A parameter that is refused once is refused always, and no other request would do without it.
      if (isFatal(error.kind) || error.kind === 'refused_parameter') {
        fatal ??= userError(error, 'embeddings', identity, clean)
        throw fatal
      }
      const detail = clean(`${identity.provider} ${identity.model}: ${messageOf(error)}`)
      return { ok: false, reason: reasonOf(error.kind), detail }
    },
  }
}

/** What is wrong with the vectors, if anything. A vector of zeros is none of it: metrics decide. */
function problemOf(vectors: readonly number[][], wanted: number, dimensions: number | undefined): string | undefined {
  if (vectors.length !== wanted) return `${vectors.length} vectors came for ${wanted} texts`
  const length = dimensions ?? vectors[0]?.length ?? 0
  if (length === 0) return 'an empty vector came'
  if (vectors.some((vector) => vector.length !== length)) return `vectors of different lengths came, ${length} expected`
  const finite = vectors.every((vector) => vector.every((number) => Number.isFinite(Math.fround(number))))
  return finite ? undefined : 'a vector came with a value that is no finite number'
}
