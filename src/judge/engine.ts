import type { Exchange, Message, Unread } from '../core/exchange.ts'
import type { Exchanges } from '../core/exchanges.ts'
import type { NaReason } from '../core/score.ts'
import type { Asked } from './asked.ts'
import { callKey, type RequestForm } from './cache-key.ts'
import { newExchangeId } from './exchange-id.ts'
import type { Learned } from './learned.ts'
import type { Demand } from './learned-demand.ts'
import type { ModelReply } from './provider.ts'
import type { Content, Sender, Sent } from './send.ts'
import type { Tally } from './tally.ts'

/** How a question came to its reply. */
export type CacheState = 'asked' | 'stored' | 'in_flight'

/** What a reply was read as. `usable`: it may answer the same question again. */
export type CallReading<R> =
  | { ok: true; value: R; repairs: readonly string[]; usable: boolean }
  | { ok: false; reason: NaReason; detail: string }

/** One question as one call. */
export interface Call<R> {
  messages: Message[]
  /** `json` demands a reply by schema; `word` asks for the probabilities of one word. */
  kind: 'json' | 'word'
  schema?: Record<string, unknown>
  /** The schema as text for the key. */
  schemaText: string
  maxOutputTokens: number
  repeat: number
  asked: Asked
  read(reply: ModelReply): CallReading<R>
  /** Which items of the reply answer which item keys from now on; `form` is the text of the form that was sent. */
  pointers?(value: R, form: string): { item_key: string; item_id: string }[]
  /** Keys of items whose stored verdict is not read any more: they are to be found in the new reply. */
  unreadItems?: readonly string[]
}

/** What came of a call. Without an exchange nothing was sent. */
export interface Called<R> {
  cache: CacheState
  exchange?: Exchange
  /** Exchanges of the same question before, that could not be read. */
  earlier: readonly string[]
  result: CallReading<R>
}

export interface Engine {
  ask<R>(call: Call<R>): Promise<Called<R>>
}

/** Reasons after which the same question is asked once more. */
const ASKED_AGAIN: readonly NaReason[] = ['judge_unreadable', 'out_of_scale']

/** Bounds how often a request is changed to what a model takes; each change is learnt, so more cannot be needed. */
const MOST_CHANGES = 12

/**
 * Asks one model: the question in flight is shared, the stored one is read again, and only what is new is sent. Bad output
 * never throws; a fault that the user must mend does.
 */
export function createEngine(context: EngineContext): Engine {
  const { learned, tally } = context
  const inFlight = new Map<string, Promise<Called<unknown>>>()

  async function shared<R>(other: Promise<Called<unknown>>, call: Call<R>): Promise<Called<R>> {
    const { result, exchange, earlier } = await other
    tally.hit()
    if (result.ok && exchange !== undefined) {
      return { cache: 'in_flight', exchange, earlier, result: call.read(replyOf(exchange)) }
    }
    const came = exchange === undefined ? {} : { exchange }
    return { cache: 'in_flight', ...came, earlier, result: result as CallReading<R> }
  }

  return {
    ask(call) {
      const { text } = learned.form(call.kind, call.maxOutputTokens)
      const key = callKey(text, call.schemaText, call.messages, call.repeat)
      const other = inFlight.get(key)
      if (other !== undefined) return shared(other, call)
      const work = stored(context, key, call).then((found) => found.called ?? anew(context, call, found.unread))
      const shown: Promise<Called<unknown>> = work.finally(() => inFlight.delete(key))
      inFlight.set(key, shown)
      return shown as typeof work
    },
  }
}

interface EngineContext {
  exchanges: Exchanges
  learned: Learned
  sender: Sender
  tally: Tally
  /** Told of every exchange that is on disk. */
  onSaved?: () => void
}

async function stored<R>(
  { exchanges, tally }: EngineContext,
  key: string,
  call: Call<R>,
): Promise<{ called?: Called<R>; unread: readonly string[] }> {
  const exchange = await exchanges.findExchange(key)
  if (exchange === undefined) return { unread: [] }
  const result = call.read(replyOf(exchange))
  if (!result.ok) return { unread: [exchange.exchange_id] }
  tally.hit()
  return { called: { cache: 'stored', exchange, earlier: [], result }, unread: [] }
}

