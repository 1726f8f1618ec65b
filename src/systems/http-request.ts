import { type Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'

export interface HttpRequest {
  url: URL
  method: string
  headers: Record<string, string>
  body: string | undefined
}

/** An answer of a server, read to its end or to the limit. */
export interface HttpReply {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  /** The body went beyond the limit; `body` is its beginning. */
  tooLarge: boolean
}

/** How much of a body that is too large is kept to be shown. */
const BEGINNING = 4096

/**
 * One HTTP exchange: no redirect is followed, no proxy is used, and no more than `limitBytes` of the (unpacked) body are
 * read. Node's `fetch` is not used because it ends any exchange after five minutes. Rejects when there is no answer.
 */
export async function exchangeHttp(
  request: HttpRequest,
  options: { agent: Agent; limitBytes: number; signal: AbortSignal },
): Promise<HttpReply> {
  try {
    return await attempt(request, options)
  } catch (error) {
    // The server may close an idle connection just when it is used again; the request was not read then.
    if (!(error instanceof StaleConnection) || options.signal.aborted) throw error
    return attempt(request, options)
  }
}

class StaleConnection extends Error {}

function attempt(
  { url, method, headers, body }: HttpRequest,
  { agent, limitBytes, signal }: { agent: Agent; limitBytes: number; signal: AbortSignal },
): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const open = url.protocol === 'https:' ? httpsRequest : httpRequest
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = open(url, { method, agent, signal, headers: { ...headers, ...length } })
    request.on('error', (error: NodeJS.ErrnoException) => {
      const stale = request.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      reject(stale ? new StaleConnection(error.message, { cause: error }) : error)
    })
    request.on('response', (response) => {
      readBody(response, limitBytes).then(({ bytes, tooLarge }) => {
        if (tooLarge) request.destroy()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: bytes, tooLarge })
      }, reject)
    })
    request.end(body)
  })
}

async function readBody(response: IncomingMessage, limit: number): Promise<{ bytes: Buffer; tooLarge: boolean }> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of unpacked(response) as AsyncIterable<Buffer>) {
    parts.push(part)
    size += part.length
    if (size > limit) return { bytes: Buffer.concat(parts).subarray(0, BEGINNING), tooLarge: true }
  }
  if (!response.complete) throw new Error('the connection ended in the middle of the reply')
  return { bytes: Buffer.concat(parts), tooLarge: false }
}

/** The body without its content encoding; it was not asked for, but some servers pack whatever they send. */
function unpacked(response: IncomingMessage): Readable {
  const encoding = String(response.headers['content-encoding'] ?? '').toLowerCase()
  const unpack =
    encoding === 'gzip' || encoding === 'x-gzip'
      ? createGunzip()
      : encoding === 'deflate'
        ? createInflate()
        : encoding === 'br'
          ? createBrotliDecompress()
          : undefined
  if (unpack === undefined) return response
  response.on('error', (error) => unpack.destroy(error))
  return response.pipe(unpack)
}
