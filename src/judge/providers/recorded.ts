import type { Exchange, ModelRequest } from '../../core/exchange.ts'
import { hashOf } from '../../core/hash.ts'
import type { JudgeSettings, VerifierSettings } from '../../core/judge-config.ts'
import { type ModelFacts, type ModelReply, type Provider, ProviderError, type ProviderErrorKind } from '../provider.ts'
import { type Recording, readRecording } from './read-recording.ts'
import type { JudgeHeader } from './recording-format.ts'
import { shown } from './shown.ts'

const HOW = 'record it: run once with a real judge, then `ragstone export exchanges`'

/**
 * Answers with what another judge answered once: a file of recorded exchanges, see `recording-format.ts`. A reply is found by
 * the content of the question: messages, JSON Schema, output limit and probabilities asked for, whoever the recorded model
 * was. The same question again gets the next of its recorded replies (repeats and what was asked anew), then the last one.
 * A question that is not there ends the run and is shown.
 */
export async function recordedProvider(
  settings: JudgeSettings | VerifierSettings,
  context: { folder: string },
): Promise<Provider> {
  const recording = await readRecording(settings.model, context.folder)
  const header = recording.judge ?? guessedHeader(recording)
  const replies = replyQueues(recording.exchanges)
  return {
    provider: 'recorded',
    model: header.model,
    address: recording.file,
    async facts(signal) {
      signal.throwIfAborted()
      if (recording.exchanges.length === 0) {
        throw new ProviderError('misconfigured', `${recording.file} holds no exchange; ${HOW}`)
      }
      return factsOf(header)
    },
    async chat(request, signal) {
      signal.throwIfAborted()
      const found = replies.get(contentOf(request))?.()
      if (found === undefined) throw unknownQuestion(request, recording)
      return replyOf(found)
    },
    async close() {},
  }
}

/** What a reply is found by. The window and the parameters are not in it, nor is the way of demanding JSON. */
function contentOf({ messages, json_schema, top_logprobs, max_output_tokens }: ModelRequest): string {
  return hashOf([
    messages.map(({ role, content }) => [role, content]),
    json_schema ?? null,
    top_logprobs ?? null,
    max_output_tokens,
  ])
}

/** For each question a function that gives its replies one after another, and the last one from then on. */
function replyQueues(exchanges: readonly Exchange[]): Map<string, () => Exchange | undefined> {
  const groups = new Map<string, Exchange[]>()
  for (const exchange of exchanges) {
    const content = contentOf(exchange.request)
    groups.set(content, [...(groups.get(content) ?? []), exchange])
  }
  const queues = new Map<string, () => Exchange | undefined>()
  for (const [content, group] of groups) {
    const answered = group.filter(({ reply }) => reply !== null)
    const ordered = (answered.length > 0 ? answered : group).sort(
      (a, b) => a.repeat - b.repeat || (a.created_at < b.created_at ? -1 : a.created_at > b.created_at ? 1 : 0),
    )
    let next = 0
    queues.set(content, () => {
      const found = ordered[Math.min(next, ordered.length - 1)]
      next += 1
      return found
    })
  }
  return queues
}

function replyOf(exchange: Exchange): ModelReply {
  const { reply, stop, stop_detail, first_token, usage, warnings, error } = exchange
  if (reply === null) {
    const kind = (error?.kind ?? 'bad_reply') as ProviderErrorKind
    throw new ProviderError(kind, `recorded: ${error?.message ?? 'no reply came'}`)
  }
  return {
    text: reply,
    stop: stop ?? 'unknown',
    usage,
    ...(stop_detail !== undefined && { stop_detail }),
    ...(first_token !== undefined && { first_token }),
    ...(warnings !== undefined && { warnings }),
  }
}

function unknownQuestion(request: ModelRequest, { file, exchanges }: Recording): ProviderError {
  const last = shown(request.messages.at(-1)?.content ?? '')
  const question = `${file} holds no reply to the question that begins with "${last}"`
  const near = nearMiss(request, exchanges)
  return new ProviderError('misconfigured', `${question}${near === undefined ? '' : `: ${near}`}; ${HOW}`)
}

/** Why the same messages are recorded and still not found. */
function nearMiss(request: ModelRequest, exchanges: readonly Exchange[]): string | undefined {
  const wanted = hashOf(request.messages)
  const same = exchanges.find((exchange) => hashOf(exchange.request.messages) === wanted)?.request
  if (same === undefined) return undefined
  if (same.max_output_tokens !== request.max_output_tokens) {
    return `it was recorded with max_output_tokens ${same.max_output_tokens}, not ${request.max_output_tokens}`
  }
  if (same.top_logprobs !== request.top_logprobs) {
    const said = (count: number | undefined) =>
      count === undefined ? 'without probabilities' : `with ${count} of them`
    return `it was recorded ${said(same.top_logprobs)}, not ${said(request.top_logprobs)}`
  }
  return 'it was recorded with another JSON Schema'
}

function factsOf({ digest, facts, provider, model, recorded_at }: JudgeHeader): ModelFacts {
  const { window, can_raise, local, logprobs, structured, server, word_lists } = facts
  return {
    canRaise: can_raise,
    local,
    structured,
    ...(digest !== undefined && { digest }),
    ...(window !== undefined && { window }),
    ...(logprobs !== undefined && { logprobs }),
    ...(server !== undefined && { server }),
    ...(word_lists !== undefined && { wordLists: word_lists }),
    warnings: [`replies of ${provider} ${model}, recorded ${recorded_at.slice(0, 10)}, are played again`],
  }
}

/** Exchanges alone: what was asked for tells how it was asked. */
function guessedHeader({ exchanges, file }: Recording): JudgeHeader {
  const [first] = exchanges
  const ways = new Set(exchanges.flatMap(({ request }) => request.structured ?? []))
  const graded = exchanges.some(({ first_token }) => first_token !== undefined)
  const dates = exchanges.map(({ created_at }) => created_at).sort()
  return {
    recording: 'judge',
    format: 1,
    recorded_at: dates.at(-1) ?? '',
    provider: first?.provider ?? 'recorded',
    model: first?.model ?? file,
    ...(first?.model_digest !== undefined && { digest: first.model_digest }),
    facts: {
      can_raise: exchanges.some(({ request }) => request.num_ctx !== undefined),
      local: graded,
      logprobs: graded,
      structured: ways.size > 0 ? [...ways] : ['json_schema', 'json', 'none'],
    },
  }
}
