import { isUtf8 } from 'node:buffer'
import { Agent as HttpAgent, validateHeaderName, validateHeaderValue } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpSystemConfig } from '../core/config.ts'
import { messageOf, RagstoneError } from '../core/errors.ts'
import type { SystemContext } from './context.ts'
import { type Exchange, exchange, type Outcome } from './exchange.ts'
import { replyPicker } from './http-pick.ts'
import { exchangeHttp, type HttpReply, type HttpRequest } from './http-request.ts'
import { jsonTemplate, urlTemplate } from './http-template.ts'
import { failed } from './reply.ts'
import { maskedEntries } from './secrets.ts'
import { shown } from './show.ts'
import { withSlots } from './slots.ts'
import { notUtf8, tooLarge } from './stdout.ts'
import type { System, SystemRequest } from './system.ts'

/** Equal failures to connect in a row, without any answer between them, after which the system is given up. */
const MOST_FAILURES = 5
const MOST_REDIRECTS = 3
/** How often a server that says "later" (429 or 503 with Retry-After) is asked again. */
const MOST_RETRIES = 2

/**
 * A system behind an HTTP address, used exactly as configured: no proxy of the environment, and no redirect to another
 * origin. `timeout_s` bounds the whole exchange with its retries; the latency is that of the last attempt.
 */
export async function openHttpSystem(config: HttpSystemConfig, context: SystemContext): Promise<System> {
  const { http } = config
  const build = requestBuilder(http)
  const pick = await replyPicker(http.pick)
  const options = { keepAlive: true, maxSockets: config.concurrency }
  const agent = http.url.toLowerCase().startsWith('https:') ? new HttpsAgent(options) : new HttpAgent(options)
  const limitBytes = config.max_reply_mb * 1_000_000
  const failures = { code: '', count: 0 }
  const closing = new AbortController()

  const work = async (request: SystemRequest, clock: Exchange): Promise<Outcome> => {
    const built = build(request)
    clock.handedOver()
    try {
      const reply = await ask(built, clock, { agent, limitBytes })
      failures.count = 0
      return readHttpReply(reply, config.max_reply_mb, pick)
    } catch (error) {
      if (clock.signal.aborted) throw error
      return noAnswer(error, failures, built.url)
    }
  }

  return withSlots({
    identity: {
      kind: 'http',
      ...http,
      url: context.mask(http.url),
      headers: maskedEntries(http.headers, context.mask),
    },
    concurrency: config.concurrency,
    ask(request, { signal }) {
      if (closing.signal.aborted) return Promise.reject(closing.signal.reason)
      const limits = { timeout_s: config.timeout_s, signal: AbortSignal.any([signal, closing.signal]) }
      return exchange(limits, (clock) => work(request, clock))
    },
    async close() {
      closing.abort(new Error('the system was closed'))
      agent.destroy()
    },
  })
}

function requestBuilder(http: HttpSystemConfig['http']): (request: SystemRequest) => HttpRequest {
  const { method, body } = http
  checkHeaders(http.headers)
  const url = urlTemplate(http.url)
  if (method === 'GET' && body !== undefined) {
    throw new RagstoneError('get_with_body', 'http.body is given, but a GET request has no body', {
      hint: 'use method: POST, or put the placeholders into the url: http://127.0.0.1:8000/ask?q={{user_input}}',
    })
  }
  const template = body === undefined ? undefined : jsonTemplate(body)
  const names = [...url.names, ...(template?.names ?? [])]
  const sendsAll = method !== 'GET' && template === undefined
  if (!sendsAll && !names.includes('user_input') && !names.includes('id')) {
    throw new RagstoneError(
      'question_not_sent',
      'neither http.url nor http.body holds {{user_input}}: no question is sent',
      {
        hint: 'put {{user_input}} where the question belongs',
      },
    )
  }
  const type: Record<string, string> = method === 'GET' ? {} : { 'content-type': 'application/json' }
  const headers = lowerCased({ accept: 'application/json', ...type, ...http.headers })
  return (request) => ({
    url: url.fill(request),
    method,
    headers,
    body: method === 'GET' ? undefined : JSON.stringify(template === undefined ? request : template.fill(request)),
  })
}

