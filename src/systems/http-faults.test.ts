import { createServer, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Server as TcpServer } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpSystemConfig, SYSTEM_SCHEMAS } from '../core/config.ts'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask } from './test-support/ask.ts'

const servers: (Server | TcpServer)[] = []
const systems: System[] = []

afterEach(async () => {
  await Promise.all(systems.splice(0).map((system) => system.close()))
  for (const server of servers.splice(0)) {
    if ('closeAllConnections' in server) server.closeAllConnections()
    server.close()
  }
})

async function listen<T extends Server | TcpServer>(server: T): Promise<string> {
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function open(http: Partial<HttpSystemConfig['http']>, overrides: object = {}): Promise<System> {
  const config = SYSTEM_SCHEMAS.http.parse({ http, timeout_s: 5, ...overrides })
  const system = await openSystem(config, { folder: '.', log: () => {} })
  systems.push(system)
  return system
}

describe('an HTTP system that cannot be reached', () => {
  it('gives connection errors, and is given up at the fifth equal one in a row', async () => {
    const closed = createServer()
    const url = await listen(closed)
    await new Promise((resolve) => closed.close(resolve))
    const system = await open({ url: `${url}/ask?key={{id}}` })
    for (let n = 1; n <= 4; n += 1) {
      expect(await ask(system, `q${n}`)).toMatchObject({ latency_ms: null, error: { code: 'connection' } })
    }
    await expect(ask(system, 'q5')).rejects.toMatchObject({ code: 'system_unreachable', hint: expect.any(String) })
  })

  it('is not given up when it answers in between', async () => {
    let count = 0
    const url = await listen(
      createServer((request, response) => {
        count += 1
        if (count % 3 === 0) response.end('{"response":"fine"}')
        else request.socket.destroy()
      }),
    )
    const system = await open({ url })
    const codes = []
    for (let n = 0; n < 12; n += 1) codes.push((await ask(system, `q${n}`)).error?.code ?? 'fine')
    expect(codes.filter((code) => code === 'fine').length).toBeGreaterThanOrEqual(3)
    expect(codes).toContain('connection')
  })

  it('in the middle of a reply gives a connection error', async () => {
    const url = await listen(
      createServer((_, response) => {
        response.writeHead(200, { 'content-length': '100' })
        response.write('{"response":')
        setTimeout(() => response.destroy(), 20)
      }),
    )
    expect((await ask(await open({ url }), 'q')).error?.code).toBe('connection')
  })

  it('speaking something else than HTTP gives a connection error', async () => {
    const url = await listen(createTcpServer((socket) => void socket.end('SSH-2.0-OpenSSH_9\r\n')))
    expect((await ask(await open({ url }), 'q')).error?.code).toBe('connection')
  })

  it('is timed out for the whole exchange, also while its body trickles', async () => {
    const url = await listen(
      createServer((_, response) => {
        const timer = setInterval(() => response.write(' '), 50)
        response.on('close', () => clearInterval(timer))
      }),
    )
    const begun = performance.now()
    const reply = await ask(await open({ url }, { timeout_s: 0.5 }), 'q')
    expect(reply).toMatchObject({ latency_ms: 500, error: { code: 'timeout' } })
    expect(performance.now() - begun).toBeLessThan(2000)
  })

  it('is asked again when it closed the idle connection under the request', async () => {
    let connections = 0
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 19\r\nconnection: keep-alive\r\n\r\n{"response":"fine"}'
    const url = await listen(
      createTcpServer((socket) => {
        connections += 1
        let requests = 0
        socket.on('error', () => {})
        socket.on('data', () => {
          requests += 1
          // The second request on a connection meets a server that has just hung up.
          if (requests === 1) socket.write(answer)
          else socket.resetAndDestroy()
        })
      }),
    )
    const system = await open({ url: `${url}/{{id}}`, method: 'GET' })
    expect((await ask(system, '1')).response).toBe('fine')
    expect((await ask(system, '2')).response).toBe('fine')
    expect(connections).toBe(2)
  })
})

describe('an HTTP system that sends elsewhere', () => {
  it('is followed within its origin with method and body', async () => {
    const url = await listen(
      createServer((request, response) => {
        if (request.url === '/ask') response.writeHead(307, { location: '/ask/' }).end()
        else request.pipe(response)
      }),
    )
    const system = await open({ url: `${url}/ask`, body: { response: '{{user_input}}' } })
    expect((await ask(system, 'sent twice')).response).toBe('sent twice')
  })

  it('is not followed to another host, and the address is shown', async () => {
    let reached = false
    const other = await listen(
      createServer((_, response) => {
        reached = true
        response.end('{"response":"stolen"}')
      }),
    )
    const url = await listen(
      createServer((_, response) => void response.writeHead(307, { location: `${other}/x` }).end()),
    )
    const reply = await ask(await open({ url, headers: { authorization: 'Bearer abcdefgh12345678' } }), 'q')
    expect(reply.error?.code).toBe('http_status')
    expect(reply.error?.message).toContain(`redirected to ${other}/x`)
    expect(reached).toBe(false)
  })

  it('in circles ends with an error', async () => {
    const url = await listen(createServer((_, response) => void response.writeHead(308, { location: '/again' }).end()))
    expect((await ask(await open({ url }), 'q')).error?.code).toBe('http_status')
  })
})

describe('an HTTP system that says later', () => {
  it('is asked again after Retry-After, and only the last attempt counts as latency', async () => {
    const at: number[] = []
    const url = await listen(
      createServer((_, response) => {
        at.push(performance.now())
        if (at.length === 1) response.writeHead(429, { 'retry-after': '1' }).end('slow down')
        else response.end('{"response":"fine"}')
      }),
    )
    const reply = await ask(await open({ url }), 'q')
    expect(reply.response).toBe('fine')
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThan(990)
    expect(reply.latency_ms).toBeLessThan(900)
  })

  it.each([
    ['too often', '0', 3],
    ['for longer than the time-out', '60', 1],
    ['without saying when', undefined, 1],
  ])('%s gives its status', async (_, after, requests) => {
    let count = 0
    const url = await listen(
      createServer((_request, response) => {
        count += 1
        response.writeHead(503, after === undefined ? {} : { 'retry-after': after }).end('busy')
      }),
    )
    expect((await ask(await open({ url }), 'q')).error).toEqual({ code: 'http_status', message: 'status 503: busy' })
    expect(count).toBe(requests)
  })
})

describe('the secrets of an HTTP system', () => {
  it('stand in no error, problem, answer or identity', async () => {
    const secret = 'sk-live-0123456789abcdef'
    const url = await listen(
      createServer((request, response) => {
        const key = String(request.headers.authorization)
        if (request.url === '/500') response.writeHead(500).end(`refused ${key}`)
        else response.end(JSON.stringify({ response: `you sent ${key}`, retrieved_contexts: [secret] }))
      }),
    )
    const headers = { authorization: `Bearer ${secret}` }
    const failing = await open({ url: `${url}/500`, headers })
    expect((await ask(failing, 'q')).error?.message).toBe('status 500: refused ***')
    const leaking = await open({ url, headers })
    const reply = await ask(leaking, 'q')
    expect(JSON.stringify([reply, leaking.identity, failing.identity])).not.toContain(secret)
    expect(reply.problems?.join()).toMatch(/held a secret/)
    expect(leaking.identity).toMatchObject({ kind: 'http', headers: { authorization: '***' } })
  })
})
