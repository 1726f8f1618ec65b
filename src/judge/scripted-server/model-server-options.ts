import type { Fault, ReplyFunction, ScriptedReply } from './scripted-reply.ts'
import type { ServedRequest } from './served-request.ts'
import type { WireFormat } from './wire-format.ts'

/** How a scripted model server behaves; everything has a default. */
export interface ModelServerOptions {
  /**
   * Replies to chats: one for all, a list used up in order, or a function of the request. Without it, and where the function
   * returns undefined, the default answer is given: a value that satisfies the demanded JSON Schema, or the first of the usual
   * answers to a closed question with probability .9. A list that is used up answers 400 and says so.
   */
  reply?: string | ScriptedReply | ReplyFunction | readonly (string | ScriptedReply)[]
  /** The vector of a text; default one that depends on its words. */
  embed?: (text: string) => readonly number[]
  /** Words of the default answer to a closed question, likeliest first; default those that the prompt names. */
  words?: readonly string[]
  /** Milliseconds between a request for chat or embeddings and its answer; default 0. */
  latencyMs?: number | ((request: ServedRequest) => number)
  /** Faults of the first requests for chat or embeddings, in order, or a function of any request. */
  faults?: readonly (Fault | undefined)[] | ((request: ServedRequest) => Fault | undefined)
  /** Names of chat models; default any name that is not an embedding model. */
  models?: readonly string[]
  /** Names of embedding models; default any name that is not a chat model. */
  embeddingModels?: readonly string[]
  /** Tokens that the model reads at once, see `countTokens`; default 32,768. */
  contextWindow?: number
  /** What becomes of a prompt that is too long: refused, or cut in silence as old servers do. Ollama's `truncate` goes before. */
  overflow?: 'refuse' | 'cut'
  /** A key without which every request gets 401. */
  key?: string
  /** Parameters (of the body, or of Ollama's options) that the model refuses with 400. */
  refusedParameters?: readonly string[]
  /** Ways of demanding JSON that the model knows; others get 400. Default all. */
  structured?: readonly ('json_schema' | 'tool' | 'json')[]
  /** Whether probabilities of tokens are given; default true (Ollama from 0.12.11 on). */
  logprobs?: boolean
  /** Version that Ollama's routes tell; default 0.12.11. */
  ollamaVersion?: string
  /** Further wire formats, asked before those of OpenAI and Ollama. */
  wires?: readonly WireFormat[]
  /** How many calls the log keeps, the newest at least; default 100,000. */
  keepCalls?: number
  /** Port on loopback; default a free one. */
  port?: number
}
