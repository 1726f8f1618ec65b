import type { Problem, WireFormat } from '../../scripted-server/wire-format.ts'
import { messagesOf, objectOf, textOf } from '../../scripted-server/wire-format.ts'

const STOPS = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' } as const
const TYPES: Record<number, string> = {
  401: 'authentication_error',
  403: 'permission_error',
  404: 'not_found_error',
  413: 'request_too_large',
  429: 'rate_limit_error',
}

/** Anthropic's Messages API, below `/v1`. */
export const anthropicWire: WireFormat = {
  name: 'anthropic',
  read(method, path, body) {
    if (method === 'GET' && path.startsWith('/v1/models/')) return { kind: 'models', model: path.slice(11) }
    if (method !== 'POST' || path !== '/v1/messages') return undefined
    const tool = objectOf(Array.isArray(body.tools) ? body.tools[0] : undefined)
    const system = Array.isArray(body.system) ? [{ role: 'system', content: textOf(body.system) }] : []
    return {
      kind: 'chat',
      model: String(body.model),
      messages: messagesOf([...system, ...(Array.isArray(body.messages) ? body.messages : [])]),
      maxOutputTokens: Number(body.max_tokens),
      stream: body.stream === true,
      structured: tool.name === undefined ? 'none' : 'tool',
      ...(tool.name === undefined ? {} : { toolName: String(tool.name), jsonSchema: objectOf(tool.input_schema) }),
    }
  },
  write(request, { text, stop, usage }) {
    const called = request.structured === 'tool' && stop === 'stop'
    const part = called
      ? { type: 'tool_use', id: 'toolu_1', name: request.toolName, input: JSON.parse(text) }
      : { type: 'text', text }
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: request.model,
      content: [part],
      stop_reason: called ? 'tool_use' : STOPS[stop],
      stop_sequence: null,
      usage: { input_tokens: usage?.prompt_tokens ?? 0, output_tokens: usage?.completion_tokens ?? 0 },
    }
  },
  info: (request) => ({ type: 'model', id: request.model, display_name: request.model, max_input_tokens: 200_000 }),
  refuse(problem) {
    const [status, message] = told(problem)
    const type = TYPES[status] ?? (status >= 500 ? 'api_error' : 'invalid_request_error')
    return { status, body: { type: 'error', error: { type, message } } }
  },
}

function told(problem: Problem): [status: number, message: string] {
  switch (problem.kind) {
    case 'status':
      return [problem.status, problem.message]
    case 'bad_key':
      return [401, 'invalid x-api-key']
    case 'too_long':
      return [400, `prompt is too long: ${problem.tokens} tokens > ${problem.window} maximum`]
    case 'refused_parameter':
      return [400, `\`${problem.parameter}\` is deprecated for this model.`]
    case 'unsupported_structure':
      return [400, `${problem.structured} is not supported with this model`]
    default:
      return [404, `model: ${problem.model}`]
  }
}
