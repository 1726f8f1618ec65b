import type { CompleteReply } from './scripted-reply.ts'
import type { ReadRequest, ServedRequest } from './served-request.ts'
import { countOf, messagesOf, objectOf, type Problem, textsOf, type WireFormat } from './wire-format.ts'

const FINISH = { stop: 'stop', length: 'length', refused: 'content_filter' } as const

const ONE_MODEL = '/v1/models/'

/** OpenAI's chat completions, embeddings and models, below `/v1`. */
export const openaiWire: WireFormat = {
  name: 'openai',
  read(method, path, body) {
    if (method === 'GET' && path === '/v1/models') return { kind: 'models', model: '' }
    if (method === 'GET' && path.startsWith(ONE_MODEL)) {
      return { kind: 'show', model: decodeURIComponent(path.slice(ONE_MODEL.length)) }
    }
    if (method !== 'POST') return undefined
    if (path === '/v1/embeddings') return { kind: 'embed', model: String(body.model), texts: textsOf(body.input) }
    return path === '/v1/chat/completions' ? readChat(body) : undefined
  },
  write(request, reply) {
    return request.kind === 'embed' ? writeEmbeddings(request, reply) : writeChat(request, reply)
  },
  stream(request, reply) {
    const head = { id: `chatcmpl-${request.number}`, object: 'chat.completion.chunk', created: 0, model: request.model }
    const chunk = (delta: unknown, finish: string | null) => ({
      ...head,
      choices: [{ index: 0, delta, finish_reason: finish }],
    })
    const events: unknown[] = [
      chunk({ role: 'assistant', content: reply.text }, null),
      chunk({}, FINISH[reply.stop]),
      { ...head, choices: [], usage: usageOf(reply) },
    ]
    const body = `${events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join('')}data: [DONE]\n\n`
    return { contentType: 'text/event-stream', body }
  },
  info({ kind, model }, served) {
    const entry = (id: string) => ({ id, object: 'model', created: 0, owned_by: 'scripted' })
    if (kind === 'show') return entry(model)
    const names = [...(served.models ?? ['scripted']), ...(served.embeddingModels ?? [])]
    return { object: 'list', data: names.map(entry) }
  },
  refuse,
}

function readChat(body: Readonly<Record<string, unknown>>): ReadRequest {
  const format = objectOf(body.response_format)
  const tool = objectOf(objectOf(Array.isArray(body.tools) ? body.tools[0] : undefined).function)
  const schema = format.type === 'json_schema' ? objectOf(objectOf(format.json_schema).schema) : undefined
  const asTool = tool.name !== undefined
  return {
    kind: 'chat',
    model: String(body.model),
    messages: messagesOf(body.messages),
    structured: asTool ? 'tool' : schema ? 'json_schema' : format.type === 'json_object' ? 'json' : 'none',
    ...(asTool
      ? { toolName: String(tool.name), jsonSchema: objectOf(tool.parameters) }
      : schema && { jsonSchema: schema }),
    ...(body.logprobs === true && { topLogprobs: Number(body.top_logprobs ?? 0) }),
    ...countOf('maxOutputTokens', body.max_completion_tokens, body.max_tokens),
    stream: body.stream === true,
  }
}

function writeChat(request: ServedRequest, reply: CompleteReply): unknown {
  const called = request.structured === 'tool'
  const call = {
    id: `call_${request.number}`,
    type: 'function',
    function: { name: request.toolName, arguments: reply.text },
  }
  const message = {
    role: 'assistant',
    content: called ? null : reply.text,
    ...(reply.thinking !== undefined && { reasoning_content: reply.thinking }),
    ...(called && { tool_calls: [call] }),
  }
  const finish = called && reply.stop === 'stop' ? 'tool_calls' : FINISH[reply.stop]
  return {
    id: `chatcmpl-${request.number}`,
    object: 'chat.completion',
    created: 0,
    model: request.model,
    choices: [{ index: 0, message, logprobs: logprobsOf(request, reply), finish_reason: finish }],
    ...(reply.usage !== null && { usage: usageOf(reply) }),
  }
}

