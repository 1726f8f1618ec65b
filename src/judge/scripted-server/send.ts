import type { ServerResponse } from 'node:http'
import type { Fault } from './scripted-reply.ts'

/** A body that is ready to be sent. */
export interface Outgoing {
  status: number
  contentType: string
  body: string
  headers?: Readonly<Record<string, string>>
}

const JSON_TYPE = 'application/json'
const SLOW_PIECES = 10

/** A JSON body with its status. */
export function jsonBody(status: number, body: unknown): Outgoing {
  return { status, contentType: JSON_TYPE, body: JSON.stringify(body) }
}

/** A page as a gateway sends it in place of an answer. */
export function htmlPage(status: number): Outgoing {
  const body = `<!DOCTYPE html><html><head><title>${status}</title></head><body><h1>${status}</h1><p>gateway</p></body></html>`
  return { status, contentType: 'text/html; charset=utf-8', body }
}

/** Waits, but no longer than the client does. */
export function pause(response: ServerResponse, ms: number): Promise<void> {
  if (ms <= 0 || response.destroyed) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      response.off('close', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    response.on('close', done)
  })
}

/** Sends an answer, spoilt by the fault if there is one. */
export async function send(response: ServerResponse, good: Outgoing, fault?: Fault): Promise<void> {
  switch (fault?.kind) {
    case 'html':
      return end(response, htmlPage(fault.status ?? 200))
    case 'empty':
      return end(response, { ...good, status: fault.status ?? 200, body: '' })
    case 'half_json':
      return end(response, { ...good, body: good.body.slice(0, Math.floor(good.body.length / 2)) })
    case 'content_type':
      return end(response, { ...good, contentType: fault.contentType })
    case 'redirect':
      return end(response, { ...good, status: fault.status ?? 307, body: '', headers: { location: fault.to } })
    case 'slow_first_byte':
      await pause(response, fault.ms)
      return end(response, good)
    case 'half_body':
      return halfBody(response, good)
    case 'slow_body':
      return slowBody(response, good, fault.ms)
    case 'reset':
      response.socket?.resetAndDestroy()
      return
    case 'silent':
      return new Promise((resolve) => response.on('close', resolve))
    default:
      return end(response, good)
  }
}

function headersOf({ contentType, body, headers }: Outgoing): Record<string, string | number> {
  return { 'content-type': contentType, 'content-length': Buffer.byteLength(body), ...headers }
}

function end(response: ServerResponse, outgoing: Outgoing): void {
  if (response.destroyed) return
  response.writeHead(outgoing.status, headersOf(outgoing)).end(outgoing.body)
}

/** Promises the whole body and drops the connection after half of it. */
function halfBody(response: ServerResponse, outgoing: Outgoing): Promise<void> {
  response.writeHead(outgoing.status, headersOf(outgoing))
  return new Promise((resolve) => {
    response.write(outgoing.body.slice(0, Math.floor(outgoing.body.length / 2)), () => {
      response.destroy()
      resolve()
    })
  })
}

async function slowBody(response: ServerResponse, outgoing: Outgoing, ms: number): Promise<void> {
  const bytes = Buffer.from(outgoing.body)
  const size = Math.max(1, Math.ceil(bytes.length / SLOW_PIECES))
  response.writeHead(outgoing.status, headersOf(outgoing))
  response.flushHeaders()
  for (let at = 0; at < bytes.length && !response.destroyed; at += size) {
    await pause(response, ms / SLOW_PIECES)
    if (!response.destroyed) response.write(bytes.subarray(at, at + size))
  }
  if (!response.destroyed) response.end()
}
