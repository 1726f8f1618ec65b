import { ProviderError, type ProviderErrorKind } from '../provider.ts'
import { refusedParameter } from './refused-parameter.ts'
import { retryAfterMs } from './retry-after.ts'
import { lookOf, type Mask, plainAddress, shown } from './shown.ts'
import { type VendorError, vendorError } from './vendor-error.ts'

/** An answer that is not a reply, and what was asked. */
export interface FailedAnswer {
  status: number
  /** Names in lower case. */
  headers: Readonly<Record<string, string>>
  body: string
  /** The address that was asked. */
  url: string
  model: string
  /** What the model was asked to do. */
  task: 'chat' | 'embed'
  /** Names of what was sent and could be left out. */
  sent: readonly string[]
  mask: Mask
}

/** What an answer of the server that is an error means. */
export function answerError(answer: FailedAnswer): ProviderError {
  const { status, headers, body, mask } = answer
  const vendor = vendorError(body)
  const parameter = vendor && (status === 400 || status === 422) ? refusedParameter(vendor, answer.sent) : undefined
  const kind = kindOf(answer, vendor, parameter)
  const wait = retryAfterMs(headers) ?? vendor?.retryAfterMs
  return new ProviderError(kind, mask(messageFor(kind, answer, vendor, parameter)), {
    status,
    body: shown(body, mask),
    ...(wait !== undefined && RETRIED.has(kind) ? { retryAfterMs: wait } : {}),
    ...(kind === 'refused_parameter' && parameter !== undefined ? { parameter } : {}),
  })
}

const RETRIED: ReadonlySet<ProviderErrorKind> = new Set(['rate_limited', 'unavailable', 'timeout'])

const QUOTA_CODES = ['insufficient_quota', 'billing_not_active', 'billing_hard_limit_reached', 'billing_error']
const QUOTA_TEXT =
  /insufficient[ _](balance|quota|credit|funds)|credit balance is too low|not enough credits|per ?day|limit: 0\b/i
const LENGTH_CODES = [
  'context_length_exceeded',
  'exceed_context_size_error',
  'request_too_large',
  'string_above_max_length',
]
const LENGTH_TEXT =
  /(maximum|available) (context|model) (length|size|window)|context (length|size|window)|prompt is too long|too many (input )?tokens|input (length|token count).{0,80}(exceed|maximum|longer)|input is too (long|large)|reduce the length/i
const NOTHING = /(?!)/
const KEY_CODES = ['api_key_invalid', 'invalid_api_key', 'authentication_error', 'permission_error']
const KEY_TEXT = /api key (is )?(not valid|invalid|not found|expired)|(invalid|incorrect) api key/i
const MODEL_CODES = ['model_not_found', 'invalid_model', 'unknown_model']
const MODEL_TEXT =
  /\bmodel\b.{0,160}(does not exist|not exist|not found|not a valid model|is not available|unknown)|models\/\S+ is not found|^model: \S+$|not a valid model|unknown model|no such model|invalid model/is
const OR_NOTHING = ', or nothing at all'
const GOOGLE_UNKNOWN = /models\/\S+ is not found/
const NO_CHAT =
  /not a chat model|not support(ed)? (chat|generatecontent|generate)|not support the chat|(chat|generatecontent).{0,30}not supported|not supported (in|for) (the )?(v1\/chat|generatecontent|chat)|is an embedding model/i
const NO_EMBEDDING =
  /not (support(ed)?|allowed).{0,30}embed|not support(ed)? (for )?embed|embedding.{0,40}not (supported|allowed|enabled)|not an embedding model/i

