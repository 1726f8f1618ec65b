import type { Exchange, Message, ModelRequest } from '../core/exchange.ts'
import { fromJson, toJson } from './json.ts'
import { fromText, toText } from './stored-text.ts'

/** What many exchanges have in common. */
type Form = Pick<Exchange, 'provider' | 'model' | 'model_digest' | 'request'>

/** What is left of an exchange without its form and its columns; null is a request without messages. */
type ExchangeRecord = Omit<Exchange, keyof Form | 'exchange_id' | 'key' | 'usable' | 'created_at'> & {
  message: Message | null
}

/** An exchange as it is written; texts become well-formed. */
export interface ExchangeRow {
  exchange_id: string
  key: string
  usable: number
  created_at: string
  provider: string
  model: string
  form: string
  record: string
}

/** An exchange as it is read. */
export type StoredExchange = Omit<ExchangeRow, 'provider' | 'model'>

/** Puts what repeats from exchange to exchange (fixed messages, schema, parameters) apart from what does not. */
export function toExchangeRow(exchange: Exchange): ExchangeRow {
  const { exchange_id, key, usable, created_at, provider, model, model_digest, request, ...rest } = exchange
  const form: Form = { provider, model, request: { ...request, messages: request.messages.slice(0, -1) } }
  if (model_digest !== undefined) form.model_digest = model_digest
  const record: ExchangeRecord = { ...rest, message: request.messages.at(-1) ?? null }
  return {
    exchange_id: toText(exchange_id),
    key: toText(key),
    usable: usable ? 1 : 0,
    created_at,
    provider: toText(provider),
    model: toText(model),
    form: toJson(form),
    record: toJson(record),
  }
}

/** The exchange that a row holds; `location` names the store where it is damaged. */
export function fromExchangeRow(row: StoredExchange, location: string): Exchange {
  const { request: shared, ...form } = fromJson<Form>(row.form, location)
  const { message, ...rest } = fromJson<ExchangeRecord>(row.record, location)
  const request: ModelRequest = message === null ? shared : { ...shared, messages: [...shared.messages, message] }
  return {
    exchange_id: fromText(row.exchange_id),
    key: fromText(row.key),
    usable: row.usable === 1,
    created_at: row.created_at,
    ...form,
    request,
    ...rest,
  }
}
