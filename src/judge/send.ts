import { isRagstoneError, messageOf, type RagstoneError } from '../core/errors.ts'
import type { Exchange, ModelRequest } from '../core/exchange.ts'
import { hideSettingSecrets } from '../core/hide-secrets.ts'
import type { Prices } from '../core/judge-config.ts'
import type { NaReason } from '../core/score.ts'
import { type Asked, isInformed } from './asked.ts'
import type { Budget, Reservation } from './budget.ts'
import type { ModelIdentity, RequestForm } from './cache-key.ts'
import { isFatal, mayBeBilled, type Role, reasonOf, Unsent, userError } from './failures.ts'
import type { Pace } from './pace.ts'
import { type ModelReply, type Provider, ProviderError } from './provider.ts'
import type { Tally } from './tally.ts'
import type { Estimate } from './token-ratios.ts'
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
  /** The parameters as they may be stored, in place of those that are sent. */
  written: Readonly<Record<string, unknown>>
  log: (note: string) => void
  signal: AbortSignal
}

/** Replies by schema are seldom longer; only the pace counts with it. */
const USUAL_REPLY_TOKENS = 256

export function createSender(options: SenderOptions): Sender {
  const { identity, window, pace, clean, written, log, signal } = options
  const attempts = attempting(options)
  const failureOf = failing(options, attempts)

  return {
    async send(content, form, asked) {
      const { max_output_tokens: most } = form()
      const estimate = window.estimate(content.messages, content.json_schema)
      const fit = window.fit(estimate, most)
      if (!fit.ok) return { kind: 'unsent', reason: 'context_truncated', detail: fit.detail }
      if (fit.note !== undefined) log(fit.note)
      const room = fit.num_ctx === undefined ? {} : { num_ctx: fit.num_ctx }
      const expected = { prompt_tokens: estimate.high, completion_tokens: most }
      const timed: Timed = { request: { ...content, ...form(), ...room }, attempts: 0, latency_ms: 0 }
      try {
        const paced = estimate.tokens + Math.min(most, USUAL_REPLY_TOKENS)
        const { value: reply } = await pace.run(
          paced,
          () => {
            timed.request = { ...content, ...form(), ...room }
            return attempts.make(timed, { asked, expected, promptTokens: estimate.tokens })
          },
          signal,
        )
        const cut = cutDetail(options, reply, timed.request, estimate)
        if (cut !== undefined) return { kind: 'reply', reply, ...timed, cut }
        window.learn(content.messages, content.json_schema, reply.usage?.prompt_tokens ?? null)
        return { kind: 'reply', reply, ...timed }
      } catch (error) {
        return failureOf(error, timed)
      }
    },
    exchange: (sent, about) => exchangeOf(sent, about, identity, { clean, written }),
  }
}

interface Attempts {
  /** Sends the request once, within the budget. Counts the attempt and its time. */
  make(timed: Timed, about: { asked: Asked; expected: Reservation; promptTokens: number }): Promise<ModelReply>
  /** From now on nothing is sent. */
  end(fault: RagstoneError): void
}

function attempting({ provider, budget, prices, tally, signal }: SenderOptions): Attempts {
  let fatal: RagstoneError | undefined
  return {
    async make(timed, { asked, expected, promptTokens }) {
      if (fatal !== undefined) throw fatal
      signal.throwIfAborted()
      const ticket = await budget?.acquire(expected, prices, signal)
      if (ticket !== undefined && 'exhausted' in ticket) throw new Unsent(ticket.exhausted)
      timed.attempts += 1
      const started = performance.now()
      try {
        const reply = await (isInformed(provider)
          ? provider.chatAbout(timed.request, asked, { promptTokens, signal })
          : provider.chat(timed.request, signal))
        if (ticket !== undefined) budget?.settle(ticket, reply.usage)
        tally.answered(reply.usage)
        return reply
      } catch (error) {
        if (ticket !== undefined && mayBeBilled(error)) budget?.settle(ticket, null)
        else if (ticket !== undefined) budget?.release(ticket)
        tally.unanswered()
        throw error
      } finally {
        timed.latency_ms = performance.now() - started
      }
    },
    end(fault) {
      fatal ??= fault
    },
  }
}

/** What a request that failed leads to; throws what the user must mend, and what is a bug. */
function failing({ role, identity, clean, signal }: SenderOptions, attempts: Attempts) {
  return (error: unknown, timed: Timed): Exclude<Sent, { kind: 'reply' }> => {
    if (isRagstoneError(error)) throw error
    if (signal.aborted) return { kind: 'unsent', reason: 'provider_error', detail: 'interrupted' }
    if (error instanceof Unsent) return { kind: 'unsent', reason: 'budget_exhausted', detail: error.message }
    if (!(error instanceof ProviderError)) throw error
    if (isFatal(error.kind)) {
      const fault = userError(error, role, identity, clean)
      attempts.end(fault)
      throw fault
    }
    const times = timed.attempts > 1 ? ` (${timed.attempts} attempts)` : ''
    const detail = clean(`${identity.provider} ${identity.model}: ${messageOf(error)}${times}`)
    const reason = reasonOf(error.kind)
    return timed.attempts === 0
      ? { kind: 'unsent', reason, detail }
      : { ...timed, kind: 'failed', reason, detail, error }
  }
}

function cutDetail(
  { role, window }: SenderOptions,
  { usage }: ModelReply,
  { num_ctx }: ModelRequest,
  estimate: Estimate,
): string | undefined {
  const count = usage?.prompt_tokens ?? null
  if (count === null || !window.wasCut(estimate, count, num_ctx)) return undefined
  const section = role === 'verifier' ? 'judge.verifier' : role
  return (
    `the model read ${count} prompt tokens of about ${estimate.tokens} (at least ${estimate.low}): the prompt was cut; ` +
    `raise the context window of the server, and set \`${section}.window\` to it`
  )
}

/** Parameters that are sent, as the configuration writes them. */
function asWritten(
  sent: Readonly<Record<string, unknown>>,
  written: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return hideSettingSecrets(
    Object.fromEntries(Object.entries(sent).map(([name, value]) => [name, name in written ? written[name] : value])),
  )
}

function exchangeOf(
  sent: Exclude<Sent, { kind: 'unsent' }>,
  about: Pick<Exchange, 'exchange_id' | 'key' | 'usable' | 'repeat'>,
  { provider, model, digest }: ModelIdentity,
  { clean, written }: Pick<SenderOptions, 'clean' | 'written'>,
): Exchange {
  const common = {
    ...about,
    created_at: new Date().toISOString(),
    provider,
    model,
    ...(digest === undefined ? {} : { model_digest: digest }),
    request: { ...sent.request, parameters: asWritten(sent.request.parameters, written) },
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
