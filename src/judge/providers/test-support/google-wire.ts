import type { Problem, WireFormat } from '../../scripted-server/wire-format.ts'
import { objectOf, textOf } from '../../scripted-server/wire-format.ts'

const STOPS = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' } as const
const CHAT = /^\/v1beta\/models\/([^/:]+):generateContent$/
const MODEL = /^\/v1beta\/models\/([^/:]+)$/
const CODES: Record<number, string> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
}

/** The Gemini API, below `/v1beta`. */
export const googleWire: WireFormat = {
  name: 'google',
  read(method, path, body) {
    const named = MODEL.exec(path)?.[1]
    if (method === 'GET' && named !== undefined) return { kind: 'models', model: named }
    const model = CHAT.exec(path)?.[1]
    if (method !== 'POST' || model === undefined) return undefined
    const config = objectOf(body.generationConfig)
    const tool = objectOf(
      (objectOf(Array.isArray(body.tools) ? body.tools[0] : undefined).functionDeclarations as unknown[])?.[0],
    )
    const format = config.responseMimeType === 'application/json' ? 'json' : 'none'
    const content = (role: string, parts: unknown) => ({ role, content: textOf(parts) })
    const turns = (Array.isArray(body.contents) ? body.contents : []).map((turn) =>
      content(objectOf(turn).role === 'model' ? 'assistant' : 'user', objectOf(turn).parts),
    )
    const system = objectOf(body.systemInstruction).parts
    const messages = [...(system === undefined ? [] : [content('system', system)]), ...turns]
    return {
      kind: 'chat',
      model,
      messages: messages as { role: 'system' | 'user' | 'assistant'; content: string }[],
      maxOutputTokens: Number(config.maxOutputTokens),
      structured: tool.name !== undefined ? 'tool' : config.responseSchema !== undefined ? 'json_schema' : format,
      ...(tool.name === undefined ? {} : { toolName: String(tool.name) }),
      ...(config.responseLogprobs === true ? { topLogprobs: Number(config.logprobs) } : {}),
    }
  },
  write(request, { text, stop, usage, firstToken }) {
    const called = request.structured === 'tool'
    const part = called ? { functionCall: { name: request.toolName, args: JSON.parse(text) } } : { text }
    const top = firstToken?.map(({ token, logprob }) => ({ token, logProbability: logprob }))
    const logprobsResult = top && { chosenCandidates: [top[0]], topCandidates: [{ candidates: top }] }
    return {
      candidates: [{ content: { role: 'model', parts: [part] }, finishReason: STOPS[stop], index: 0, logprobsResult }],
      usageMetadata: { promptTokenCount: usage?.prompt_tokens, candidatesTokenCount: usage?.completion_tokens },
      modelVersion: request.model,
    }
  },
  info: ({ model }, served) => ({
    name: `models/${model}`,
    version: '001',
    inputTokenLimit: served.contextWindow,
    supportedGenerationMethods: ['generateContent'],
  }),
  refuse(problem) {
    const [status, message] = told(problem)
    return { status, body: { error: { code: status, message, status: CODES[status] ?? 'UNKNOWN' } } }
  },
}

function told(problem: Problem): [status: number, message: string] {
  switch (problem.kind) {
    case 'status':
      return [problem.status, problem.message]
    case 'bad_key':
      return [400, 'API key not valid. Please pass a valid API key.']
    case 'too_long':
      return [
        400,
        `The input token count (${problem.tokens}) exceeds the maximum number of tokens allowed (${problem.window}).`,
      ]
    case 'refused_parameter':
      return [400, `Unsupported parameter: generationConfig.${problem.parameter} is not supported for this model.`]
    case 'unsupported_structure':
      return [400, `JSON mode is not enabled for this model: ${problem.structured}`]
    case 'not_a_chat_model':
      return [404, `models/${problem.model} is not supported for generateContent.`]
    default:
      return [
        404,
        `models/${problem.model} is not found for API version v1beta, or is not supported for generateContent.`,
      ]
  }
}
