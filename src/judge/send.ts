import { isRagstoneError, messageOf, type RagstoneError } from '../core/errors.ts'
import type { Exchange, ModelRequest } from '../core/exchange.ts'
import { hideSettingSecrets } from '../core/hide-secrets.ts'
import type { Prices } from '../core/judge-config.ts'
import type { NaReason } from '../core/score.ts'
import { type Asked, isInformed } from './asked.ts'
import type { Budget } from './budget.ts'
import type { ModelIdentity, RequestForm } from './cache-key.ts'
import { isFatal, type Role, reasonOf, userError } from './failures.ts'
import type { Pace } from './pace.ts'
import { type ModelReply, type Provider, ProviderError } from './provider.ts'
import type { Tally } from './tally.ts'
import type { Window } from './window.ts'

/** What of a request does not depend on what the model takes. */
export type Content = Pick<ModelRequest, 'messages' | 'json_schema'>

interface Timed {
  request: ModelRequest
  /** Of the last request, without waiting for its turn. */
  latency_ms: number
  attempts: number
}

/** What became of a request. */
export type Sent =
  | (Timed & {
      kind: 'reply'
      reply: ModelReply
      /** Says that the model read only a part of the prompt. */
      cut?: string
    })
  | (Timed & {
      kind: 'failed'
      reason: NaReason
      detail: string
      error: ProviderError
    })
  /** Nothing was sent. */
  | { kind: 'unsent'; reason: NaReason; detail: string }

/** Sends requests to one model, within its window, the budget and its pace. */
export interface Sender {
  /** `form` is read when the request's turn has come: what was learnt of the model meanwhile is in it. */
  send(content: Content, form: () => RequestForm, asked: Asked): Promise<Sent>
  /** The record of what was sent and what came back. */
  exchange(
    sent: Exclude<Sent, { kind: 'unsent' }>,
    about: Pick<Exchange, 'exchange_id' | 'key' | 'usable' | 'repeat'>,
  ): Exchange
}

export interface SenderOptions {
  role: Role
  provider: Provider
  identity: ModelIdentity
  window: Window
  pace: Pick<Pace, 'run'>
  budget?: Budget | undefined
  prices?: Prices | undefined
  tally: Tally
  /** Takes secrets out of a text. */
  clean: (text: string) => string
  log: (note: string) => void
  signal: AbortSignal
}

/** Replies by schema are seldom longer; only the pace counts with it. */
const USUAL_REPLY_TOKENS = 256

/** Thrown through the pace when a request may not be sent. */
class Unsent extends Error {
  override name = 'Unsent'
}

