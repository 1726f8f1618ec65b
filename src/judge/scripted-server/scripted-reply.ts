import type { ModelUsage, TokenProbability } from '../../core/exchange.ts'
import type { ServedRequest } from './served-request.ts'

/**
 * What goes wrong with a reply.
 * - `status`: an error of the given status; the body is the wire format's own unless given, with `message` in it.
 * - `html`: an HTML page, as a proxy sends it (status 200 unless given). `empty`: no body (status 200 unless given).
 * - `half_body`: the connection is dropped in the middle of the body. `half_json`: the body ends in the middle of its JSON.
 * - `content_type`: a good body under another content type.
 * - `slow_first_byte`: nothing is sent for `ms`. `slow_body`: the body trickles in over `ms`. `silent`: no answer, ever.
 * - `redirect`: to another address (status 307 unless given). `reset`: the connection is reset before the answer.
 * - `cut`: the reply stops half way, with the stop reason of a reached output limit.
 * - `prompt_cut`: half the prompt was read in silence: a good reply with a prompt count that is too low.
 */
export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; message?: string; body?: unknown }
  | { kind: 'html'; status?: number }
  | { kind: 'empty'; status?: number }
  | { kind: 'half_body' }
  | { kind: 'half_json' }
  | { kind: 'content_type'; contentType: string }
  | { kind: 'slow_first_byte'; ms: number }
  | { kind: 'slow_body'; ms: number }
  | { kind: 'silent' }
  | { kind: 'redirect'; to: string; status?: number }
  | { kind: 'reset' }
  | { kind: 'cut' }
  | { kind: 'prompt_cut'; promptTokens?: number }

/** A scripted answer; every field left out is filled in as a well-behaved model would. */
export interface ScriptedReply {
  /** The reply's text. */
  text?: string
  /** The reply as a value, sent as JSON. */
  json?: unknown
  /** Probabilities of the first token by word, for example `{ Yes: 0.9, No: 0.1 }`; the likeliest is also the text unless `text` is given. */
  probabilities?: Readonly<Record<string, number>>
  /** Reasoning that the wire format keeps apart from the text. */
  thinking?: string
  /** How the reply ends; `refused` = withheld by a content filter. */
  stop?: 'stop' | 'length' | 'refused'
  /** null = the server does not tell. */
  usage?: ModelUsage | null
  /** For a request for embeddings: one vector a text, sent as given. */
  vectors?: readonly unknown[]
  /** In place of the server's latency. */
  latencyMs?: number
  fault?: Fault
}

/** An answer made from the request; undefined = the default answer. A text alone is the reply's text. */
export type ReplyFunction = (
  request: ServedRequest,
) => ScriptedReply | string | undefined | Promise<ScriptedReply | string | undefined>

/** A reply in which nothing is left open, ready to be written in a wire format. */
export interface CompleteReply {
  text: string
  thinking?: string
  stop: 'stop' | 'length' | 'refused'
  usage: ModelUsage | null
  /** Candidates for the first token, likeliest first. */
  firstToken?: TokenProbability[]
  vectors: readonly unknown[]
}
