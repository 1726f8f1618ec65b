import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { describeConfigurations, describeSystem } from './describe.ts'
import { loadConfig } from './load.ts'
import { errorOf, projectWith } from './test-support/project.ts'

const load = (code: string, more: Record<string, string> = {}, name = 'ragstone.config.ts') =>
  loadConfig({ cwd: projectWith({ [name]: code, ...more }) })

describe('ragstone.config.ts', () => {
  it('is data like the YAML file, with defineConfig at hand without an installed package', async () => {
    const { config, configurations, origins } = await load(`
      import { defineConfig } from 'ragstone'
      enum Prompt { Plain = 'plain' }
      const base: Record<string, unknown> = { top_k: 3, prompt: Prompt.Plain, nothing: undefined }
      export default defineConfig({ name: 'x', system: { module: 'rag.mjs' }, configurations: { base, b: { extends: 'base', top_k: 6 } } })
    `)
    expect(config.system).toMatchObject({ module: 'rag.mjs', concurrency: 1 })
    expect(configurations[1]?.settings).toEqual({ top_k: 6, prompt: 'plain' })
    expect(origins['system.concurrency']).toBe('default')
    expect(origins['configurations.base.prompt']).toBe('ragstone.config.ts')
  })

  it.each(['ragstone.config.mts', 'ragstone.config.js', 'ragstone.config.mjs'])('is found as %s', async (name) => {
    expect((await load('export default { name: "x" }', {}, name)).config.name).toBe('x')
  })

  it('may import other files, await, and export a promise', async () => {
    const { config } = await load(
      "import { name } from './name.ts'\nconst n = await Promise.resolve(name)\nexport default Promise.resolve({ name: n })\n",
      {
        'name.ts': 'export const name: string = "imported"\n',
      },
    )
    expect(config.name).toBe('imported')
  })

  it('is read anew when it has changed, and nothing is written beside it', async () => {
    const cwd = projectWith({ 'ragstone.config.ts': 'export default { name: "one" }\n' })
    expect((await loadConfig({ cwd })).config.name).toBe('one')
    expect(readdirSync(cwd)).toEqual(['ragstone.config.ts'])
    writeFileSync(join(cwd, 'ragstone.config.ts'), 'export default { name: "two" }\n')
    expect((await loadConfig({ cwd })).config.name).toBe('two')
  })

  it('takes ${NAME} as it stands: code reads the environment itself', async () => {
    expect((await load('export default { note: "${HOME}" }\n')).config.note).toBe('${HOME}')
  })
})

describe('a mistake in ragstone.config.ts', () => {
  it.each([
    ['a syntax error', 'const a = 1\nexport default { name: "x }\n', 'ragstone.config.ts:2:'],
    [
      'an exception',
      'function fail(): never {\n  throw new TypeError("no such thing")\n}\nexport default { name: fail() }\n',
      'ragstone.config.ts:2:9: TypeError: no such thing',
    ],
    ['a missing import', "import { x } from './nope.ts'\nexport default { name: x }\n", 'ragstone.config.ts:1:'],
    ['a thrown text', 'throw "words"\n', 'ragstone.config.ts: words'],
  ])('is shown with file and line and without a stack: %s', async (_name, code, start) => {
    const error = await errorOf(load(code))
    expect(error.code).toBe('config_failed')
    expect(error.message.startsWith(start), error.message).toBe(true)
    expect(`${error.message} ${error.details.join(' ')}`).not.toMatch(/node_modules|module-source|\n/)
  })

  it('names the imported file when the mistake is there', async () => {
    const error = await errorOf(load("import './part.ts'\nexport default {}\n", { 'part.ts': 'const x = = 1\n' }))
    expect(error.message).toMatch(/^part\.ts:1:\d+: /)
  })

  it.each([
    ['no default export', 'export const a = 1\n', 'ragstone.config.ts has no default export'],
    [
      'a function',
      'export default () => ({})\n',
      'ragstone.config.ts: the default export must be plain data, got a function',
    ],
    [
      'a date',
      'export default { configurations: { a: { since: new Date() } } }\n',
      'ragstone.config.ts: configurations.a.since must be plain data, got an object of a class',
    ],
    [
      'NaN',
      'export default { configurations: { a: { x: [NaN] } } }\n',
      'ragstone.config.ts: configurations.a.x[0] must be a finite number, got NaN',
    ],
    [
      'a getter that throws',
      'export default { get name() { throw new Error("boo") } }\n',
      'ragstone.config.ts: the default export cannot be read: boo',
    ],
    [
      'a circle',
      'const a: any = {}\na.a = a\nexport default { configurations: { a } }\n',
      'is nested more than 100 levels deep, or holds itself',
    ],
    [
      'a bomb',
      'let a: any = [1]\nfor (let i = 0; i < 60; i++) a = [a, a]\nexport default { configurations: { b: { a } } }\n',
      'holds more than 1000000 values',
    ],
    ['a list', 'export default []\n', 'ragstone.config.ts: the file must be a map of keys'],
  ])('is refused when the export is no data: %s', async (_name, code, words) => {
    expect((await errorOf(load(code))).message).toContain(words)
  })

  it('names the line of a key that is written in the file', async () => {
    const error = await errorOf(load('export default {\n  system: {\n    module: "a",\n    concurency: 2,\n  },\n}\n'))
    expect(error.message).toBe('ragstone.config.ts:4:5: system.concurency is not a known key')
    expect(error.hint).toBe('did you mean "concurrency"?')
  })
})