export function createSender(options: SenderOptions): Sender {
  const { role, provider, identity, window, pace, budget, prices, tally, clean, log, signal } = options
  let fatal: RagstoneError | undefined

  async function chat(request: ModelRequest, asked: Asked, promptTokens: number): Promise<ModelReply> {
    try {
      const reply = await (isInformed(provider)
        ? provider.chatAbout(request, asked, { promptTokens, signal })
        : provider.chat(request, signal))
      tally.answered(reply.usage)
      return reply
    } catch (error) {
      tally.unanswered()
      throw error
    }
  }

  return {
    async send(content, form, asked) {
      if (fatal !== undefined) throw fatal
      let request: ModelRequest = { ...content, ...form() }
      const estimate = window.estimate(content.messages, content.json_schema)
      const fit = window.fit(estimate, request.max_output_tokens)
      if (!fit.ok) return { kind: 'unsent', reason: 'context_truncated', detail: fit.detail }
      if (fit.note !== undefined) log(fit.note)
      const room = fit.num_ctx === undefined ? {} : { num_ctx: fit.num_ctx }
      const expected = { prompt_tokens: estimate.high, completion_tokens: request.max_output_tokens }
      let attempts = 0
      let started = performance.now()
      const timed = () => ({ request, attempts: Math.max(1, attempts), latency_ms: performance.now() - started })

      async function attempt(): Promise<ModelReply & { ms: number }> {
        if (fatal !== undefined) throw fatal
        signal.throwIfAborted()
        const ticket = await budget?.acquire(expected, prices, signal)
        if (ticket !== undefined && 'exhausted' in ticket) throw new Unsent(ticket.exhausted)
        attempts += 1
        request = { ...content, ...form(), ...room }
        started = performance.now()
        try {
          const reply = await chat(request, asked, estimate.tokens)
          if (ticket !== undefined) budget?.settle(ticket, reply.usage)
          return { ...reply, ms: performance.now() - started }
        } catch (error) {
          if (ticket !== undefined) budget?.release(ticket)
          throw error
        }
      }

      try {
        const paced = estimate.tokens + Math.min(request.max_output_tokens, USUAL_REPLY_TOKENS)
        const { value } = await pace.run(paced, attempt, signal)
        const { ms, ...reply } = value
        const cut = cutDetail(reply, request, estimate)
        if (cut === undefined) window.learn(content.messages, content.json_schema, reply.usage?.prompt_tokens ?? null)
        return { kind: 'reply', reply, ...timed(), latency_ms: ms, ...(cut === undefined ? {} : { cut }) }
      } catch (error) {
        if (isRagstoneError(error)) throw error
        if (signal.aborted) return { kind: 'unsent', reason: 'provider_error', detail: 'interrupted' }
        if (error instanceof Unsent) return { kind: 'unsent', reason: 'budget_exhausted', detail: error.message }
        const failed = failure(error, attempts)
        return attempts === 0 ? { ...failed, kind: 'unsent' } : { ...failed, kind: 'failed', ...timed() }
      }
    },
    exchange: (sent, about) => exchangeOf(sent, about, identity, clean),
  }

  function cutDetail(reply: ModelReply, { num_ctx }: ModelRequest, estimate: ReturnType<Window['estimate']>) {
    const count = reply.usage?.prompt_tokens ?? null
    if (count === null || !window.wasCut(estimate, count, num_ctx)) return undefined
    return (
      `the model read ${count} prompt tokens of about ${estimate.tokens} (at least ${estimate.low}): the prompt was cut; ` +
      `raise the context window of the server, and set \`${role}.window\` to it`
    )
  }

  function failure(error: unknown, attempts: number) {
    if (!(error instanceof ProviderError)) throw error
    const times = attempts > 1 ? ` (${attempts} attempts)` : ''
    const detail = clean(`${identity.provider} ${identity.model}: ${messageOf(error)}${times}`)
    if (!isFatal(error.kind)) return { reason: reasonOf(error.kind), detail, error }
    fatal ??= userError(error, role, identity, clean)
    throw fatal
  }
}

function exchangeOf(
  sent: Exclude<Sent, { kind: 'unsent' }>,
  about: Pick<Exchange, 'exchange_id' | 'key' | 'usable' | 'repeat'>,
  { provider, model, digest }: ModelIdentity,
  clean: (text: string) => string,
): Exchange {
  const common = {
    ...about,
    created_at: new Date().toISOString(),
    provider,
    model,
    ...(digest === undefined ? {} : { model_digest: digest }),
    request: { ...sent.request, parameters: hideSettingSecrets(sent.request.parameters) },
    latency_ms: Math.round(sent.latency_ms * 10) / 10,
    attempts: sent.attempts,
  }
  if (sent.kind === 'failed') {
    const error = { kind: sent.error.kind, message: sent.detail }
    return { ...common, reply: null, stop: null, usage: null, error }
  }
  const { text, stop, stop_detail, first_token, usage, warnings } = sent.reply
  return {
    ...common,
    reply: clean(text),
    stop,
    usage,
    ...(stop_detail === undefined ? {} : { stop_detail: clean(stop_detail) }),
    ...(first_token === undefined ? {} : { first_token }),
    ...(warnings === undefined || warnings.length === 0 ? {} : { warnings: warnings.map(clean) }),
  }
}
