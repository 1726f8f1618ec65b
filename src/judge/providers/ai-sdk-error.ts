import {
  AISDKError,
  APICallError,
  InvalidResponseDataError,
  LoadAPIKeyError,
  NoSuchModelError,
  UnsupportedFunctionalityError,
} from '@ai-sdk/provider'
import { messageOf } from '../../core/errors.ts'
import { ProviderError } from '../provider.ts'
import { answerError, badReply, type FailedAnswer } from './answer-error.ts'
import { shown } from './shown.ts'
import { transportError } from './transport-error.ts'
import { vendorError } from './vendor-error.ts'

/** What a failed call of a model object was about. */
export interface FailedCall extends Pick<FailedAnswer, 'model' | 'task' | 'sent' | 'mask'> {
  /** Scheme, host and port, or what stands for them. */
  address: string
}

/** What an error thrown by a model object of the AI SDK, or by the fetch below it, means. */
export function aiSdkError(error: unknown, call: FailedCall): ProviderError {
  const own = ownError(error)
  if (own !== undefined) return own
  if (APICallError.isInstance(error)) return callError(error, call)
  const said = shown(messageOf(error), call.mask)
  if (InvalidResponseDataError.isInstance(error)) {
    const answer = { status: 200, headers: {}, body: JSON.stringify(error.data) ?? '', url: urlOf('', call) }
    return badReply({ ...call, ...answer }, said)
  }
  if (UnsupportedFunctionalityError.isInstance(error)) return new ProviderError('unsupported', said)
  if (LoadAPIKeyError.isInstance(error)) return new ProviderError('auth', said)
  if (NoSuchModelError.isInstance(error)) return new ProviderError('unknown_model', said)
  if (AISDKError.isInstance(error)) return new ProviderError('bad_reply', said)
  if (error instanceof TypeError && error.cause !== undefined) {
    return transportError(error.cause, { address: call.address, contacted: true })
  }
  if (error instanceof Error && error.name === 'TimeoutError') return new ProviderError('timeout', said)
  return new ProviderError('bad_reply', `the model failed: ${said}`, { cause: error })
}

/** The ProviderError of our own fetch, which the library may have wrapped. */
function ownError(error: unknown): ProviderError | undefined {
  let current = error
  for (let depth = 0; depth < 6 && current instanceof Error; depth++) {
    if (current instanceof ProviderError) return current
    current = current.cause
  }
  return undefined
}

function callError(error: APICallError, call: FailedCall): ProviderError {
  const { statusCode: status, responseBody: body = '', responseHeaders: headers = {} } = error
  if (status === undefined) return transportError(error.cause ?? error, { address: call.address, contacted: true })
  const answer = { ...call, status, headers, body, url: urlOf(error.url, call) }
  if (status < 200 || status > 299) return answerError(answer)
  const inside = insideError(body)
  if (inside === undefined) return badReply(answer, isJson(body) ? 'JSON of another shape' : undefined)
  return inside >= 400 && inside <= 599
    ? answerError({ ...answer, status: inside })
    : badReply(answer, vendorError(body)?.message)
}

/** The status inside a body `{error: {code: 502}}` that gateways send with status 200; 0 when it has none. */
function insideError(body: string): number | undefined {
  if (!isJson(body) || vendorError(body) === undefined) return undefined
  const { error } = JSON.parse(body) as { error?: { code?: unknown } }
  if (error === undefined || error === null) return undefined
  return typeof error.code === 'number' ? error.code : 0
}

function isJson(body: string): boolean {
  try {
    return typeof JSON.parse(body) === 'object'
  } catch {
    return false
  }
}

function urlOf(url: string, { address }: FailedCall): string {
  return URL.canParse(url) ? url : URL.canParse(address) ? address : 'http://unknown.invalid'
}
