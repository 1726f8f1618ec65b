import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { loadConfig } from './load.ts'
import { errorOf, projectWith } from './test-support/project.ts'

const load = (yaml: string) => loadConfig({ cwd: projectWith({ 'ragstone.yaml': yaml }), env: {} })

describe('configurations', () => {
  it('are one `base` without settings when the key is absent', async () => {
    const { configurations } = await load('name: a\n')
    expect(configurations).toEqual([{ name: 'base', settings: {}, origin: {}, extends: [] }])
  })

  it('inherit settings along `extends`, and remember where each came from', async () => {
    const { configurations } = await load(`configurations:
  base:
    top_k: 3
    prompt: plain
  strict: {extends: base, prompt: strict}
  strict_6:
    extends: strict
    top_k: 6
`)
    expect(configurations[2]).toEqual({
      name: 'strict_6',
      settings: { top_k: 6, prompt: 'strict' },
      origin: { top_k: 'ragstone.yaml:8', prompt: 'ragstone.yaml:5' },
      extends: ['strict', 'base'],
    })
  })

  it('replace a nested map whole', async () => {
    const { configurations } = await load(
      'configurations:\n  a: {model: {name: x, temperature: 0}}\n  b: {extends: a, model: {name: y}}\n',
    )
    expect(configurations[1]?.settings).toEqual({ model: { name: 'y' } })
  })

  it('may extend one that comes later, and may be empty', async () => {
    const { configurations } = await load('configurations:\n  b: {extends: a}\n  a: {x: 1}\n  c:\n')
    expect(configurations.map(({ settings }) => settings)).toEqual([{ x: 1 }, { x: 1 }, {}])
  })

  it('keep the order of the file, also when names look like numbers', async () => {
    const { configurations } = await load('configurations:\n  zeta: {}\n  10: {}\n  2: {extends: 10}\n  設定 A: {}\n')
    expect(configurations.map(({ name }) => name)).toEqual(['zeta', '10', '2', '設定 A'])
  })

  it('keep null, false and 0 as settings', async () => {
    const { configurations } = await load(
      'configurations:\n  a: {x: 1, y: 1, z: 1}\n  b: {extends: a, x: null, y: false, z: 0}\n',
    )
    expect(configurations[1]?.settings).toEqual({ x: null, y: false, z: 0 })
  })

  it('are refused when the base is unknown, with the nearest name', async () => {
    const error = await errorOf(load('configurations:\n  base: {}\n  b: {extends: bsae}\n'))
    expect(error.code).toBe('unknown_configuration')
    expect(error.message).toBe(
      'ragstone.yaml:3:16: configurations.b.extends names "bsae", and there is no such configuration',
    )
    expect(error.hint).toBe('did you mean "base"?')
  })

  it('are refused when the base is a list', async () => {
    const error = await errorOf(load('configurations:\n  a: {}\n  b: {extends: [a]}\n'))
    expect(error.message).toBe('ragstone.yaml:3:16: configurations.b.extends must be the name of one configuration')
  })

  it('are refused when they extend each other in a circle, naming it once', async () => {
    const error = await errorOf(
      load('configurations:\n  a: {extends: c}\n  b: {extends: a}\n  c: {extends: b}\n  d: {extends: a}\n'),
    )
    expect(error.code).toBe('config_cycle')
    expect(error.message).toBe(
      'ragstone.yaml:2:16: configurations.a.extends: the configurations extend each other in a circle: a -> c -> b -> a',
    )
    expect(error.details).toEqual([])
    const own = await errorOf(load('configurations:\n  a: {extends: a}\n'))
    expect(own.message).toContain('in a circle: a -> a')
  })

  it('hold exactly the settings of a chain, the nearest winning', async () => {
    const settings = fc.dictionary(fc.stringMatching(/^[a-f]$/), fc.integer(), { maxKeys: 4 })
    await fc.assert(
      fc.asyncProperty(fc.array(settings, { minLength: 1, maxLength: 5 }), async (chain) => {
        const yaml = chain.map((own, index) => [`c${index}`, index === 0 ? own : { extends: `c${index - 1}`, ...own }])
        const { configurations } = await load(stringify({ configurations: Object.fromEntries(yaml) }))
        expect(configurations.at(-1)?.settings).toEqual(Object.assign({}, ...chain))
        expect(Object.keys(configurations.at(-1)?.origin ?? {}).sort()).toEqual(
          Object.keys(Object.assign({}, ...chain)).sort(),
        )
      }),
      { numRuns: 100 },
    )
  })
})

describe('origins', () => {
  it('tell line or default of every single value', async () => {
    const { origins, config } = await load('name: a\nsystem:\n  command:\n    - node\n    - rag.mjs\nmetrics: [mrr]\n')
    expect(origins).toEqual({
      name: 'ragstone.yaml:1',
      'system.command[0]': 'ragstone.yaml:4',
      'system.command[1]': 'ragstone.yaml:5',
      'system.mode': 'default',
      'system.max_reply_mb': 'default',
      'system.concurrency': 'default',
      'system.timeout_s': 'default',
      'metrics[0]': 'ragstone.yaml:6',
      repeats: 'default',
      gates: 'default',
      store: 'default',
      language: 'default',
      refusal_phrases: 'default',
    })
    expect(config.store).toBe('.ragstone/ragstone.db')
  })

  it('name the anchor when a value is an alias', async () => {
    const { origins } = await load('configurations:\n  a:\n    list: &l\n      - x\n  b:\n    list: *l\n')
    expect(origins['configurations.b.list[0]']).toBe('ragstone.yaml:4')
  })

  it('keep names with dots apart', async () => {
    const { origins } = await load('configurations:\n  "a.b": {c: 1}\n  a: {"b.c": 2}\n')
    expect(origins).toMatchObject({
      'configurations["a.b"].c': 'ragstone.yaml:2',
      'configurations.a["b.c"]': 'ragstone.yaml:3',
    })
  })
})
