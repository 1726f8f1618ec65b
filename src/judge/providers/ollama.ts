import type { ModelRequest, ModelUsage, StopReason, TokenProbability } from '../../core/exchange.ts'
import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import { type ModelReply, type Provider, ProviderError } from '../provider.ts'
import { tokenCandidates } from './first-token.ts'
import { type OllamaServer, ollamaServer } from './ollama-http.ts'
import { type OllamaModel, ollamaModel } from './ollama-model.ts'
import { shown } from './shown.ts'

/** Most candidates for a token that Ollama gives. */
const MOST_CANDIDATES = 20
/** Parameters that stand beside `options` in a request and not in it. */
const BESIDE_OPTIONS = ['think', 'keep_alive'] as const

/**
 * A model served by Ollama, asked through its native `/api/chat`: the OpenAI-compatible route ignores `num_ctx`. A prompt that
 * is too long is refused and not cut (`truncate: false`), and a full window ends the reply (`shift: false`). Models that think
 * are asked not to, unless `parameters.think` says otherwise: the probability of a verdict word is that of the first token.
 */
export function ollamaProvider(settings: JudgeSettings | VerifierSettings): Provider {
  const server = ollamaServer(settings, 'chat')
  let known: OllamaModel | undefined
  return {
    provider: 'ollama',
    model: server.model,
    address: server.connection.address,
    async facts(signal) {
      known = await ollamaModel(server, signal)
      if (known.capabilities?.includes('completion') === false) {
        throw new ProviderError('unsupported', `"${server.model}" on ${server.connection.address} is no chat model`)
      }
      return known.facts
    },
    async chat(request, signal) {
      const body = await server.ask('/api/chat', chatBody(server.model, request, known), signal)
      return replyOf(body, request, server)
    },
    async close() {
      server.connection.fetch.close()
    },
  }
}

function chatBody(model: string, request: ModelRequest, known: OllamaModel | undefined): Record<string, unknown> {
  const options: Record<string, unknown> = { ...request.parameters, num_predict: request.max_output_tokens }
  if (request.num_ctx !== undefined) options.num_ctx = request.num_ctx
  const beside: Record<string, unknown> = known?.capabilities?.includes('thinking') ? { think: false } : {}
  for (const name of BESIDE_OPTIONS) {
    if (name in options) beside[name] = options[name]
    delete options[name]
  }
  const format = formatOf(request)
  const graded = request.top_logprobs !== undefined && known?.facts.logprobs !== false
  return {
    model,
    messages: request.messages,
    stream: false,
    truncate: false,
    shift: false,
    options,
    ...beside,
    ...(format !== undefined && { format }),
    ...(graded && { logprobs: true, top_logprobs: Math.min(request.top_logprobs ?? 1, MOST_CANDIDATES) }),
  }
}

function formatOf({ json_schema, structured = 'json_schema' }: ModelRequest): unknown {
  if (json_schema === undefined || structured === 'none') return undefined
  return structured === 'json' ? 'json' : json_schema
}

function replyOf(body: Readonly<Record<string, unknown>>, request: ModelRequest, server: OllamaServer): ModelReply {
  const { message, done_reason } = body
  const text = typeof message === 'object' && message !== null && 'content' in message ? message.content : undefined
  if (typeof text !== 'string') {
    const beginning = shown(JSON.stringify(body), server.connection.mask)
    throw new ProviderError(
      'bad_reply',
      `${server.connection.base}/api/chat answered without a message: ${beginning}`,
      {
        body: beginning,
      },
    )
  }
  const firstToken = request.top_logprobs === undefined ? undefined : firstTokenOf(body.logprobs, text)
  return {
    text,
    stop: STOPS[String(done_reason)] ?? 'unknown',
    ...(typeof done_reason === 'string' && { stop_detail: done_reason }),
    ...(firstToken !== undefined && { first_token: firstToken }),
    usage: usageOf(body),
  }
}

const STOPS: Readonly<Record<string, StopReason>> = { stop: 'stop', length: 'length' }

/** Counts that are left out are not zero: old servers leave them out when all of the prompt was kept from before. */
function usageOf({ prompt_eval_count, eval_count }: Readonly<Record<string, unknown>>): ModelUsage | null {
  const count = (value: unknown) => (typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null)
  const usage = { prompt_tokens: count(prompt_eval_count), completion_tokens: count(eval_count) }
  return usage.prompt_tokens === null && usage.completion_tokens === null ? null : usage
}

/** Candidates for the token that the text begins with: tokens of reasoning and white space may stand before it. */
function firstTokenOf(logprobs: unknown, text: string): TokenProbability[] | undefined {
  if (!Array.isArray(logprobs) || logprobs.length === 0) return undefined
  const tokens = logprobs.map((entry) => String(entry?.token ?? ''))
  const wanted = text.trimStart()
  if (wanted === '') return undefined
  const at = tokens.findIndex(
    (token, index) => token.trim() !== '' && startsAlike(tokens.slice(index).join('').trimStart(), wanted),
  )
  return tokenCandidates(logprobs[at])
}

function startsAlike(a: string, b: string): boolean {
  return a.startsWith(b.slice(0, a.length)) && b.startsWith(a.slice(0, b.length))
}
