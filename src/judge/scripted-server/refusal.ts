import type { ModelServerOptions } from './model-server-options.ts'
import { type ServedRequest, windowOf } from './served-request.ts'
import { objectOf, type Problem, type WireFormat } from './wire-format.ts'

/** What a real server would refuse this request with, before any model reads it; undefined when it would not. */
export function refusalOf(
  options: ModelServerOptions,
  wire: WireFormat,
  request: ServedRequest,
  unreadable: boolean,
): Problem | undefined {
  if (options.key !== undefined && !carriesKey(request, options.key)) return { kind: 'bad_key' }
  if (unreadable) return { kind: 'status', status: 400, message: 'the body is not valid JSON' }
  if (request.kind === 'show' || request.kind === 'chat' || request.kind === 'embed') {
    return (
      modelRefusal(options, request) ?? (request.kind === 'show' ? undefined : contentRefusal(options, wire, request))
    )
  }
  return undefined
}

/** Keys travel as `Authorization: Bearer`, `x-api-key` or `x-goog-api-key`. */
function carriesKey({ headers }: ServedRequest, key: string): boolean {
  return headers.authorization === `Bearer ${key}` || headers['x-api-key'] === key || headers['x-goog-api-key'] === key
}

function bare(name: string): string {
  return name.replace(/:latest$/, '')
}

/** A name that is in no list is a model of the asked kind where that kind has no list. */
function modelRefusal(options: ModelServerOptions, { kind, model }: ServedRequest): Problem | undefined {
  const has = (names: readonly string[] = []) => names.some((name) => bare(name) === bare(model))
  const [chats, embeds] = [has(options.models), has(options.embeddingModels)]
  const anyChats = options.models === undefined && !embeds
  const anyEmbeds = options.embeddingModels === undefined && !chats
  if (kind === 'chat' && !chats && !anyChats) return { kind: embeds ? 'not_a_chat_model' : 'unknown_model', model }
  if (kind === 'embed' && !embeds && !anyEmbeds) {
    return { kind: chats ? 'not_an_embedding_model' : 'unknown_model', model }
  }
  return kind === 'show' && !chats && !embeds && !anyChats ? { kind: 'unknown_model', model } : undefined
}

function contentRefusal(options: ModelServerOptions, wire: WireFormat, request: ServedRequest): Problem | undefined {
  const given = wire.name === 'ollama' ? objectOf(request.body.options) : request.body
  const refused = options.refusedParameters?.find((name) => given[name] !== undefined)
  if (refused !== undefined) return { kind: 'refused_parameter', parameter: refused }
  const { structured } = request
  if (structured !== 'none' && options.structured?.includes(structured) === false) {
    return { kind: 'unsupported_structure', structured }
  }
  const tokens = request.promptTokens
  const window = windowOf(request, options.contextWindow ?? 32_768)
  const refuses = wire.name === 'ollama' ? !request.truncate : options.overflow !== 'cut'
  return tokens > window && refuses ? { kind: 'too_long', tokens, window } : undefined
}
