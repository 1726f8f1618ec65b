import type { JSONSchema7, JSONValue, LanguageModelV3CallOptions, LanguageModelV3Prompt } from '@ai-sdk/provider'
import type { Message, ModelRequest } from '../../core/exchange.ts'

/** Name of the tool that a reply is demanded by, and of the schema. */
const REPLY = 'reply'

/** Options of the AI SDK by the names that parameters have in a configuration. */
const STANDARD = {
  temperature: 'temperature',
  top_p: 'topP',
  top_k: 'topK',
  seed: 'seed',
  stop: 'stopSequences',
  presence_penalty: 'presencePenalty',
  frequency_penalty: 'frequencyPenalty',
} as const

export interface CallStyle {
  /** Under which provider options are read by the model. */
  name: string
  /** All parameters go into the body as they are; otherwise those that the AI SDK knows become its options. */
  raw: boolean
  /** Further provider options. */
  extra?: Readonly<Record<string, JSONValue>>
  /** The output limit is among `extra`. */
  ownLimit?: boolean
}

/** A request as a model object of the AI SDK takes it. */
export function callOptions(request: ModelRequest, style: CallStyle, signal: AbortSignal): LanguageModelV3CallOptions {
  const standard: Record<string, unknown> = {}
  const own: Record<string, unknown> = { ...style.extra }
  for (const [key, value] of Object.entries(request.parameters)) {
    const option = style.raw ? undefined : STANDARD[key as keyof typeof STANDARD]
    if (option === 'stopSequences') standard[option] = Array.isArray(value) ? value : [value]
    else if (option !== undefined) standard[option] = value
    else own[key] = value
  }
  return {
    prompt: request.messages.map(promptMessage),
    ...(style.ownLimit ? {} : { maxOutputTokens: request.max_output_tokens }),
    ...standard,
    ...demand(request),
    ...(Object.keys(own).length === 0 ? {} : { providerOptions: { [style.name]: own as Record<string, JSONValue> } }),
    abortSignal: signal,
  }
}

/** What of a request could be refused, by the names that are used between provider and engine. */
export function sentNames({ parameters, structured, json_schema, top_logprobs }: ModelRequest): string[] {
  const tool = structured === 'tool' && json_schema !== undefined
  const format = structured === 'json' || (structured === 'json_schema' && json_schema !== undefined)
  return [
    ...Object.keys(parameters),
    ...(tool ? ['tools'] : []),
    ...(format ? ['response_format'] : []),
    ...(top_logprobs === undefined ? [] : ['logprobs', 'top_logprobs']),
  ]
}

function promptMessage({ role, content }: Message): LanguageModelV3Prompt[number] {
  return role === 'system' ? { role, content } : { role, content: [{ type: 'text', text: content }] }
}

function demand({ structured, json_schema }: ModelRequest): Partial<LanguageModelV3CallOptions> {
  const schema = json_schema as JSONSchema7 | undefined
  if (structured === 'json') return { responseFormat: { type: 'json' } }
  if (schema === undefined) return {}
  if (structured === 'json_schema') return { responseFormat: { type: 'json', schema, name: REPLY } }
  if (structured !== 'tool') return {}
  return {
    tools: [{ type: 'function', name: REPLY, description: 'Gives the reply.', inputSchema: schema }],
    toolChoice: { type: 'tool', toolName: REPLY },
  }
}
