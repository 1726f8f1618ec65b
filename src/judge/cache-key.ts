import { hash } from 'node:crypto'
import type { Message, ModelRequest } from '../core/exchange.ts'
import { canonicalJson } from '../core/hash.ts'

/** Which model answers: all of it is part of every key, so two models on one store never share a reply. */
export interface ModelIdentity {
  provider: string
  model: string
  address: string
  /** Digest of the weights where the provider tells it. */
  digest?: string
}

/** Under which name what is learnt of a model is kept. Readable; without secrets. */
export function modelKeyOf({ provider, model, address, digest }: ModelIdentity): string {
  return [provider, address, model, ...(digest === undefined ? [] : [digest])].join('|')
}

/** What is asked in the same way for many questions of one model. */
export type RequestForm = Pick<ModelRequest, 'structured' | 'top_logprobs' | 'max_output_tokens' | 'parameters'>

/**
 * Everything beside messages and schema that can change a reply, as text: model, output limit, way of demanding JSON,
 * probabilities asked for, effective parameters. The context window asked for (`num_ctx`) is not in it: it only guards against
 * cutting, and a cut exchange is never usable.
 */
export function formText(modelKey: string, form: RequestForm): string {
  return JSON.stringify([
    modelKey,
    form.structured ?? null,
    form.top_logprobs ?? null,
    form.max_output_tokens,
    canonicalJson(form.parameters),
  ])
}

/**
 * The key of a call: equal keys, equal question. Labels, run names, row ids and step names are not in it. The language is in
 * the messages. `repeat` is: draws are real calls.
 */
export function callKey(form: string, schema: string, messages: readonly Message[], repeat: number): string {
  return digestOf(JSON.stringify(['call', form, schema, repeat, messages.map(({ role, content }) => [role, content])]))
}

/**
 * The fixed part of a batched question: its prompt and the JSON Schema of its reply, both without items, so that it does not
 * depend on which items happen to be asked together. Another draw of the question has another fixed part.
 */
export function fixedPart(empty: readonly Message[], schema: string, repeat = 1): string {
  const draw = repeat === 1 ? [] : [repeat]
  return digestOf(JSON.stringify(['fixed', schema, empty.map(({ role, content }) => [role, content]), ...draw]))
}

/** The key of an item of a batched question: the same item under the same fixed part is paid once, in whatever group. */
export function itemKey(form: string, fixed: string, text: string): string {
  return digestOf(JSON.stringify(['item', form, fixed, text]))
}

/** The key of a text's vector. */
export function vectorKey(modelKey: string, parameters: string, text: string): string {
  return digestOf(JSON.stringify(['vector', modelKey, parameters, text]))
}

/** 128 bits of the SHA-256: a store of a hundred million questions has no two with one key. */
function digestOf(text: string): string {
  return hash('sha256', text, 'hex').slice(0, 32)
}
