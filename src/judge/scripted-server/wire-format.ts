import type { CompleteReply } from './scripted-reply.ts'
import type { ReadRequest, ServedRequest } from './served-request.ts'

/** What the scripted model server claims to be. */
export interface ServedModels {
  /** Names of chat models; undefined = any name. */
  models: readonly string[] | undefined
  /** Names of embedding models; undefined = any name. */
  embeddingModels: readonly string[] | undefined
  /** Tokens that the models read at once. */
  contextWindow: number
  /** Version that Ollama's routes tell. */
  ollamaVersion: string
}

/** What a request is refused with. */
export type Problem =
  | { kind: 'status'; status: number; message: string }
  | { kind: 'bad_key' }
  | { kind: 'unknown_model'; model: string }
  | { kind: 'not_a_chat_model'; model: string }
  | { kind: 'not_an_embedding_model'; model: string }
  | { kind: 'too_long'; tokens: number; window: number }
  | { kind: 'refused_parameter'; parameter: string }
  | { kind: 'unsupported_structure'; structured: string }

/** A way of speaking to a model over HTTP: how requests are read and answers written. */
export interface WireFormat {
  name: string
  /** The request, or undefined when the path is not one of this format. */
  read(method: string, path: string, body: Readonly<Record<string, unknown>>): ReadRequest | undefined
  /** The body of a good answer to a chat or an embedding request. */
  write(request: ServedRequest, reply: CompleteReply): unknown
  /** The body of a good answer to a streaming request. */
  stream?(request: ServedRequest, reply: CompleteReply): { contentType: string; body: string }
  /** The body of an answer to `models`, `show` or `version`. */
  info?(request: ServedRequest, served: ServedModels): unknown
  /** Status and body of a refusal. */
  refuse(problem: Problem): { status: number; body: unknown }
}

/** A value of a JSON body if it is an object, otherwise an empty one. */
export function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** The text of a message's content, a string or a list of text parts. */
export function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map((part) => (typeof part === 'string' ? part : String(objectOf(part).text ?? ''))).join('')
}

/** The messages of a body; roles other than system and assistant count as the user's. */
export function messagesOf(value: unknown): ServedRequest['messages'] {
  if (!Array.isArray(value)) return []
  return value.map((entry) => {
    const { role, content } = objectOf(entry)
    const known = role === 'developer' ? 'system' : role
    return { role: known === 'system' || known === 'assistant' ? known : 'user', content: textOf(content) }
  })
}

/** The texts of an embedding request. */
export function textsOf(input: unknown): string[] {
  return (Array.isArray(input) ? input : [input]).filter((text) => typeof text === 'string')
}

/** A positive whole number of a body, under `name`, or nothing. */
export function countOf<Name extends string>(name: Name, ...values: unknown[]): { [Key in Name]?: number } {
  const found = values.find((value) => typeof value === 'number' && value > 0)
  return (found === undefined ? {} : { [name]: found }) as { [Key in Name]?: number }
}