describe('values of the environment in code', () => {
  const code = `export default {
  system: { http: { url: 'http://h', headers: { authorization: \`Bearer \${process.env.RAGSTONE_TEST_KEY}\` } } },
  configurations: { base: { key: process.env.RAGSTONE_TEST_KEY, top_k: 3 } },
}
`
  it('come from .env, and stand as ${NAME} in all that is stored', async () => {
    const loaded = await load(code, { '.env': 'RAGSTONE_TEST_KEY=sk-from-file\n' })
    expect(loaded.configurations[0]?.settings).toEqual({ key: 'sk-from-file', top_k: 3 })
    expect(loaded.secrets).toEqual(['sk-from-file'])
    expect(JSON.stringify([describeSystem(loaded), describeConfigurations(loaded), loaded.origins])).not.toContain(
      'sk-from-file',
    )
    expect(describeSystem(loaded)).toMatchObject({
      http: { headers: { authorization: 'Bearer ${RAGSTONE_TEST_KEY}' } },
    })
    expect(loaded.origins['configurations.base.key']).toBe(
      'environment RAGSTONE_TEST_KEY from .env (ragstone.config.ts)',
    )
    expect(process.env.RAGSTONE_TEST_KEY).toBeUndefined()
  })

  it('are found by name when they come from the process', async () => {
    process.env.RAGSTONE_TEST_KEY = 'sk-from-process'
    try {
      const loaded = await load(code, { '.env': 'RAGSTONE_TEST_KEY=sk-from-file\n' })
      expect(loaded.secrets).toEqual(['sk-from-process'])
      expect(describeConfigurations(loaded)[0]?.settings).toEqual({ key: '${RAGSTONE_TEST_KEY}', top_k: 3 })
    } finally {
      delete process.env.RAGSTONE_TEST_KEY
    }
  })

  it('of several projects loaded at the same time stay apart', async () => {
    const keys = ['key-one', 'key-two', 'key-three']
    const loaded = await Promise.all(keys.map((key) => load(code, { '.env': `RAGSTONE_TEST_KEY=${key}\n` })))
    expect(loaded.map(({ configurations }) => configurations[0]?.settings.key)).toEqual(keys)
  })

  it('never leave a trace in an error', async () => {
    const wrong = code.replace('top_k: 3 }', 'top_k: 3 }, x: process.env.RAGSTONE_TEST_KEY')
    const error = await errorOf(load(wrong, { '.env': 'RAGSTONE_TEST_KEY=sk-from-file\n' }))
    expect(error.message).toContain('got "${RAGSTONE_TEST_KEY}"')
  })
})