function kindOf(
  answer: FailedAnswer,
  vendor: VendorError | undefined,
  parameter: string | undefined,
): ProviderErrorKind {
  const { status } = answer
  const codes = vendor?.codes ?? []
  const message = vendor?.message ?? ''
  const is = (known: readonly string[], text: RegExp) =>
    codes.some((code) => known.includes(code)) || text.test(message)
  const told = status >= 400
  if (status === 404 && GOOGLE_UNKNOWN.test(message)) return 'unknown_model'
  if (told && (answer.task === 'chat' ? NO_CHAT : NO_EMBEDDING).test(message)) return 'unsupported'
  if (status === 402 || (told && status < 500 && isQuota(status, codes, message))) return 'quota'
  if (status === 429) return 'rate_limited'
  if (status === 401 || status === 403) return 'auth'
  if (status === 408) return 'timeout'
  if (status === 413 || (told && is(LENGTH_CODES, status < 500 ? LENGTH_TEXT : NOTHING))) return 'too_long'
  if (status === 404) return 'unknown_model'
  if (status === 405) return 'misconfigured'
  if (status >= 500 || status === 425 || status === 409) return 'unavailable'
  if (is(KEY_CODES, KEY_TEXT)) return 'auth'
  if (parameter !== undefined) return 'refused_parameter'
  return is(MODEL_CODES, MODEL_TEXT) ? 'unknown_model' : 'bad_request'
}

/** Money or a day's ration; a limit a minute passes. OpenAI and Google word both alike, so Google's wait tells them apart. */
function isQuota(status: number, codes: readonly string[], message: string): boolean {
  if (codes.some((code) => QUOTA_CODES.includes(code))) return true
  return (status === 429 || status === 400 || status === 403) && QUOTA_TEXT.test(message)
}

/** Servers without the route for a kind of model answer as if there was no such model. */
const OTHER_KIND = {
  chat: 'or it is an embedding model, which does not chat',
  embed: 'or it is a chat model, which makes no vectors',
}

function messageFor(
  kind: ProviderErrorKind,
  answer: FailedAnswer,
  vendor: VendorError | undefined,
  parameter: string | undefined,
): string {
  const { status, body, model, mask } = answer
  const address = plainAddress(answer.url)
  const words =
    vendor === undefined ? `the answer is ${lookOf(body)}: ${shown(body, mask)}` : shown(vendor.message, mask)
  const said = `(status ${status}): ${body.trim() === '' ? 'the answer is empty' : words}`
  switch (kind) {
    case 'auth':
      return `${address} refuses the key ${said}`
    case 'unknown_model':
      return isAboutModel(vendor)
        ? `there is no model "${model}" at ${address} ${said}`
        : `there is no model "${model}"${OR_NOTHING}, at ${address}: correct the model or base_url; ${OTHER_KIND[answer.task]} ${said}`
    case 'misconfigured':
      return `${address} is not an address for this: correct base_url ${said}`
    case 'quota':
      return `the quota at ${address} is used up ${said}`
    case 'rate_limited':
      return `${address} asks for fewer requests ${said}`
    case 'unavailable':
      return `${address} has a problem of its own ${said}`
    case 'unsupported':
      return `the model "${model}" does not ${answer.task}${answer.task === 'chat' ? '' : ' texts'} ${said}`
    case 'refused_parameter':
      return `the model "${model}" refuses the parameter ${parameter} ${said}`
    case 'too_long':
      return `the prompt is too long for the model "${model}" ${said}`
    default:
      return `${address} refuses the request ${said}`
  }
}

function isAboutModel(vendor: VendorError | undefined): boolean {
  if (vendor === undefined) return false
  return MODEL_TEXT.test(vendor.message) || vendor.codes.some((code) => MODEL_CODES.includes(code))
}

/** The server itself says that it has no such model; not merely that there is nothing at the address. */
export function isPlainlyUnknown(error: ProviderError): boolean {
  return error.kind === 'unknown_model' && !error.message.includes(OR_NOTHING)
}

/** What a reply means that has a good status and is not one. */
export function badReply(answer: Omit<FailedAnswer, 'sent' | 'task'>, problem?: string): ProviderError {
  const { status, headers, body, mask } = answer
  const type = headers['content-type'] ?? 'none given'
  const beginning = body.trim() === '' ? '' : `; it begins with: ${shown(body, mask)}`
  const message = `${plainAddress(answer.url)} did not answer as a model does: ${problem ?? lookOf(body)} (status ${status}, content type ${shown(type)})${beginning}`
  return new ProviderError('bad_reply', mask(message), { status, body: shown(body, mask) })
}