/** `unread`: exchanges that were stored for the question and cannot be read any more. */
async function anew<R>(context: EngineContext, call: Call<R>, unread: readonly string[]): Promise<Called<R>> {
  const first = await once(context, call, unread, undefined)
  const { result, exchange } = first
  if (result.ok || exchange === undefined || !ASKED_AGAIN.includes(result.reason)) return counted(context, first)
  const second = await once(context, call, unread, context.learned.otherDemand(exchange.request))
  return counted(context, { ...second, earlier: [exchange.exchange_id] })
}

/** One reply, whatever it takes of changes to the request. */
async function once<R>(
  context: EngineContext,
  call: Call<R>,
  unread: readonly string[],
  demand: Demand | undefined,
): Promise<Called<R>> {
  const { learned, sender } = context
  let inPlace = demand
  for (let change = 0; ; change++) {
    let made = learned.form(call.kind, call.maxOutputTokens, inPlace)
    const form = () => {
      made = learned.form(call.kind, call.maxOutputTokens, inPlace)
      return made.form
    }
    const sent = await sender.send(contentOf(call), form, call.asked)
    if (change < MOST_CHANGES && sent.kind === 'failed') {
      const { kind, parameter = '' } = sent.error
      if (kind === 'refused_parameter' && learned.refuse(parameter, made.form)) {
        inPlace = undefined
        continue
      }
      // A server that does not know the way in which JSON is demanded may answer so.
      const doubtful = kind === 'refused_parameter' || kind === 'bad_request'
      const other = doubtful ? learned.otherDemand(made.form) : undefined
      if (other !== undefined) {
        inPlace = other
        continue
      }
    }
    return keep(context, call, unread, made, sent)
  }
}

async function keep<R>(
  context: EngineContext,
  call: Call<R>,
  unread: readonly string[],
  { form, text }: { form: RequestForm; text: string },
  sent: Sent,
): Promise<Called<R>> {
  const { exchanges, learned, sender, onSaved } = context
  if (sent.kind === 'unsent') return { cache: 'asked', earlier: [], result: notRead(sent) }
  const result: CallReading<R> =
    sent.kind === 'failed' || sent.cut !== undefined ? notRead(sent) : call.read(sent.reply)
  const usable = result.ok && result.usable
  const exchange = sender.exchange(sent, {
    exchange_id: newExchangeId(),
    key: callKey(text, call.schemaText, call.messages, call.repeat),
    usable,
    repeat: call.repeat,
  })
  if (result.ok) learned.proveDemand(form)
  if (result.ok && sent.kind === 'reply' && form.top_logprobs !== undefined) {
    learned.sawProbabilities(sent.reply.first_token !== undefined && sent.reply.first_token.length > 0)
  }
  const pointers = usable ? (call.pointers?.(result.value, text) ?? []) : []
  await exchanges.saveExchanges(
    [exchange],
    pointers.map((pointer) => ({ ...pointer, exchange_id: exchange.exchange_id })),
    ...(usable ? replacing(call, unread, pointers) : []),
  )
  onSaved?.()
  return { cache: 'asked', exchange, earlier: [], result }
}

/** What the new exchange takes the place of; nothing in most cases. */
function replacing<R>(
  { unreadItems = [] }: Call<R>,
  exchanges: readonly string[],
  pointers: readonly { item_key: string }[],
): [] | [Unread] {
  const found = new Set(pointers.map(({ item_key }) => item_key))
  const items = unreadItems.filter((key) => found.has(key))
  return exchanges.length === 0 && items.length === 0 ? [] : [{ exchanges, items }]
}

function counted<R>({ tally }: EngineContext, called: Called<R>): Called<R> {
  if (!called.result.ok) tally.failed(called.result.reason)
  return called
}

/** The reply of an exchange, to be read again as it was read first. */
export function replyOf({ reply, stop, stop_detail, first_token, usage }: Exchange): ModelReply {
  return {
    text: reply ?? '',
    stop: stop ?? 'unknown',
    ...(stop_detail === undefined ? {} : { stop_detail }),
    ...(first_token === undefined ? {} : { first_token }),
    usage,
  }
}

function contentOf<R>({ messages, schema }: Call<R>): Content {
  return schema === undefined ? { messages } : { messages, json_schema: schema }
}

function notRead(sent: Sent): { ok: false; reason: NaReason; detail: string } {
  if (sent.kind !== 'reply') return { ok: false, reason: sent.reason, detail: sent.detail }
  return { ok: false, reason: 'context_truncated', detail: sent.cut ?? '' }
}
