import { type Agent, Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { ProviderError } from '../provider.ts'
import { HttpExchange, type Outgoing, type Received } from './http-exchange.ts'
import { type Mask, noMask, plainAddress, shown } from './shown.ts'
import { wholeResponse } from './whole-response.ts'

/** A reply of a judge is a few kilobytes, one of an embedding model a few megabytes. */
const MOST_BYTES = 16 * 1024 * 1024
/** Idle connections are given up before servers close them (5 s is common), so that no request meets a dead one. */
const IDLE_MS = 4_000

export interface FetchLimits {
  /** Until a connection must stand, in milliseconds from the beginning of the request, as the others. */
  connectMs: number
  /** Until the reply must begin. */
  firstByteMs: number
  /** Until the whole reply must be there. */
  totalMs: number
  /** Most bytes of a reply, packed or not; default 16 MB. */
  maxBytes?: number
  /** Takes secrets out of what is put in messages. */
  mask?: Mask
}

/** A `fetch` of its own connections; `close` ends them. */
export interface BoundedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>
  close(): void
}

/**
 * A `fetch` with limits, made for requests with a text body and replies that are read whole. It is built on `node:http`
 * because that costs half as much CPU as the global `fetch`, which also gives up after five minutes whatever it is told.
 * An address is asked exactly as given: a redirect is an error that names its target, and proxies of the environment are
 * not used. What goes wrong before there is a whole reply is a {@link ProviderError}; a reply of any status resolves. An
 * abort rejects with the signal's reason.
 */
export function boundedFetch(limits: FetchLimits): BoundedFetch {
  const { mask = noMask, maxBytes = MOST_BYTES } = limits
  const options = { keepAlive: true, timeout: IDLE_MS, autoSelectFamilyAttemptTimeout: 1_000 }
  const agents: Record<string, Agent> = {}
  const agentFor = (protocol: string): Agent => {
    agents[protocol] ??= protocol === 'https:' ? new HttpsAgent(options) : new HttpAgent(options)
    return agents[protocol]
  }
  let contacted = false

  const ask = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const outgoing = outgoingOf(input, init)
    const signal = init.signal ?? undefined
    if (signal?.aborted) throw signal.reason
    const exchange = new HttpExchange(outgoing, {
      ...limits,
      maxBytes,
      mask,
      signal,
      agent: agentFor(outgoing.url.protocol),
      contacted: () => contacted,
    })
    const received = await exchange.run()
    contacted = true
    refuseRedirect(received, outgoing.url, mask)
    return responseOf(received)
  }
  return Object.assign(ask, {
    close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  })
}

function outgoingOf(input: string | URL | Request, init: RequestInit): Outgoing {
  if (input instanceof Request) throw new TypeError('a bounded fetch takes an address, not a Request')
  const { body } = init
  if (body !== undefined && body !== null && typeof body !== 'string' && !(body instanceof Uint8Array)) {
    throw new TypeError('a bounded fetch sends a string or bytes')
  }
  return {
    url: typeof input === 'string' ? new URL(input) : input,
    method: init.method ?? 'GET',
    headers: headersOf(init.headers),
    body: body ?? undefined,
  }
}

function headersOf(headers: RequestInit['headers']): Record<string, string> {
  if (headers === undefined) return {}
  if (headers instanceof Headers || Array.isArray(headers)) return Object.fromEntries(new Headers(headers))
  return headers as Record<string, string>
}

function refuseRedirect({ status, headers }: Received, from: URL, mask: Mask): void {
  const { location } = headers
  if (status < 300 || status > 399 || location === undefined) return
  const target = URL.canParse(location, from.href) ? plainAddress(new URL(location, from.href)) : shown(location)
  const way = 'redirects are not followed; write the right address as base_url'
  throw new ProviderError('misconfigured', `${plainAddress(from)} sends us on to ${mask(target)} (${status}): ${way}`, {
    status,
  })
}

function responseOf({ status, statusText, headers, body }: Received): Response {
  if (status < 200 || status > 599) throw new ProviderError('bad_reply', `status ${status} has no meaning`, { status })
  const known: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') known[name] = value
  // The body is unpacked and whole, and its length is that of the packed one.
  if (known['content-encoding'] !== undefined) {
    delete known['content-encoding']
    delete known['content-length']
  }
  return wholeResponse({ status, statusText, headers: known, body })
}