function logprobsOf(request: ServedRequest, { text, firstToken }: CompleteReply): unknown {
  if (request.topLogprobs === undefined || firstToken === undefined) return null
  const [best] = firstToken
  const first = {
    token: best?.token ?? text,
    logprob: best?.logprob ?? 0,
    bytes: null,
    top_logprobs: firstToken.slice(0, request.topLogprobs).map((entry) => ({ ...entry, bytes: null })),
  }
  const rest = best && text.startsWith(best.token) ? text.slice(best.token.length) : ''
  return {
    content: rest === '' ? [first] : [first, { token: rest, logprob: 0, bytes: null, top_logprobs: [] }],
    refusal: null,
  }
}

function usageOf({ usage }: CompleteReply): unknown {
  const { prompt_tokens, completion_tokens, cached_tokens } = usage ?? { prompt_tokens: 0, completion_tokens: 0 }
  return {
    prompt_tokens,
    completion_tokens,
    total_tokens: (prompt_tokens ?? 0) + (completion_tokens ?? 0),
    ...(cached_tokens !== undefined && { prompt_tokens_details: { cached_tokens } }),
  }
}

function writeEmbeddings(request: ServedRequest, reply: CompleteReply): unknown {
  const encoded = request.body.encoding_format === 'base64'
  const shown = (vector: unknown) =>
    encoded && Array.isArray(vector) ? Buffer.from(new Float32Array(vector).buffer).toString('base64') : vector
  const tokens = reply.usage?.prompt_tokens
  return {
    object: 'list',
    model: request.model,
    data: reply.vectors.map((vector, index) => ({ object: 'embedding', index, embedding: shown(vector) })),
    ...(reply.usage !== null && { usage: { prompt_tokens: tokens, total_tokens: tokens } }),
  }
}

const KIND_CODES: Partial<Record<Problem['kind'], string>> = {
  bad_key: 'invalid_api_key',
  unknown_model: 'model_not_found',
  too_long: 'context_length_exceeded',
  refused_parameter: 'unsupported_parameter',
}
const STATUS_CODES: Record<number, string> = {
  401: 'invalid_api_key',
  404: 'model_not_found',
  429: 'rate_limit_exceeded',
}

function refuse(problem: Problem): { status: number; body: unknown } {
  const [status, message] = told(problem)
  const type = status >= 500 ? 'server_error' : 'invalid_request_error'
  const code = KIND_CODES[problem.kind] ?? STATUS_CODES[status] ?? null
  const param = problem.kind === 'refused_parameter' ? problem.parameter : null
  return { status, body: { error: { message, type, param, code } } }
}

function told(problem: Problem): [status: number, message: string] {
  switch (problem.kind) {
    case 'status':
      return [problem.status, problem.message]
    case 'bad_key':
      return [401, 'Incorrect API key provided.']
    case 'unknown_model':
      return [404, `The model \`${problem.model}\` does not exist or you do not have access to it.`]
    case 'not_a_chat_model':
      return [404, 'This is not a chat model and thus not supported in the v1/chat/completions endpoint.']
    case 'not_an_embedding_model':
      return [403, 'You are not allowed to generate embeddings from this model']
    case 'too_long':
      return [
        400,
        `This model's maximum context length is ${problem.window} tokens. However, your messages resulted in ${problem.tokens} tokens.`,
      ]
    case 'refused_parameter':
      return [400, `Unsupported parameter: '${problem.parameter}' is not supported with this model.`]
    case 'unsupported_structure':
      return [
        400,
        `Invalid parameter: '${problem.structured === 'tool' ? 'tools' : 'response_format'}' of type '${problem.structured}' is not supported with this model.`,
      ]
  }
}
