import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SYSTEM_SCHEMAS, type SystemConfig } from '../core/config.ts'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask, PYTHON } from './test-support/ask.ts'
import replyTo from './test-support/stub.ts'

const support = join(import.meta.dirname, 'test-support')
const folder = mkdtempSync(join(tmpdir(), 'ragstone-systems-'))
let server: Server

/** Every question of the suite with its answer, for the recorded system. */
const QUESTIONS = [
  'echo:one',
  'echo:two',
  'echo:three',
  'error:index not loaded',
  'raw:{"response":"half \\ud83d here"}',
  'raw:{"response":"contexts","retrieved_contexts":["a","half \\udc00",null,{"page_content":"b","metadata":{"source":"b.md"}},7]}',
  'raw:{"response":"","retrieved_contexts":[]}',
  'raw:{"response":null,"retrieved_contexts":["only retrieved"]}',
  'echo:新人第一年有幾天特休？😀 line\u2028separator "quotes" \\ tab\t',
]

const SYSTEMS: { name: string; live: boolean; python: boolean; config: () => object }[] = [
  { name: 'command', live: true, python: true, config: () => ({ command: [PYTHON, join(support, 'stub.py')] }) },
  {
    name: 'command',
    live: true,
    python: true,
    config: () => ({ command: [PYTHON, join(support, 'stub.py')], mode: 'once' }),
  },
  { name: 'http', live: true, python: false, config: () => ({ http: { url: addressOf(server) } }) },
  { name: 'module', live: true, python: false, config: () => ({ module: join(support, 'stub.ts') }) },
  { name: 'recorded', live: false, python: false, config: () => ({ recorded: 'answers.jsonl' }) },
]

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    response.end(JSON.stringify(await replyTo(JSON.parse(Buffer.concat(parts).toString('utf8')))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const rows = await Promise.all(QUESTIONS.map(async (user_input) => ({ user_input, ...(await replyOf(user_input)) })))
  writeFileSync(join(folder, 'answers.jsonl'), rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await rm(folder, { recursive: true, force: true })
})

function replyOf(userInput: string) {
  return replyTo({ id: 'x', user_input: userInput, configuration: { name: 'base', settings: {} }, repeat: 1 })
}

function addressOf(of: Server): string {
  return `http://127.0.0.1:${(of.address() as AddressInfo).port}/ask`
}

async function withSystem(
  config: object,
  overrides: object,
  work: (system: System, log: string[]) => Promise<void>,
): Promise<void> {
  const log: string[] = []
  const kind = Object.keys(config)[0] as keyof typeof SYSTEM_SCHEMAS
  const parsed = SYSTEM_SCHEMAS[kind].parse({ ...config, ...overrides }) as SystemConfig
  const system = await openSystem(parsed, { folder, log: (line) => log.push(line) })
  try {
    await work(system, log)
  } finally {
    await system.close()
  }
}

describe.each(SYSTEMS)('the $name system ($config)', ({ live, python, config }) => {
  const runs = it.skipIf(python && PYTHON === undefined)
  const runsLive = it.skipIf(!live || (python && PYTHON === undefined))

  runs('answers with contexts, usage and unknown usage keys', () =>
    withSystem(config(), {}, async (system) => {
      const reply = await ask(system, 'echo:one')
      expect(reply).toMatchObject({
        response: 'one',
        retrieved_contexts: [{ text: 'plain' }, { text: 'two', source: 'a.md', id: 'a.md#1', score: 0.5 }],
        usage: { prompt_tokens: 3, model: 'm' },
      })
      expect(reply.error).toBeUndefined()
      expect(reply.problems).toBeUndefined()
      if (live) expect(reply.latency_ms).toBeGreaterThan(0)
      else expect(reply.latency_ms).toBeNull()
    }),
  )

  runs('gives each case its own answer whatever the order', () =>
    withSystem(config(), { concurrency: 3 }, async (system) => {
      const words = ['three', 'one', 'two']
      const replies = await Promise.all(words.map((word) => ask(system, `echo:${word}`)))
      expect(replies.map((reply) => reply.response)).toEqual(words)
    }),
  )

  runs('carries any script, emoji and line separators unharmed', () =>
    withSystem(config(), {}, async (system) => {
      const question = QUESTIONS.at(-1) ?? ''
      expect((await ask(system, question)).response).toBe(question.slice('echo:'.length))
    }),
  )

  runs('tells an error that the system reports', () =>
    withSystem(config(), {}, async (system) => {
      const reply = await ask(system, 'error:index not loaded')
      expect(reply.response).toBeNull()
      expect(reply.error).toEqual({ code: 'reported', message: 'index not loaded' })
    }),
  )

  runs('refuses a response with half a character, showing its text', () =>
    withSystem(config(), {}, async (system) => {
      const reply = await ask(system, QUESTIONS[4] ?? '')
      expect(reply.response).toBeNull()
      expect(reply.error?.code).toBe('invalid_text')
      expect(reply.error?.message).toContain('half \ufffd here')
      expect(reply.error?.message.isWellFormed()).toBe(true)
    }),
  )

  runs('keeps usable contexts at their rank and tells of the others', () =>
    withSystem(config(), {}, async (system) => {
      const reply = await ask(system, QUESTIONS[5] ?? '')
      expect(reply.response).toBe('contexts')
      expect(reply.retrieved_contexts).toMatchObject([
        { text: 'a' },
        { text: 'half \ufffd' },
        { text: 'b', source: 'b.md', rank: 4 },
      ])
      const problems = reply.problems?.join('\n')
      expect(problems).toMatch(/context 3 is null/)
      expect(problems).toMatch(/context 5 has no text/)
      expect(problems).toMatch(/surrogate/)
    }),
  )

  runs('takes an empty response and an empty retrieval as they are', () =>
    withSystem(config(), {}, async (system) => {
      expect(await ask(system, QUESTIONS[6] ?? '')).toMatchObject({ response: '', retrieved_contexts: [] })
    }),
  )

  runs('takes a null response as a system that only retrieves', () =>
    withSystem(config(), {}, async (system) => {
      const reply = await ask(system, QUESTIONS[7] ?? '')
      expect(reply).toMatchObject({ response: null, retrieved_contexts: [{ text: 'only retrieved' }] })
      expect(reply.error).toBeUndefined()
    }),
  )

  runs('rejects at once with the reason of an abort, before and during a case', () =>
    withSystem(config(), {}, async (system) => {
      const reason = new Error('interrupted')
      await expect(ask(system, 'echo:one', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
      if (!live) return
      const controller = new AbortController()
      const asked = [ask(system, 'sleep:5000:x', { signal: controller.signal }), ask(system, 'echo:1', controller)]
      const begun = performance.now()
      setTimeout(() => controller.abort(reason), 100)
      for (const result of await Promise.allSettled(asked)) expect(result).toMatchObject({ reason })
      expect(performance.now() - begun).toBeLessThan(1000)
    }),
  )

  runs('can be closed twice', () =>
    withSystem(config(), {}, async (system) => {
      await ask(system, 'echo:one')
      await Promise.all([system.close(), system.close()])
      await system.close()
    }),
  )

  runs('has an identity that is plain data', () =>
    withSystem(config(), {}, async (system) => {
      expect(JSON.parse(JSON.stringify(system.identity))).toEqual(system.identity)
    }),
  )

  runsLive('hands over the question, the configuration and its settings untouched', () =>
    withSystem(config(), {}, async (system) => {
      const settings = { top_k: 3, nested: { list: [1, 'two', null, true] }, text: '繁體' }
      const reply = await ask(system, 'request', { configuration: 'top_k_3', settings, repeat: 2 })
      expect(JSON.parse(reply.response ?? '')).toEqual({
        user_input: 'request',
        configuration: { name: 'top_k_3', settings },
        repeat: 2,
      })
    }),
  )

  runsLive('has as many cases in flight as it is allowed, and no more', () =>
    withSystem(config(), { concurrency: 3 }, async (system) => {
      await ask(system, 'echo:warm')
      const begun = performance.now()
      await Promise.all([1, 2, 3, 4, 5, 6].map((n) => ask(system, `sleep:500:${n}`)))
      const elapsed = performance.now() - begun
      expect(elapsed).toBeGreaterThan(990)
      expect(elapsed).toBeLessThan(2500)
    }),
  )

  runsLive('times a case out, and neither counts the wait for a slot', () =>
    withSystem(config(), { concurrency: 1, timeout_s: 2 }, async (system) => {
      const replies = await Promise.all([
        ask(system, 'sleep:1200:a'),
        ask(system, 'sleep:1000:b'),
        ask(system, 'echo:c'),
      ])
      expect(replies.map((reply) => reply.response)).toEqual(['a', 'b', 'c'])
      expect(replies[1]?.latency_ms).toBeGreaterThan(990)
      expect(replies[1]?.latency_ms).toBeLessThan(2000)
      const late = await ask(system, 'sleep:6000:x')
      expect(late).toMatchObject({ response: null, latency_ms: 2000, error: { code: 'timeout' } })
      expect(late.error?.message).toContain('no answer within 2 s')
    }),
  )

  runsLive.each([
    ['no response', '{"answer":"x"}', /has no response; its keys: answer.*"response"/],
    ['a number', '{"response":7}', /response must be a text or null, but is a number: 7/],
    ['an object', '{"response":{"text":"x"}}', /but is an object: \{"text":"x"\}/],
    ['a list', '{"response":["x"]}', /but is a list: \["x"\]/],
    ['nothing', '{}', /has no response/],
  ])('calls a reply with %s unreadable and says what came', (_, raw, message) =>
    withSystem(config(), {}, async (system) => {
      const reply = await ask(system, `raw:${raw}`)
      expect(reply.error?.code).toBe('unreadable_reply')
      expect(reply.error?.message).toMatch(message)
    }),
  )

  runsLive('drops what is odd beside a good response, one problem each', () =>
    withSystem(config(), {}, async (system) => {
      const raw = {
        response: 'ok',
        retrieved_contexts: 'text',
        usage: { prompt_tokens: '3', total_tokens: -1, x: 'y' },
      }
      const reply = await ask(system, `raw:${JSON.stringify(raw)}`)
      expect(reply).toMatchObject({ response: 'ok', usage: { x: 'y' } })
      expect(reply.retrieved_contexts).toBeUndefined()
      expect(Object.keys(reply.usage ?? {})).toEqual(['x'])
      expect(reply.problems).toHaveLength(3)
    }),
  )
})
