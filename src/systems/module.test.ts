import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openSystem } from './open.ts'
import type { System } from './system.ts'
import { ask } from './test-support/ask.ts'

const folder = mkdtempSync(join(tmpdir(), 'ragstone-module-'))

afterAll(() => rm(folder, { recursive: true, force: true }))

let files = 0

/** Opens a module with the given source. */
function open(source: string, ending = 'mjs', timeout_s = 5): Promise<System> {
  files += 1
  const module = `system-${files}.${ending}`
  writeFileSync(join(folder, module), source)
  return openSystem({ module, timeout_s, concurrency: 1 }, { folder, log: () => {} })
}

describe('a module system', () => {
  it.each([
    ['mjs', 'export default async (request) => ({ response: request.user_input })'],
    ['cjs', 'module.exports = async (request) => ({ response: request.user_input })'],
    ['ts', 'export default async (request: { user_input: string }) => ({ response: request.user_input as string })'],
    ['mts', 'export default function (request: { user_input: string }) { return { response: request.user_input } }'],
    ['cts', 'module.exports = (request: { user_input: string }) => ({ response: request.user_input })'],
  ])('may be a .%s file', async (ending, source) => {
    expect((await ask(await open(source, ending), '問')).response).toBe('問')
  })

  it('that throws has its message told', async () => {
    const system = await open('export default () => { throw new TypeError("no\\n index") }')
    expect((await ask(system, 'q')).error).toEqual({ code: 'threw', message: 'the module threw: no index' })
  })

  it('that throws no Error is told as well', async () => {
    const system = await open('export default () => Promise.reject({ code: 7 })')
    expect((await ask(system, 'q')).error?.code).toBe('threw')
  })

  it('that never resolves is timed out and learns of it', async () => {
    const source = `
      export let fired = 0
      export default (request, { signal }) => request.user_input === 'fired?'
        ? { response: String(fired) }
        : new Promise(() => signal.addEventListener('abort', () => { fired += 1 }))`
    const system = await open(source, 'mjs', 0.2)
    expect((await ask(system, 'q')).error?.code).toBe('timeout')
    expect((await ask(system, 'fired?')).response).toBe('1')
  })

  it('cannot change the settings of other cases', async () => {
    const system = await open('export default (r) => { r.configuration.settings.k += 1; return { response: "x" } }')
    const settings = { k: 1 }
    await ask(system, 'q', { settings })
    expect(settings).toEqual({ k: 1 })
  })

  it.each([
    ['nothing', 'undefined', /is nothing, not an object/],
    ['a text', '"just text"', /is a text, not an object: just text/],
    ['a list', '[1]', /is a list/],
    ['other keys', '({ answer: "x", docs: [] })', /its keys: answer, docs/],
  ])('that returns %s gives an unreadable reply', async (_, reply, message) => {
    const outcome = await ask(await open(`export default () => ${reply}`), 'q')
    expect(outcome.error?.code).toBe('unreadable_reply')
    expect(outcome.error?.message).toMatch(message)
  })

  it('that returns what JSON cannot hold gives an unreadable reply, unless nobody reads it', async () => {
    const source = `
      const loop = {}; loop.self = loop
      export default (r) => r.user_input === 'beside' ? { response: 'x', raw: loop } : { response: 'x', usage: { loop } }`
    const system = await open(source)
    expect((await ask(system, 'beside')).response).toBe('x')
    expect((await ask(system, 'read')).error).toMatchObject({ code: 'unreadable_reply' })
  })

  it('may return instances of classes with getters', async () => {
    const source = `
      class Reply { get response() { return 'got' } get retrieved_contexts() { return [new Doc()] } }
      class Doc { constructor() { this.pageContent = 'text'; this.metadata = { source: 'a.md' } } }
      export default () => new Reply()`
    expect(await ask(await open(source), 'q')).toMatchObject({
      response: 'got',
      retrieved_contexts: [{ text: 'text', source: 'a.md' }],
    })
  })

  it('that nests its contexts without end is refused', async () => {
    const source = `
      let deep = {}; for (let n = 0; n < 200; n += 1) deep = { node: deep }
      export default () => ({ response: 'x', retrieved_contexts: [deep] })`
    expect((await ask(await open(source), 'q')).error?.message).toMatch(/nested more than 64 levels/)
  })

  it.each([
    ['module_not_a_function', 'export const ask = 1', /exports: ask/],
    ['module_not_loadable', 'export default (', /could not be loaded/],
    ['module_not_loadable', 'throw new Error("no key set")', /no key set/],
  ])('is refused when it is opened: %s', async (code, source, message) => {
    await expect(open(source)).rejects.toMatchObject({
      name: 'RagstoneError',
      code,
      message: expect.stringMatching(message),
    })
  })

  it('that does not exist is named', async () => {
    const opened = openSystem({ module: 'none.mjs', timeout_s: 1, concurrency: 1 }, { folder, log: () => {} })
    await expect(opened).rejects.toMatchObject({ code: 'file_not_found', message: expect.stringContaining('none.mjs') })
    const here = vi.spyOn(process, 'cwd').mockReturnValue(folder)
    onTestFinished(() => here.mockRestore())
    const again = openSystem({ module: 'none.mjs', timeout_s: 1, concurrency: 1 }, { folder, log: () => {} })
    await expect(again).rejects.toMatchObject({ message: 'the module of the system does not exist: none.mjs' })
  })
})
