import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { type HttpSystemConfig, SYSTEM_SCHEMAS } from '../core/config.ts'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask } from './test-support/ask.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

const servers: Server[] = []
const systems: System[] = []

afterEach(async () => {
  await Promise.all(systems.splice(0).map((system) => system.close()))
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server that answers as told and remembers what it was asked. */
async function serve(answer: (seen: Seen, response: ServerResponse, count: number) => void) {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', url = '', headers } = request
    const one = { method, url, headers, body: Buffer.concat(parts).toString('utf8') }
    seen.push(one)
    answer(one, response, seen.length)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { seen, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

type HttpInput = Partial<HttpSystemConfig['http']> & { url: string }

async function open(http: HttpInput, overrides: object = {}): Promise<System> {
  const config = SYSTEM_SCHEMAS.http.parse({ http, timeout_s: 5, ...overrides })
  const system = await openSystem(config, { folder: '.', log: () => {} })
  systems.push(system)
  return system
}

const fine = (_: Seen, response: ServerResponse) => void response.end('{"response":"fine"}')

describe('what an HTTP system is sent', () => {
  it('is the JSON of the command protocol when no body is given', async () => {
    const { seen, url } = await serve(fine)
    await ask(await open({ url: `${url}/ask` }), '問題', { settings: { top_k: 3 } })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/ask' })
    expect(seen[0]?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      id: '問題|base|1',
      user_input: '問題',
      configuration: { name: 'base', settings: { top_k: 3 } },
      repeat: 1,
    })
  })

  it('is the body template with whole placeholders as values and others as text', async () => {
    const { seen, url } = await serve(fine)
    const body = {
      q: '{{user_input}}',
      k: '{{ settings.top_k }}',
      all: '{{settings}}',
      deep: ['{{settings.nested.on}}', 7, null],
      text: 'run {{configuration.name}} #{{repeat}} of {{id}}: {{settings.list}}',
    }
    const settings = { top_k: 3, nested: { on: true }, list: [1, 'a'] }
    const system = await open({ url, method: 'PUT', body, headers: { 'X-Key': 'k', 'Content-Type': 'text/json' } })
    await ask(system, 'say "{{id}}"\n', { id: 'c1', settings })
    expect(seen[0]?.method).toBe('PUT')
    expect(seen[0]?.headers).toMatchObject({ 'x-key': 'k', 'content-type': 'text/json' })
    expect(JSON.parse(seen[0]?.body ?? '')).toEqual({
      q: 'say "{{id}}"\n',
      k: 3,
      all: settings,
      deep: [true, 7, null],
      text: 'run base #1 of c1|base|1: [1,"a"]',
    })
  })

  it('is nothing but an encoded address for GET', async () => {
    const { seen, url } = await serve(fine)
    const system = await open({ url: `${url}/find/{{settings.index}}?q={{user_input}}`, method: 'GET' })
    await ask(system, 'a&b=c 問/?#', { settings: { index: 'x/y' } })
    expect(seen[0]).toMatchObject({ method: 'GET', body: '' })
    expect(seen[0]?.url).toBe(`/find/x%2Fy?q=${encodeURIComponent('a&b=c 問/?#')}`)
  })

  it.each([
    ['unknown_placeholder', { url: 'http://h/{{user_inptu}}' }, /did you mean "user_input"/],
    ['unknown_placeholder', { url: 'http://h/', body: { a: ['{{question}}'] } }, /known: user_input/],
    ['question_not_sent', { url: 'http://h/', body: { q: 'x' } }, /user_input/],
    ['question_not_sent', { url: 'http://h/', method: 'GET' }, /user_input/],
    ['get_with_body', { url: 'http://h/{{id}}', method: 'GET', body: {} }, /POST/],
    ['bad_url', { url: 'http://{{settings.host}}/{{id}}' }, /path and the query/],
    ['bad_url', { url: 'ftp://h/{{id}}' }, undefined],
    ['bad_url', { url: 'localhost:8000' }, undefined],
    ['bad_url', { url: '/ask' }, /whole/],
    ['bad_header', { url: 'http://h/', headers: { 'X-A': 'line\nbreak' } }, /line breaks/],
    ['bad_pick', { url: 'http://h/', pick: { response: 'a[' } }, /jmespath/],
    ['bad_pick', { url: 'http://h/', pick: { response: 'nothing(@)' } }, /jmespath/],
  ] as const)('is refused when it is opened: %s for %j', async (code, http, hint) => {
    const error = await open(http as unknown as HttpInput).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ name: 'RagstoneError', code })
    if (hint !== undefined) expect((error as { hint: string }).hint).toMatch(hint)
  })

  it('must not lack a setting that a placeholder names', async () => {
    const { url } = await serve(fine)
    const system = await open({ url, body: { q: '{{user_input}}', k: '{{settings.top_k}}' } })
    await expect(ask(system, 'q', { settings: { topk: 3 } })).rejects.toMatchObject({
      code: 'missing_setting',
      message: expect.stringContaining('configuration "base" has no setting top_k'),
      hint: expect.stringContaining('did you mean "topk"'),
    })
    await expect(ask(system, 'q', { settings: {} })).rejects.toMatchObject({
      hint: 'give every configuration a value for it, below its name in `configurations`',
    })
    const deep = await open({ url, body: { q: '{{user_input}}', l: '{{settings.filter.lang}}' } })
    await expect(ask(deep, 'q', { settings: { filter: { lnag: 'en', year: 1 } } })).rejects.toMatchObject({
      message: expect.stringContaining('no setting filter.lang'),
      hint: 'give every configuration a value for it; did you mean "filter.lnag"?',
    })
  })
})

describe('what an HTTP system answers', () => {
  it('may have another shape, read by pick', async () => {
    const reply = {
      answer: { text: 'yes' },
      hits: [
        { content: 'a', file: 'a.md' },
        { content: 'b', file: 'b.md' },
      ],
      tokens: 5,
    }
    const { url } = await serve((_, response) => void response.end(JSON.stringify(reply)))
    const pick = {
      response: 'answer.text',
      retrieved_contexts: 'hits[*].{text: content, source: file}',
      usage: '{total_tokens: tokens}',
    }
    expect(await ask(await open({ url, pick }), 'q')).toMatchObject({
      response: 'yes',
      retrieved_contexts: [
        { text: 'a', source: 'a.md' },
        { text: 'b', source: 'b.md' },
      ],
      usage: { total_tokens: 5 },
    })
  })

  it('may be a list at its top', async () => {
    const { url } = await serve((_, response) => void response.end('[{"generated_text":"x"}]'))
    expect((await ask(await open({ url, pick: { response: '[0].generated_text' } }), 'q')).response).toBe('x')
  })

  it('may report its own error under another name', async () => {
    const { url } = await serve((_, response) => void response.end('{"fault":{"why":"no index"}}'))
    const system = await open({ url, pick: { response: 'answer', error: 'fault.why' } })
    expect((await ask(system, 'q')).error).toEqual({ code: 'reported', message: 'no index' })
  })

  it('is unreadable when pick finds nothing, unless the system only retrieves', async () => {
    const { url } = await serve((_, response) => void response.end('{"result":"x","docs":["d"]}'))
    const reply = await ask(await open({ url, pick: { response: 'answer.text' } }), 'q')
    expect(reply.error?.code).toBe('unreadable_reply')
    expect(reply.error?.message).toMatch(/answer\.text\) finds nothing in the reply; its keys: result, docs/)
    const retriever = await open({ url, pick: { response: '`null`', retrieved_contexts: 'docs' } })
    expect(await ask(retriever, 'q')).toMatchObject({ response: null, retrieved_contexts: [{ text: 'd' }] })
  })

  it.each([
    ['a page', '<!doctype html><h1>Welcome</h1>', /HTML.*<h1>Welcome/],
    ['plain text', 'hello', /not JSON.*hello/],
    ['nothing', '', /empty/],
    ['half of it', '{"response": "x', /not JSON/],
  ])('is unreadable when it is %s', async (_, body, message) => {
    const { url } = await serve((_seen, response) => void response.end(body))
    const reply = await ask(await open({ url }), 'q')
    expect(reply.error?.code).toBe('unreadable_reply')
    expect(reply.error?.message).toMatch(message)
  })

  it('is an error with status and the beginning of the body when it is no success', async () => {
    const { url } = await serve((_, response) => void response.writeHead(500).end(`trace ${'x'.repeat(2000)}`))
    const reply = await ask(await open({ url }), 'q')
    expect(reply.error?.code).toBe('http_status')
    expect(reply.error?.message).toMatch(/^status 500: trace xxx/)
    expect(reply.error?.message.length).toBeLessThan(600)
  })

  it('may be packed', async () => {
    const { url } = await serve(
      (_, response) =>
        void response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('{"response":"packed"}')),
    )
    expect((await ask(await open({ url }), 'q')).response).toBe('packed')
  })

  it('is refused beyond the limit, also when it unpacks to that', async () => {
    const large = JSON.stringify({ response: 'x'.repeat(20_000_000) })
    const { url } = await serve((seen, response) => {
      if (seen.url === '/plain') response.end(large)
      else response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(large))
    })
    for (const path of ['/plain', '/packed']) {
      const reply = await ask(await open({ url: url + path }, { max_reply_mb: 1 }), 'q')
      expect(reply.error?.code).toBe('too_large')
      expect(reply.error?.message).toMatch(/1 MB.*begins: \{"response":"xxx/)
    }
  })

  it('is refused when its bytes are not UTF-8', async () => {
    const { url } = await serve((_, response) => void response.end(Buffer.from('{"response":"caf\xe9"}', 'latin1')))
    const reply = await ask(await open({ url }), 'q')
    expect(reply.error?.code).toBe('invalid_text')
    expect(reply.error?.message).toContain('caf\ufffd')
  })
})
