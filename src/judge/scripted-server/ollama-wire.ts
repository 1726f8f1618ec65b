import type { CompleteReply } from './scripted-reply.ts'
import type { ReadRequest, ServedRequest } from './served-request.ts'
import {
  countOf,
  messagesOf,
  objectOf,
  type Problem,
  type ServedModels,
  textsOf,
  type WireFormat,
} from './wire-format.ts'

const FIRST_WITH_LOGPROBS = [0, 12, 11] as const
const GET_ROUTES: Record<string, ReadRequest> = {
  '/api/version': { kind: 'version', model: '' },
  '/api/tags': { kind: 'models', model: '' },
}

/** Ollama's own routes below `/api`. Versions before 0.12.11 know no `logprobs` and leave them out in silence. */
export const ollamaWire: WireFormat = {
  name: 'ollama',
  read(method, path, body) {
    if (method === 'GET') return GET_ROUTES[path]
    if (method !== 'POST') return undefined
    const model = String(body.model ?? body.name)
    if (path === '/api/show') return { kind: 'show', model }
    if (path === '/api/embed') {
      return { kind: 'embed', model, texts: textsOf(body.input), truncate: body.truncate !== false }
    }
    return path === '/api/chat' ? readChat(model, body) : undefined
  },
  write(request, reply) {
    return request.kind === 'embed'
      ? { model: request.model, embeddings: reply.vectors, ...promptCount(reply) }
      : writeChat(request, reply, reply.text)
  },
  stream(request, reply) {
    const piece = {
      ...head(request),
      message: { role: 'assistant', content: reply.text },
      done: false,
    }
    const last = writeChat(request, reply, '')
    return { contentType: 'application/x-ndjson', body: `${JSON.stringify(piece)}\n${JSON.stringify(last)}\n` }
  },
  info(request, served) {
    if (request.kind === 'version') return { version: served.ollamaVersion }
    return request.kind === 'show' ? show(request.model, served) : { models: namesOf(served).map(tag) }
  },
  refuse(problem) {
    const [status, error] = told(problem)
    return { status, body: { error } }
  },
}

/** Whether a version of Ollama gives probabilities of tokens. */
export function ollamaGivesLogprobs(version: string): boolean {
  const parts = version.split(/[.-]/).map(Number)
  for (const [index, least] of FIRST_WITH_LOGPROBS.entries()) {
    const part = parts[index] ?? 0
    if (part !== least) return part > least
  }
  return true
}

function readChat(model: string, body: Readonly<Record<string, unknown>>): ReadRequest {
  const options = objectOf(body.options)
  const schema = typeof body.format === 'object' && body.format !== null ? objectOf(body.format) : undefined
  return {
    kind: 'chat',
    model,
    messages: messagesOf(body.messages),
    structured: schema ? 'json_schema' : body.format === 'json' ? 'json' : 'none',
    ...(schema && { jsonSchema: schema }),
    ...(body.logprobs === true && { topLogprobs: Number(body.top_logprobs ?? 0) }),
    ...countOf('maxOutputTokens', options.num_predict),
    ...countOf('numCtx', options.num_ctx),
    truncate: body.truncate !== false,
    stream: body.stream !== false,
  }
}

function head(request: ServedRequest) {
  return { model: request.model, created_at: '2026-01-01T00:00:00Z' }
}

function promptCount({ usage }: CompleteReply) {
  return usage === null ? {} : { prompt_eval_count: usage.prompt_tokens }
}

function writeChat(request: ServedRequest, reply: CompleteReply, content: string): unknown {
  const [best] = reply.firstToken ?? []
  const asked = request.topLogprobs
  const first = best && {
    ...best,
    ...(asked !== undefined && asked > 0 && { top_logprobs: reply.firstToken?.slice(0, asked) }),
  }
  return {
    ...head(request),
    message: {
      role: 'assistant',
      content,
      ...(reply.thinking !== undefined && { thinking: reply.thinking }),
    },
    done: true,
    done_reason: reply.stop === 'length' ? 'length' : 'stop',
    total_duration: 1_000_000,
    load_duration: 0,
    ...promptCount(reply),
    prompt_eval_duration: 500_000,
    ...(reply.usage !== null && { eval_count: reply.usage.completion_tokens }),
    eval_duration: 500_000,
    ...(asked !== undefined && first && { logprobs: [first] }),
  }
}

function namesOf(served: ServedModels): string[] {
  return [...(served.models ?? ['scripted']), ...(served.embeddingModels ?? [])]
}

/** Name as Ollama lists it: with a tag. */
function tagged(name: string): string {
  return name.includes(':') ? name : `${name}:latest`
}

function tag(name: string) {
  const model = tagged(name)
  return { name: model, model, modified_at: '2026-01-01T00:00:00Z', size: 1_000_000, digest: digestOf(model), details }
}

const details = { format: 'gguf', family: 'scripted', parameter_size: '1B', quantization_level: 'Q4_K_M' }

/** A digest that tells models apart and is the same at every start. */
function digestOf(name: string): string {
  return Buffer.from(name).toString('hex').padEnd(64, '0').slice(0, 64)
}

function show(model: string, served: ServedModels): unknown {
  const embeds = served.embeddingModels?.some((name) => tagged(name) === tagged(model)) === true
  return {
    details,
    capabilities: embeds ? ['embedding'] : ['completion'],
    model_info: { 'general.architecture': 'scripted', 'scripted.context_length': served.contextWindow },
  }
}

function told(problem: Problem): [status: number, message: string] {
  switch (problem.kind) {
    case 'status':
      return [problem.status, problem.message]
    case 'bad_key':
      return [401, 'unauthorized']
    case 'unknown_model':
      return [404, `model '${problem.model}' not found`]
    case 'not_a_chat_model':
      return [400, `"${problem.model}" does not support chat`]
    case 'not_an_embedding_model':
      return [501, 'this model does not support embeddings']
    case 'too_long':
      return [400, 'the input length exceeds the context length']
    case 'refused_parameter':
      return [400, `invalid option provided: ${problem.parameter}`]
    case 'unsupported_structure':
      return [400, 'invalid format: expected "json" or a JSON schema']
  }
}
