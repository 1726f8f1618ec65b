import type { Message } from '../../core/exchange.ts'

/** What a request asks for; `other` = a path that no wire format knows. */
export type ServedKind = 'chat' | 'embed' | 'models' | 'show' | 'version' | 'other'

/** A request as the scripted model server read it, the same for every wire format. */
export interface ServedRequest {
  /** In order of arrival, from 1. */
  number: number
  /** The wire format, for example `openai` or `ollama`. */
  api: string
  kind: ServedKind
  method: string
  /** Path without the query. */
  path: string
  headers: Readonly<Record<string, string | string[] | undefined>>
  /** The body as it came; an empty object when there was none. */
  body: Readonly<Record<string, unknown>>
  model: string
  /** Messages of a chat; empty otherwise. */
  messages: readonly Message[]
  /** The last message's text; empty without messages. */
  prompt: string
  /** Tokens of the messages or the texts, see {@link countTokens}. */
  promptTokens: number
  /** Texts to embed; empty otherwise. */
  texts: readonly string[]
  /** JSON Schema that the reply is to follow, also when it is demanded as a tool's parameters. */
  jsonSchema?: Readonly<Record<string, unknown>>
  structured: 'json_schema' | 'tool' | 'json' | 'none'
  toolName?: string
  /** How many candidates for each token are asked for; absent = no probabilities. */
  topLogprobs?: number
  maxOutputTokens?: number
  /** Ollama: the context window asked for, in tokens. */
  numCtx?: number
  /** Ollama: false = refuse a prompt that is too long instead of cutting it. */
  truncate: boolean
  stream: boolean
}

/** What a wire format reads out of a method, a path and a body; the server adds the rest. */
export type ReadRequest = Pick<ServedRequest, 'kind' | 'model'> &
  Partial<Omit<ServedRequest, 'number' | 'api' | 'method' | 'path' | 'headers' | 'body' | 'prompt' | 'promptTokens'>>

/**
 * Tokens that the scripted model counts in a text: one for four ASCII characters, one for each other character. Real
 * tokenizers differ; it is made to be foreseeable.
 */
export function countTokens(text: string): number {
  if (!/[^\x00-\x7f]/.test(text)) return Math.ceil(text.length / 4)
  let wide = 0
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 127) wide += 1
  return Math.ceil((text.length - wide) / 4) + wide
}

/** Tokens of a prompt: those of its messages and four more for each. */
export function countPromptTokens(request: Pick<ServedRequest, 'messages' | 'texts'>): number {
  const messages = request.messages.reduce((sum, message) => sum + countTokens(message.content) + 4, 0)
  return request.texts.reduce((sum, text) => sum + countTokens(text), messages)
}

/** The window that a request is read with: Ollama's is the one asked for, 4,096 without asking, up to the model's own. */
export function windowOf(request: ServedRequest, contextWindow: number): number {
  return request.api === 'ollama' ? Math.min(request.numCtx ?? 4096, contextWindow) : contextWindow
}
