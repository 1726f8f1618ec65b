import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttp, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcp, type Server as TcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type BoundedFetch, boundedFetch, type FetchLimits } from './bounded-fetch.ts'
import { maskFor } from './shown.ts'

const open: { close(): unknown }[] = []

afterEach(() => {
  for (const resource of open.splice(0).reverse()) resource.close()
})

function fetchWith(limits: Partial<FetchLimits> = {}): BoundedFetch {
  const fetch = boundedFetch({ connectMs: 1_000, firstByteMs: 1_000, totalMs: 2_000, ...limits })
  open.push(fetch)
  return fetch
}

async function listening(server: Server | TcpServer): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  open.push({
    close: () => {
      server.close()
      if ('closeAllConnections' in server) server.closeAllConnections()
    },
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const http = (listener: RequestListener) => listening(createHttp(listener))

describe('a bounded fetch', () => {
  it('sends method, headers and body, and gives status, headers and body', async () => {
    const url = await http(async (request, response) => {
      const parts: Buffer[] = []
      for await (const part of request) parts.push(part)
      const seen = {
        method: request.method,
        url: request.url,
        x: request.headers.x,
        body: Buffer.concat(parts).toString(),
      }
      response.writeHead(201, { 'x-answer': 'a', 'content-type': 'application/json' }).end(JSON.stringify(seen))
    })
    const response = await fetchWith()(`${url}/a?b=1`, { method: 'POST', headers: { X: 'y' }, body: '退款 "1"' })
    expect(response.status).toBe(201)
    expect(response.ok).toBe(true)
    expect(response.headers.get('x-answer')).toBe('a')
    expect(await response.json()).toEqual({ method: 'POST', url: '/a?b=1', x: 'y', body: '退款 "1"' })
  })

  it('keeps connections for the next request', async () => {
    const ports = new Set<number | undefined>()
    const url = await http((request, response) => {
      ports.add(request.socket.remotePort)
      response.end('{}')
    })
    const fetch = fetchWith()
    for (let index = 0; index < 5; index++) await (await fetch(url)).text()
    expect(ports.size).toBe(1)
  })

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
  ])('unpacks %s, which it did not ask for', async (encoding, pack) => {
    const url = await http((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(pack('{"a":"退款"}'))
    })
    const response = await fetchWith()(url)
    expect(await response.json()).toEqual({ a: '退款' })
    expect(response.headers.has('content-encoding')).toBe(false)
  })

  it.each([
    ['plain', {}, Buffer.alloc(3_000, 'x')],
    ['packed', { 'content-encoding': 'gzip' }, gzipSync(Buffer.alloc(3_000_000))],
  ])('gives up on a %s body that is too large', async (_how, headers, body) => {
    const url = await http((_request, response) => response.writeHead(200, headers).end(body))
    await expect(fetchWith({ maxBytes: 2_000 })(url)).rejects.toMatchObject({
      name: 'ProviderError',
      kind: 'bad_reply',
    })
  })

  it('does not wait for an endless body', async () => {
    const url = await http((_request, response) => {
      const timer = setInterval(() => response.write('x'.repeat(100_000)), 1)
      response.on('close', () => clearInterval(timer))
    })
    await expect(fetchWith({ maxBytes: 1_000_000 })(url)).rejects.toMatchObject({ kind: 'bad_reply' })
  })

  it('counts all limits from the beginning: a slow reply is not given the time of each phase', async () => {
    const url = await http((_request, response) => {
      setTimeout(() => response.writeHead(200).write('{'), 600)
    })
    const started = performance.now()
    await expect(fetchWith({ firstByteMs: 900, totalMs: 1_000 })(url)).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('timeout_s'),
    })
    expect(performance.now() - started).toBeLessThan(1_500)
  })

  it('does not wait for a connection that is never made', async () => {
    const stuck = boundedFetch({ connectMs: 100, firstByteMs: 1_000, totalMs: 2_000 })
    open.push(stuck)
    // A server that accepts but never shakes hands: for TLS the connection does not stand.
    const url = await listening(createTcp(() => {}))
    await expect(stuck(url.replace('http:', 'https:'))).rejects.toMatchObject({
      kind: 'timeout',
      message: expect.stringContaining('connect_timeout_s'),
    })
  })

  it.each([
    ['speaks no HTTP', 'hello, this is not HTTP\r\n\r\n', 'bad_reply'],
    ['ends a chunked body early', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n', 'unavailable'],
    ['sends no head at all', '', 'unavailable'],
  ])('makes one error of a server that %s', async (_what, bytes, kind) => {
    const url = await listening(
      createTcp((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => socket.end(bytes))
      }),
    )
    await expect(fetchWith()(url)).rejects.toMatchObject({ name: 'ProviderError', kind })
  })

  it('says that https was meant to be http', async () => {
    const url = await http((_request, response) => response.end())
    await expect(fetchWith()(url.replace('http:', 'https:'))).rejects.toMatchObject({
      kind: 'misconfigured',
      message: expect.stringContaining('http://'),
    })
  })

  it('says that there is no such host', async () => {
    const asked = fetchWith({ connectMs: 10_000, firstByteMs: 10_000, totalMs: 10_000 })(
      'http://no-such-host.invalid/v1',
    )
    await expect(asked).rejects.toMatchObject({ name: 'ProviderError' })
    await expect(asked).rejects.toThrow(/no-such-host\.invalid/)
  })

  it('shows neither query nor secrets in the target of a redirect', async () => {
    const url = await http((_request, response) => {
      response.writeHead(302, { location: 'https://u:secret-1@other.example/login/secret-1?token=secret-2' }).end()
    })
    const failed = fetchWith({ mask: maskFor(['secret-1']) })(url)
    await expect(failed).rejects.toMatchObject({ kind: 'misconfigured', status: 302 })
    await expect(failed).rejects.toThrow(/https:\/\/other\.example\/login\/\*\*\*/)
    await expect(failed).rejects.not.toThrow(/secret/)
  })

  it('stays quiet with many requests in flight on one signal, and ends them all with it', async () => {
    const warnings: Error[] = []
    const warned = (warning: Error) => warnings.push(warning)
    process.on('warning', warned)
    const url = await http((request, response) => {
      if (request.url === '/good') response.end('{}')
    })
    const controller = new AbortController()
    const fetch = fetchWith()
    const ask = async (path: string) => (await fetch(url + path, { signal: controller.signal })).text()
    await Promise.all(Array.from({ length: 64 }, () => ask('/good')))
    const silent = Promise.allSettled(Array.from({ length: 64 }, () => ask('/silent')))
    controller.abort(new Error('stop'))
    const reasons = (await silent).map((outcome) => outcome.status === 'rejected' && outcome.reason.message)
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', warned)
    expect(new Set(reasons)).toEqual(new Set(['stop']))
    expect(warnings).toEqual([])
  })

  it.each(['abort', 'done'])('lets the process end at once after: %s', async (how) => {
    const url = await http((_request, response) => {
      if (how === 'done') response.end('{}')
    })
    const folder = mkdtempSync(join(tmpdir(), 'ragstone-fetch-'))
    open.push({ close: () => rmSync(folder, { recursive: true, force: true }) })
    const script = join(folder, 'child.ts')
    writeFileSync(
      script,
      `import { boundedFetch } from ${JSON.stringify(new URL('./bounded-fetch.ts', import.meta.url).href)}
      const fetch = boundedFetch({ connectMs: 9000, firstByteMs: 60000, totalMs: 60000 })
      const controller = new AbortController()
      const timer = setTimeout(() => controller.abort(new Error('stop')), Number(process.argv[3]))
      fetch(process.argv[2], { signal: controller.signal })
        .then((response) => response.text())
        .then(() => process.stdout.write('done'), (error) => process.stdout.write(error.message))
        .finally(() => {
          clearTimeout(timer)
          console.error(Date.now())
        })`,
    )
    const child = spawn(process.execPath, ['--import', 'jiti/register', script, url, how === 'abort' ? '100' : '60000'])
    let out = ''
    let end = ''
    child.stdout.on('data', (part) => (out += part))
    child.stderr.on('data', (part) => (end += part))
    await new Promise((resolve) => child.on('close', resolve))
    expect(`${out}${out === '' ? end : ''}`).toBe(how === 'done' ? 'done' : 'stop')
    expect(Date.now() - Number(end)).toBeLessThan(1_000)
  })
})
