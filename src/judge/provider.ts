import type { ModelRequest, ModelUsage, StopReason, TokenProbability } from '../core/exchange.ts'

/** What a model sent back, before anything is believed of it. */
export interface ModelReply {
  /** The text as it came, reasoning left out only where the provider keeps it apart. */
  text: string
  stop: StopReason
  stop_detail?: string
  /** Candidates for the first token, likeliest first, when the request asked for them and the provider gives them. */
  first_token?: TokenProbability[]
  usage: ModelUsage | null
  warnings?: string[]
}

/** What is known of a model before it is asked anything. */
export interface ModelFacts {
  /** Digest or version of the weights where the provider tells it. */
  digest?: string
  /** The context window in tokens; with `canRaise` up to this much may be asked for. */
  window?: number
  /** The window is what the request asks for (Ollama, llama-cpp) and not the server's own business. */
  canRaise: boolean
  /** Runs on this machine: loopback address or embedded. */
  local: boolean
  /** Gives probabilities of tokens; undefined = not known before it is asked. */
  logprobs?: boolean
  /** The ways of demanding JSON that may be tried, strongest first. */
  structured: readonly ('json_schema' | 'tool' | 'json' | 'none')[]
  /** Which of a question's word lists is in use, by the lists as JSON; told by a recording alone. */
  wordLists?: Readonly<Record<string, number>>
  /** Server version, where told. */
  server?: string
  /** What the user should know and what stops nothing, for example a model that the server does not list. */
  warnings?: readonly string[]
}

/**
 * A served model. One request, one attempt: retries, pace, cache and budget are not its business. Fails only with
 * {@link ProviderError}.
 */
export interface Provider {
  /** As in the configuration, for example `ollama`. */
  readonly provider: string
  readonly model: string
  /** Scheme, host and port that are asked, without path or key; `embedded` or a file for what has none. */
  readonly address: string
  /** Asked once. Fails when the server is not there, the key is wrong or the model is unknown, where that can be known without a spend. */
  facts(signal: AbortSignal): Promise<ModelFacts>
  chat(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>
  close(): Promise<void>
}

/** A served embedding model; the same rules. */
export interface EmbeddingProvider {
  readonly provider: string
  readonly model: string
  readonly address: string
  /** Most texts that one request may hold. */
  readonly maxBatch: number
  facts(signal: AbortSignal): Promise<Pick<ModelFacts, 'digest' | 'local' | 'warnings'>>
  /** One vector a text, in order, all of one length, every number finite. */
  embed(texts: readonly string[], signal: AbortSignal): Promise<{ vectors: number[][]; usage: ModelUsage | null }>
  close(): Promise<void>
}

/**
 * What went wrong with a request.
 * - `auth`, `unknown_model`, `quota`, `unsupported`, `misconfigured`: only the user can mend it; the run stops.
 * - `rate_limited`, `unavailable` (5xx, reset, refused connection), `timeout`: may pass; tried again.
 * - `refused_parameter`: `parameter` names it; sent again without it.
 * - `too_long`: the prompt does not fit the window.
 * - `bad_request`: refused for another reason; `bad_reply`: no reply of the provider's own shape (HTML, half a body).
 */
export type ProviderErrorKind =
  | 'auth'
  | 'unknown_model'
  | 'quota'
  | 'unsupported'
  | 'misconfigured'
  | 'rate_limited'
  | 'unavailable'
  | 'timeout'
  | 'refused_parameter'
  | 'too_long'
  | 'bad_request'
  | 'bad_reply'

export class ProviderError extends Error {
  readonly kind: ProviderErrorKind
  readonly status: number | undefined
  /** How long the server asked to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  readonly parameter: string | undefined
  /** The beginning of what the server answered, without secrets. */
  readonly body: string | undefined

  constructor(
    kind: ProviderErrorKind,
    message: string,
    extra: { status?: number; retryAfterMs?: number; parameter?: string; body?: string; cause?: unknown } = {},
  ) {
    super(message, extra.cause === undefined ? undefined : { cause: extra.cause })
    this.name = 'ProviderError'
    this.kind = kind
    this.status = extra.status
    this.retryAfterMs = extra.retryAfterMs
    this.parameter = extra.parameter
    this.body = extra.body
  }
}
