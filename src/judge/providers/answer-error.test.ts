import { describe, expect, it } from 'vitest'
import type { ProviderErrorKind } from '../provider.ts'
import { answerError, badReply, type FailedAnswer, isPlainlyUnknown } from './answer-error.ts'
import { maskFor } from './shown.ts'

function answer(status: number, body: unknown, more: Partial<FailedAnswer> = {}): FailedAnswer {
  return {
    status,
    headers: {},
    body: typeof body === 'string' ? body : JSON.stringify(body),
    url: 'https://api.example.com/v1/chat/completions?api-version=1',
    model: 'm-1',
    task: 'chat',
    sent: ['temperature', 'top_p', 'max_tokens', 'response_format', 'logprobs', 'top_logprobs'],
    mask: maskFor([]),
    ...more,
  }
}

const openai = (message: string, code: string | null = null, param: string | null = null) => ({
  error: { message, type: 'invalid_request_error', code, param },
})
const google = (code: number, message: string, details: unknown[] = []) => ({
  error: { code, message, status: 'X', details },
})
const anthropic = (type: string, message: string) => ({ type: 'error', error: { type, message } })

/** Bodies as vendors send them, shortened. */
const ANSWERS: [string, number, unknown, ProviderErrorKind][] = [
  ['OpenAI: a wrong key', 401, openai('Incorrect API key provided: sk-ab***yz.', 'invalid_api_key'), 'auth'],
  [
    'OpenAI: no money',
    429,
    openai('You exceeded your current quota, please check your plan.', 'insufficient_quota'),
    'quota',
  ],
  [
    'OpenAI: too fast',
    429,
    openai('Rate limit reached for gpt-4o on tokens per min (TPM).', 'rate_limit_exceeded'),
    'rate_limited',
  ],
  [
    'OpenAI: the day is used up',
    429,
    openai('Rate limit reached on requests per day (RPD)', 'rate_limit_exceeded'),
    'quota',
  ],
  [
    'OpenAI: no such model',
    404,
    openai('The model `m-1` does not exist or you do not have access to it.', 'model_not_found'),
    'unknown_model',
  ],
  [
    'OpenAI: too long',
    400,
    openai("This model's maximum context length is 8192 tokens.", 'context_length_exceeded', 'messages'),
    'too_long',
  ],
  [
    'OpenAI: not for chat',
    404,
    openai('This is not a chat model and thus not supported in the v1/chat/completions endpoint.', null, 'model'),
    'unsupported',
  ],
  [
    'OpenAI: a bad value',
    400,
    openai("Invalid value: 'x'. Supported values are: 'a'.", 'invalid_value', 'reasoning'),
    'bad_request',
  ],
  [
    'OpenAI: an output limit that is too large',
    400,
    openai(
      'max_tokens is too large: 99999. This model supports at most 16384 completion tokens.',
      'invalid_value',
      'max_tokens',
    ),
    'bad_request',
  ],
  [
    'vLLM: too long',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000",
      type: 'BadRequestError',
      param: null,
      code: 400,
    },
    'too_long',
  ],
  [
    'vLLM: no such model',
    404,
    { object: 'error', message: 'The model `m-1` does not exist.', type: 'NotFoundError', param: null, code: 404 },
    'unknown_model',
  ],
  [
    'vLLM: made for embeddings',
    400,
    { error: { message: 'The model does not support Chat Completions API', type: 'BadRequestError', code: 400 } },
    'unsupported',
  ],
  [
    'llama.cpp: too long',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size, try increasing it',
        type: 'exceed_context_size_error',
        n_ctx: 4096,
      },
    },
    'too_long',
  ],
  [
    'llama.cpp: still loading',
    503,
    { error: { code: 503, message: 'Loading model', type: 'unavailable_error' } },
    'unavailable',
  ],
  ['DeepSeek: no money', 402, openai('Insufficient Balance'), 'quota'],
  ['DeepSeek: no such model', 400, openai('Model Not Exist'), 'unknown_model'],
  ['OpenRouter: no such model', 400, { error: { message: 'm-1 is not a valid model ID', code: 400 } }, 'unknown_model'],
  ['Anthropic: a wrong key', 401, anthropic('authentication_error', 'invalid x-api-key'), 'auth'],
  [
    'Anthropic: no money',
    400,
    anthropic('invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    'quota',
  ],
  [
    'Anthropic: too long',
    400,
    anthropic('invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    'too_long',
  ],
  ['Anthropic: no such model', 404, anthropic('not_found_error', 'model: m-1'), 'unknown_model'],
  ['Anthropic: overloaded', 529, anthropic('overloaded_error', 'Overloaded'), 'unavailable'],
  [
    'Google: a wrong key',
    400,
    google(400, 'API key not valid. Please pass a valid API key.', [{ reason: 'API_KEY_INVALID' }]),
    'auth',
  ],
  [
    'Google: too fast',
    429,
    google(429, 'You exceeded your current quota. Please retry in 34.5s.', [{ retryDelay: '34s' }]),
    'rate_limited',
  ],
  [
    'Google: not in the free tier',
    429,
    google(429, 'You exceeded your current quota. Quota exceeded for metric x, limit: 0, model: m'),
    'quota',
  ],
  [
    'Google: no such model',
    404,
    google(404, 'models/m-1 is not found for API version v1beta, or is not supported for generateContent.'),
    'unknown_model',
  ],
  [
    'Google: too long',
    400,
    google(400, 'The input token count (9) exceeds the maximum number of tokens allowed (8).'),
    'too_long',
  ],
  ['a gateway: too large', 413, '<html>413 Request Entity Too Large</html>', 'too_long'],
  ['a gateway: the wrong method', 405, '{"detail":"Method Not Allowed"}', 'misconfigured'],
  ['FastAPI: no such route', 404, { detail: 'Not Found' }, 'unknown_model'],
  ['a time limit of the server', 408, '', 'timeout'],
  ['an unreadable refusal', 400, 'nope', 'bad_request'],
]

describe('an error of a server', () => {
  it.each(ANSWERS)('%s', (_name, status, body, kind) => {
    expect(answerError(answer(status, body))).toMatchObject({ name: 'ProviderError', kind, status })
  })

  const embed: [number, unknown][] = [
    [403, openai('You are not allowed to generate embeddings from this model')],
    [400, { error: { message: 'The model does not support Embeddings API' } }],
    [501, { error: { message: 'This server does not support embeddings. Start it with `--embeddings`' } }],
  ]
  it.each(embed)('is about the model when a chat model is asked to embed (%d)', (status, body) => {
    const error = answerError(answer(status, body, { task: 'embed' }))
    expect(error.kind).toBe('unsupported')
    expect(error.message).toMatch(/^the model "m-1" does not embed texts/)
  })

  const refused: [string, unknown, string][] = [
    [
      'OpenAI by param',
      openai(
        "Unsupported value: 'temperature' does not support 0 with this model.",
        'unsupported_value',
        'temperature',
      ),
      'temperature',
    ],
    ['OpenAI by code and param alone', { error: { code: 'unsupported_parameter', param: 'top_p' } }, 'top_p'],
    [
      'OpenAI, the output limit',
      openai(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'unsupported_parameter',
        'max_tokens',
      ),
      'max_tokens',
    ],
    ['by text alone', { message: 'top_p is not supported by this model' }, 'top_p'],
    ['Anthropic', anthropic('invalid_request_error', '`temperature` is deprecated for this model.'), 'temperature'],
    [
      'Anthropic, two at once',
      anthropic('invalid_request_error', '`temperature` and `top_p` cannot both be specified for this model.'),
      'temperature',
    ],
    [
      'FastAPI',
      { detail: [{ type: 'extra_forbidden', loc: ['body', 'top_p'], msg: 'Extra inputs are not permitted' }] },
      'top_p',
    ],
    ['Google, the probabilities', google(400, 'Logprobs is not enabled for models/m-1'), 'logprobs'],
    ['DeepSeek, the schema', openai('This response_format type is unavailable now'), 'response_format'],
    ['llama.cpp, the schema', { error: { code: 400, message: 'failed to parse grammar' } }, 'response_format'],
    [
      'OpenAI, the schema',
      openai("Invalid schema for response_format 'reply': 'required' must list all", null, 'response_format'),
      'response_format',
    ],
  ]
  it.each(refused)('names the refused parameter: %s', (_name, body, parameter) => {
    expect(answerError(answer(400, body))).toMatchObject({ kind: 'refused_parameter', parameter })
  })

  it('does not name a parameter that was not sent', () => {
    const body = openai("Unsupported parameter: 'top_p'", 'unsupported_parameter', 'top_p')
    expect(answerError(answer(400, body, { sent: ['seed'] }))).toMatchObject({
      kind: 'bad_request',
      parameter: undefined,
    })
  })

  it('tells a model that the server denies from an address where nothing is', () => {
    expect(isPlainlyUnknown(answerError(answer(404, openai('The model `x` does not exist'))))).toBe(true)
    const nothing = answerError(answer(404, { message: 'Route GET:/v1/models/m-1 not found' }))
    expect(isPlainlyUnknown(nothing)).toBe(false)
    expect(nothing.message).toContain('https://api.example.com/v1/chat/completions: correct the model or base_url')
  })

  it.each([
    ['chat', 'is an embedding model, which does not chat'],
    ['embed', 'is a chat model, which makes no vectors'],
  ] as const)('names both possibilities when a plain 404 answers a request to %s', (task, other) => {
    const { kind, message } = answerError(answer(404, { detail: 'Not Found' }, { task }))
    expect(kind).toBe('unknown_model')
    expect(message).toMatch(/^there is no model "m-1"/)
    expect(message).toContain(other)
  })

  it('carries how long to wait, in a header or in the body', () => {
    const inHeader = { headers: { 'retry-after': '2', 'retry-after-ms': '1500' } }
    expect(answerError(answer(503, '', inHeader)).retryAfterMs).toBe(1500)
    expect(answerError(answer(429, google(429, 'slow', [{ retryDelay: '34.5s' }]))).retryAfterMs).toBe(34_500)
    expect(answerError(answer(401, '', inHeader)).retryAfterMs).toBeUndefined()
  })

  it('shows the beginning of a long body on one line, without secrets and without the query', () => {
    const mask = maskFor(['Bearer sk-secret-key'])
    const body = `<html>\n<b>sk-secret-key</b>${'x'.repeat(5_000)}sk-secret-key`
    for (const error of [answerError(answer(500, body, { mask })), badReply(answer(200, body, { mask }))]) {
      expect(error.message).toContain('<html> <b>***</b>')
      expect(error.message.length).toBeLessThan(700)
      expect(`${error.message}${error.body}`).not.toMatch(/secret|api-version/)
    }
  })
})
