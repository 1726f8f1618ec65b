import {
  type Agent,
  type ClientRequest,
  request as httpRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
} from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { onAbort } from '../../core/on-abort.ts'
import { ProviderError } from '../provider.ts'
import { type Mask, plainAddress, shown } from './shown.ts'
import { transportError } from './transport-error.ts'
import { unpacked } from './unpack-body.ts'

export interface Outgoing {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | Uint8Array | undefined
}

/** A whole reply. */
export interface Received {
  status: number
  statusText: string
  headers: IncomingHttpHeaders
  body: Buffer
}

export interface ExchangeOptions {
  connectMs: number
  firstByteMs: number
  totalMs: number
  maxBytes: number
  mask: Mask
  signal: AbortSignal | undefined
  agent: Agent
  /** Whether the server has ever answered. */
  contacted: () => boolean
}

type Phase = 'connect' | 'first_byte' | 'body'

/** One HTTP exchange, its socket and its one timer; both are gone when `run` has settled. */
export class HttpExchange {
  readonly #outgoing: Outgoing
  readonly #options: ExchangeOptions
  readonly #started = performance.now()
  readonly #parts: Buffer[] = []
  #size = 0
  #timer: NodeJS.Timeout | undefined
  #request: ClientRequest | undefined
  #forget: (() => void) | undefined
  #settled = false
  #resolve: (received: Received) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  constructor(outgoing: Outgoing, options: ExchangeOptions) {
    this.#outgoing = outgoing
    this.#options = options
  }

  run(): Promise<Received> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
      try {
        this.#send()
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  #send(): void {
    const { url, method, headers, body } = this.#outgoing
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const request = open(url, { method, agent: this.#options.agent, headers: { ...headers, ...length } })
    this.#request = request
    this.#enter('connect', this.#options.connectMs)
    const { signal } = this.#options
    if (signal !== undefined) this.#forget = onAbort(signal, () => this.#fail(signal.reason))
    request.on('error', (error) => this.#fail(this.#transportError(error)))
    request.on('socket', (socket) => this.#connecting(socket))
    request.on('response', (response) => this.#receive(response))
    request.end(body)
  }

  #connecting(socket: Socket): void {
    const connected = () => this.#enter('first_byte', this.#options.firstByteMs)
    if (this.#request?.reusedSocket || !socket.connecting) connected()
    else socket.once(this.#outgoing.url.protocol === 'https:' ? 'secureConnect' : 'connect', connected)
  }

  #receive(response: IncomingMessage): void {
    this.#enter('body', this.#options.totalMs)
    response.on('data', (part: Buffer) => {
      this.#parts.push(part)
      this.#size += part.length
      if (this.#size > this.#options.maxBytes) this.#fail(this.#tooLarge(response))
    })
    response.on('end', () => this.#ended(response))
    response.on('error', () => this.#fail(this.#cut(response)))
    response.on('close', () => {
      if (!response.complete) this.#fail(this.#cut(response))
    })
  }

  #ended(response: IncomingMessage): void {
    const { statusCode: status = 0, statusMessage: statusText = '', headers } = response
    const settle = (body: Buffer) => this.#finish(() => this.#resolve({ status, statusText, headers, body }))
    const body = this.#parts.length === 1 && this.#parts[0] ? this.#parts[0] : Buffer.concat(this.#parts)
    const encoding = headers['content-encoding']
    if (!response.complete) {
      this.#fail(this.#cut(response))
    } else if (encoding === undefined || body.length === 0) {
      settle(body)
    } else {
      unpacked(body, encoding, this.#options.maxBytes).then(settle, (error: Error) => {
        const message = `${this.#address} sent a body that cannot be unpacked: ${error.message}`
        this.#fail(new ProviderError('bad_reply', message, { status }))
      })
    }
  }

  /** The limits all count from the beginning, so one timer is set anew at each of them. */
  #enter(phase: Phase, limitMs: number): void {
    if (this.#settled) return
    clearTimeout(this.#timer)
    const left = Math.min(limitMs, this.#options.totalMs) - (performance.now() - this.#started)
    this.#timer = setTimeout(() => this.#fail(this.#late(phase)), Math.max(0, left))
  }

  #fail(error: unknown): void {
    this.#finish(() => {
      this.#reject(error)
      this.#request?.destroy()
    })
  }

  #finish(settle: () => void): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#timer)
    this.#forget?.()
    settle()
  }

  get #address(): string {
    return plainAddress(this.#outgoing.url)
  }

  get #beginning(): string {
    return shown(Buffer.concat(this.#parts).subarray(0, 4096).toString('utf8'), this.#options.mask)
  }

  #transportError(error: Error): unknown {
    return transportError(error, { address: this.#outgoing.url.origin, contacted: this.#options.contacted() })
  }

  #late(phase: Phase): ProviderError {
    const { connectMs, firstByteMs, totalMs } = this.#options
    const said = {
      connect: `no connection to ${this.#outgoing.url.origin} within ${connectMs / 1000} s (connect_timeout_s)`,
      first_byte: `${this.#address} did not begin to reply within ${Math.min(firstByteMs, totalMs) / 1000} s (first_byte_timeout_s)`,
      body: `${this.#address} did not finish its reply within ${totalMs / 1000} s (timeout_s)`,
    }
    return new ProviderError('timeout', said[phase])
  }

  #tooLarge({ statusCode }: IncomingMessage): ProviderError {
    const message = `${this.#address} sent more than ${this.#options.maxBytes} bytes`
    return new ProviderError('bad_reply', message, { ...statusOf(statusCode), body: this.#beginning })
  }

  /** A dropped connection may pass, at whatever point of the reply it was dropped. */
  #cut({ statusCode }: IncomingMessage): ProviderError {
    const came = this.#size === 0 ? 'nothing of it came' : `what came begins with: ${this.#beginning}`
    const message = `${this.#address} ended the connection in the middle of its reply; ${came}`
    return new ProviderError('unavailable', message, { ...statusOf(statusCode), body: this.#beginning })
  }
}

function statusOf(status: number | undefined): { status?: number } {
  return status === undefined ? {} : { status }
}