/** Header names in lower case; of two spellings of one name the later wins. */
function lowerCased(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

function checkHeaders(headers: Record<string, string>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      validateHeaderName(name)
      validateHeaderValue(name, value)
    } catch {
      throw new RagstoneError(
        'bad_header',
        `http.headers: "${shown(name)}" has a name or a value that HTTP does not allow`,
        {
          hint: 'headers hold printable Latin characters only, without line breaks; check the variable it comes from',
        },
      )
    }
  }
}

/** Follows redirects within the origin and asks again when the server says when. */
async function ask(
  built: HttpRequest,
  clock: Exchange,
  options: { agent: HttpAgent; limitBytes: number },
): Promise<HttpReply> {
  let request = built
  let redirects = 0
  let retries = 0
  for (;;) {
    clock.attempt()
    const reply = await exchangeHttp(request, { ...options, signal: clock.signal })
    const target = sameOriginTarget(reply, request.url)
    if (target !== undefined && redirects < MOST_REDIRECTS) {
      redirects += 1
      request = { ...request, url: target }
      continue
    }
    const wait = retryAfterMs(reply)
    if (wait === undefined || retries >= MOST_RETRIES || wait > clock.remainingMs()) return reply
    retries += 1
    await sleep(wait, undefined, { signal: clock.signal })
  }
}

/** Where a redirect leads that keeps method and body and stays within scheme, host and port. */
function sameOriginTarget(reply: HttpReply, from: URL): URL | undefined {
  const { location } = reply.headers
  if ((reply.status !== 307 && reply.status !== 308) || location === undefined || !URL.canParse(location, from.href))
    return undefined
  const target = new URL(location, from)
  if (target.origin !== from.origin) return undefined
  target.username = from.username
  target.password = from.password
  return target
}

function retryAfterMs({ status, headers }: HttpReply): number | undefined {
  const after = headers['retry-after']
  if ((status !== 429 && status !== 503) || after === undefined) return undefined
  const ms = /^\d+(\.\d+)?$/.test(after.trim()) ? Number(after) * 1000 : Date.parse(after) - Date.now()
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function readHttpReply(reply: HttpReply, limitMb: number, pick: (body: unknown) => Outcome): Outcome {
  const { status, headers, body } = reply
  const text = body.toString('utf8').replace(/^\ufeff/, '')
  if (status >= 300 && status < 400 && headers.location !== undefined) {
    return failed(
      'http_status',
      `status ${status}: redirected to ${shown(headers.location)}, which is not followed; configure that url`,
    )
  }
  if (status < 200 || status > 299) return failed('http_status', `status ${status}: ${shown(text)}`)
  if (reply.tooLarge) return tooLarge(text, limitMb)
  if (!isUtf8(body)) return notUtf8(text)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const kind = /^\s*</.test(text) ? 'HTML or XML' : text.trim() === '' ? 'empty' : 'not JSON'
    return failed(
      'unreadable_reply',
      `the reply is ${kind}, not JSON (content-type ${shown(headers['content-type'] ?? 'absent')}): ${shown(text)}`,
    )
  }
  return pick(value)
}

/** A failure to connect; a RagstoneError once it has been the same too often. */
function noAnswer(error: unknown, failures: { code: string; count: number }, url: URL): Outcome {
  const code = (error as NodeJS.ErrnoException).code ?? messageOf(error)
  failures.count = failures.code === code ? failures.count + 1 : 1
  failures.code = code
  const message = `${url.origin} gave no answer: ${reasonOf(error)}`
  if (failures.count >= MOST_FAILURES) {
    throw new RagstoneError('system_unreachable', `${message} (${MOST_FAILURES} times in a row)`, {
      hint: 'check that the system is running and that http.url is right',
      cause: error,
    })
  }
  return { ...failed('connection', message), latency_ms: null }
}

function reasonOf(error: unknown): string {
  // A name with several addresses fails with one error for each and no message of its own.
  const first = error instanceof AggregateError && error.message === '' ? error.errors[0] : error
  return shown(messageOf(first))
}
