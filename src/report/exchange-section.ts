import type { Exchange } from '../core/exchange.ts'
import type { Messages } from '../text/catalogue.ts'
import type { Block, Section } from './blocks.ts'
import { modelLine } from './judge-section.ts'

/** Candidates for the first token that are shown. */
const MOST_CANDIDATES = 5
/** A prompt's instructions are long and the same for all; its own part and the reply get more room. */
const MORE_ROOM = 3

/** Every exchange as it was: what was sent, what came back, untouched. `cut`: lines of a text; undefined = all. */
export function exchangeSection(exchanges: readonly Exchange[], text: Messages, cut: number | undefined): Section[] {
  if (exchanges.length === 0) return []
  const blocks = exchanges.flatMap((exchange, index) => exchangeBlocks(exchange, index + 1, text, cut))
  return [{ title: text.exchangesTitle(exchanges.length), blocks }]
}

function exchangeBlocks(exchange: Exchange, number: number, text: Messages, cut: number | undefined): Block[] {
  const { request, reply } = exchange
  const lines = (room: number) => ({ mostLines: cut === undefined ? Number.POSITIVE_INFINITY : cut * room })
  const prompts = request.messages.map(
    ({ role, content }): Block => ({
      kind: 'text',
      label: text.prompt(role),
      text: content,
      ...lines(role === 'system' ? 1 : MORE_ROOM),
    }),
  )
  const answer: Block =
    reply === null
      ? { kind: 'paragraph', text: text.noReply }
      : { kind: 'text', label: text.reply, text: reply, ...lines(MORE_ROOM) }
  return [{ kind: 'facts', pairs: factsOf(exchange, number, text), ...lines(2) }, ...prompts, answer]
}

function factsOf(exchange: Exchange, number: number, text: Messages): [string, string][] {
  const { request, stop, stop_detail, first_token, usage, warnings, error } = exchange
  const { provider, model, model_digest: digest } = exchange
  const told = { provider, model, ...(digest === undefined ? {} : { digest }), parameters: request.parameters }
  const form = [
    request.structured,
    ...(request.json_schema === undefined ? [] : ['JSON Schema']),
    ...(request.top_logprobs === undefined ? [] : [`top_logprobs ${request.top_logprobs}`]),
  ].filter((part) => part !== undefined)
  const tokens = (count: number | null | undefined) => (typeof count === 'number' ? String(count) : text.notTold)
  const read = text.tokensLine(tokens(usage?.prompt_tokens), tokens(usage?.completion_tokens))
  const lines: [string, string | undefined][] = [
    [text.exchange(number), text.bracketed(exchange.created_at, exchange.exchange_id)],
    [text.model, modelLine(told, text)],
    [text.outputLimit, String(request.max_output_tokens)],
    [text.window, request.num_ctx === undefined ? undefined : String(request.num_ctx)],
    [text.structured, form.length === 0 ? undefined : form.join(text.comma)],
    [
      text.stop,
      [stop ?? text.notTold, ...(stop_detail === undefined || stop_detail === stop ? [] : [stop_detail])].join(
        text.clause,
      ),
    ],
    [text.usage, usage === null ? text.notTold : read],
    [text.time, text.latencyAttempts(exchange.latency_ms.toFixed(0), exchange.attempts)],
    [text.firstToken, first_token === undefined ? undefined : candidates(first_token, text)],
    [text.warnings, warnings === undefined || warnings.length === 0 ? undefined : warnings.join(text.semicolon)],
    [text.error, error === undefined ? undefined : `${error.kind}: ${error.message}`],
  ]
  return lines.flatMap(([label, line]): [string, string][] => (line === undefined ? [] : [[label, line]]))
}

function candidates(first: NonNullable<Exchange['first_token']>, text: Messages): string {
  return first
    .slice(0, MOST_CANDIDATES)
    .map(({ token, logprob }) => `${JSON.stringify(token)} ${Math.exp(logprob).toFixed(3)}`)
    .join(text.comma)
}
