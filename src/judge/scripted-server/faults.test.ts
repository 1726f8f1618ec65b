import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from './scripted-reply.ts'
import type { ModelServer } from './start-model-server.ts'
import { messages, read, scriptedClient } from './test-support/scripted-client.ts'

const { serve, post, openai, ollama } = scriptedClient()

describe('faults', () => {
  let server: ModelServer
  beforeEach(async () => {
    server = await serve()
  })
  const spoilt = async (fault: Fault, path = '/v1/chat/completions') => {
    server.next({ text: 'a reply of some length', fault })
    return post(path, { model: 'm', messages, stream: false })
  }

  it('of status carry headers and the format’s own error body', async () => {
    const limited = await spoilt({ kind: 'status', status: 429, headers: { 'retry-after': '2' }, message: 'slow down' })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '2'])
    expect((await read(limited)).error.message).toBe('slow down')
    expect(await read(spoilt({ kind: 'status', status: 500 }, '/api/chat'))).toEqual({ error: 'scripted 500' })
  })

  it('spoil the body', async () => {
    expect((await spoilt({ kind: 'html' })).headers.get('content-type')).toContain('text/html')
    expect(await (await spoilt({ kind: 'empty' })).text()).toBe('')
    const half = await (await spoilt({ kind: 'half_json' })).text()
    expect(() => JSON.parse(half)).toThrow()
    await expect(spoilt({ kind: 'half_body' }).then((reply) => reply.text())).rejects.toThrow()
    const typed = await spoilt({ kind: 'content_type', contentType: 'text/plain' })
    expect(typed.headers.get('content-type')).toBe('text/plain')
    const moved = await spoilt({ kind: 'redirect', to: 'http://127.0.0.1:1/' })
    expect([moved.status, moved.headers.get('location')]).toEqual([307, 'http://127.0.0.1:1/'])
    await expect(spoilt({ kind: 'reset' })).rejects.toThrow()
  })

  it('hold the reply back, as a whole or in pieces', async () => {
    const started = performance.now()
    await (await spoilt({ kind: 'slow_first_byte', ms: 80 })).text()
    expect(performance.now() - started).toBeGreaterThan(75)
    const slow = await spoilt({ kind: 'slow_body', ms: 100 })
    const headers = performance.now()
    expect((await read(slow)).choices[0].message.content).toBe('a reply of some length')
    expect(performance.now() - headers).toBeGreaterThan(50)
  })

  it('cut the reply or the prompt without any other sign', async () => {
    const cut = await read(spoilt({ kind: 'cut' }))
    expect(cut.choices[0]).toMatchObject({ finish_reason: 'length', message: { content: 'a reply of ' } })
    const good = await read(ollama())
    const { prompt_eval_count } = await read(spoilt({ kind: 'prompt_cut' }, '/api/chat'))
    expect(prompt_eval_count).toBe(Math.floor(good.prompt_eval_count / 2))
  })

  it('listed in the options meet the first requests', async () => {
    await serve({ faults: [{ kind: 'status', status: 503 }, undefined, { kind: 'status', status: 502 }] })
    expect([
      (await openai()).status,
      (await openai()).status,
      (await openai()).status,
      (await openai()).status,
    ]).toEqual([503, 200, 502, 200])
  })
})

describe('the call log', () => {
  it('holds requests, statuses and the most that were in flight', async () => {
    const server = await serve({ latencyMs: 40 })
    expect(server.asked).toEqual([])
    await Promise.all([openai({ temperature: 0.5 }), openai(), ollama({ options: { num_ctx: 2048 } })])
    expect(server.maxInFlight).toBe(3)
    expect(server.inFlight).toBe(0)
    expect(server.asked.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(server.asked.find(({ request }) => request.api === 'ollama')?.request.numCtx).toBe(2048)
    expect(server.asked.some(({ request }) => request.body.temperature === 0.5)).toBe(true)
    server.reset()
    expect([server.callCount, server.maxInFlight, server.calls.length]).toEqual([0, 0, 0])
  })

  it('tells when the client went away', async () => {
    const server = await serve()
    server.next({ fault: { kind: 'silent' } })
    await expect(post('/v1/chat/completions', { model: 'm', messages }, {}, AbortSignal.timeout(100))).rejects.toThrow()
    await expect.poll(() => server.asked[0]).toMatchObject({ aborted: true, status: undefined, fault: 'silent' })
  })

  it('keeps the newest calls only when told to', async () => {
    const server = await serve({ keepCalls: 2 })
    for (let index = 0; index < 9; index += 1) await (await openai()).text()
    expect(server.callCount).toBe(9)
    expect(server.calls.length).toBeLessThanOrEqual(4)
    expect(server.calls.at(-1)?.request.number).toBe(9)
  })
})
