import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { isRagstoneError } from '../core/errors.ts'
import { loadConfig } from './load.ts'
import { resolvePath } from './resolve.ts'
import { errorOf, projectWith } from './test-support/project.ts'

const INTERFACE_EXAMPLE = `# yaml-language-server: $schema=./schema.json
name: handbook-assistant
test_set: test_set.yaml
system:
  command: [python3, rag.py]        # exactly one of: command | http | module | recorded
  concurrency: 2
  timeout_s: 60
configurations:                     # free names; free settings, handed to the system untouched
  base:    {top_k: 3, prompt: plain}
  top_k_6: {extends: base, top_k: 6}
metrics:
  - hit_rate@3
  - refusal
  - faithfulness
  - context_precision: {chunks_per_call: 4}
  - name: tone                      # a metric without code
    criteria: {friendly: "0-10: warm, no blame", brief: "0-10: no padding"}
judge: {provider: ollama, model: "qwen2.5:7b-instruct", language: auto}
embeddings: {provider: ollama, model: "bge-m3"}
repeats: 1
gates: ["hit_rate@3 >= 0.90", "faithfulness >= 0.85 coverage 0.95"]
budget: {calls: 2000, cost_usd: 5}
store: .ragstone/ragstone.db        # or postgres://...
`

const load = (yaml: string | Uint8Array, env = {}) => loadConfig({ cwd: projectWith({ 'ragstone.yaml': yaml }), env })
const refuse = (yaml: string | Uint8Array) => errorOf(load(yaml))

describe('loadConfig', () => {
  it('reads the example of the interface and fills in defaults', async () => {
    const { config } = await load(INTERFACE_EXAMPLE)
    expect(config.system).toEqual({
      command: ['python3', 'rag.py'],
      concurrency: 2,
      timeout_s: 60,
      mode: 'serve',
      max_reply_mb: 16,
    })
    expect(config.metrics[3]).toEqual({ context_precision: { chunks_per_call: 4 } })
    expect(config.metrics[4]).toMatchObject({ name: 'tone', criteria: { brief: '0-10: no padding' } })
    expect(config.judge).toEqual({ provider: 'ollama', model: 'qwen2.5:7b-instruct', language: 'auto' })
    expect(config).toMatchObject({ budget: { calls: 2000, cost_usd: 5 }, language: 'auto', refusal_phrases: [] })
  })

  it('reads a byte order mark and CRLF', async () => {
    const { config, origins } = await load('\ufeffname: a\r\nsystem:\r\n  module: rag.mjs\r\n')
    expect(config).toMatchObject({ name: 'a', system: { module: 'rag.mjs' } })
    expect(origins['system.module']).toBe('ragstone.yaml:3')
  })

  it('reads a megabyte of settings within seconds', async () => {
    const settings = Array.from({ length: 12_000 }, (_, index) => `    setting_${index}: "${'x'.repeat(70)}"`)
    const yaml = `configurations:\n  base:\n${settings.join('\n')}\n`
    expect(yaml.length).toBeGreaterThan(1_000_000)
    const started = performance.now()
    const { configurations } = await load(yaml)
    expect(Object.keys(configurations[0]?.settings ?? {})).toHaveLength(12_000)
    expect(performance.now() - started).toBeLessThan(15_000)
  })

  it('reads a named file of any folder, and JSON as the YAML that it is', async () => {
    const cwd = projectWith({ 'sub/mine.json': '{"name": "x", "metrics": ["mrr"]}' })
    const loaded = await loadConfig({ cwd, file: 'sub/mine.json', env: {} })
    expect(loaded).toMatchObject({ file: join(cwd, 'sub', 'mine.json'), folder: join(cwd, 'sub') })
    expect(loaded.origins.name).toBe('mine.json:1')
  })

  it('names a file below the current folder relative to it', async () => {
    const cwd = projectWith({ 'sub/mine.yml': 'nam: x\n' })
    const error = await errorOf(loadConfig({ cwd, file: join(cwd, 'sub', 'mine.yml') }))
    expect(error.message).toBe(`${join('sub', 'mine.yml')}:1:1: nam is not a known key`)
  })
})

describe('a configuration that cannot be found', () => {
  it('names the folder and the command that makes one', async () => {
    const error = await errorOf(loadConfig({ cwd: projectWith({}) }))
    expect(error.code).toBe('config_not_found')
    expect(error.hint).toContain('ragstone init')
  })

  it('is refused when two exist', async () => {
    const cwd = projectWith({ 'ragstone.yaml': 'name: a\n', 'ragstone.config.ts': 'export default {}\n' })
    const error = await errorOf(loadConfig({ cwd }))
    expect(error.code).toBe('config_ambiguous')
    expect(error.message).toContain('ragstone.yaml and ragstone.config.ts')
  })

  it.each([
    ['missing.yaml', 'does not exist'],
    ['folder', 'is a folder'],
    ['notes.txt', 'no kind of configuration file'],
  ])('is refused when the named file is %s', async (file, words) => {
    const cwd = projectWith({ 'notes.txt': 'name: x' })
    mkdirSync(join(cwd, 'folder'))
    const error = await errorOf(loadConfig({ cwd, file }))
    expect(error.code).toBe('config_not_found')
    expect(error.message).toContain(words)
  })
})

describe('a file that is not YAML', () => {
  it.each([
    ['a doubled key', 'name: a\nrepeats: 1\nname: b\n', ':3:1: name is given twice, first on line 1'],
    [
      'a doubled key inside',
      'system: {module: a, module: b}\n',
      ':1:21: system.module is given twice, first on line 1',
    ],
    ['a tab', 'system:\n\tmodule: a\n', ':2:1: a tab is used as indentation; YAML takes only spaces there (at system)'],
    [
      'bad indentation',
      'budget:\n  calls: 1\n tokens: 2\n',
      ':3:1: the indentation does not fit the lines around it (at budget.calls)',
    ],
    [
      'a second colon',
      'name: a: b\n',
      ':1:7: a second `key: value` on one line; a text that contains `: ` must be in quotes (at name.a)',
    ],
    ['an open quote', 'name: "a\nrepeats: 1\n', ':3:1: Missing closing "quote (at name)'],
    ['an unknown tag', 'name: !secret x\n', ':1:7: Unresolved tag: !secret (at name)'],
    [
      'a merge key',
      'configurations:\n  a: {x: 1}\n  b:\n    <<: {x: 1}\n',
      ':4:5: configurations.b["<<"]: merge keys are not read',
    ],
    ['two documents', 'name: a\n---\nname: b\n', ':2:1: a second document begins here'],
    ['an alias without anchor', 'name: *n\n', ':1:7: name refers to *n, but no &n comes before it'],
    ['an alias inside its anchor', 'judge: &j {provider: *j}\n', ':1:22: judge.provider refers to *j from inside &j'],
    [
      'a number too large to be exact',
      'configurations:\n  a: {seed: 12345678901234567890}\n',
      ':2:13: configurations.a.seed: 12345678901234567890 cannot be kept exactly',
    ],
    ['no number', 'configurations:\n  a: {x: .nan}\n', ':2:10: configurations.a.x must be a finite number, got .nan'],
    ['half a surrogate pair', 'name: "\\uD800"\n', ':1:7: name holds half of a surrogate pair, which is no character'],
    [
      'a prototype',
      'configurations:\n  a: {__proto__: 1}\n',
      ':2:7: configurations.a.__proto__: this key is not allowed',
    ],
  ])('is refused for %s with line, column and key path', async (_name, yaml, message) => {
    const error = await refuse(yaml)
    expect(error.code).toBe('config_syntax')
    expect(error.message).toBe(`ragstone.yaml${message}`)
  })

  it('is refused when UTF-16, with the cure', async () => {
    const error = await refuse(Buffer.from('\ufeffname: a\n', 'utf16le'))
    expect(error.message).toContain('UTF-16')
    expect(error.hint).toContain('UTF-8')
  })

  it('is refused when some line is not UTF-8, naming the line', async () => {
    const error = await refuse(Buffer.concat([Buffer.from('name: a\nnote: '), Buffer.from([0xb1, 0xc4, 0x0a])]))
    expect(error.message).toContain('ragstone.yaml:2')
  })

  it.each(['', '\n\n', '# only a comment\n', '---\n'])('is refused when empty: %j', async (yaml) => {
    expect((await refuse(yaml)).message).toBe('ragstone.yaml: the file is empty')
  })

  it.each(['- a\n', 'just words\n', '7\n'])('is refused when no map: %j', async (yaml) => {
    expect((await refuse(yaml)).message).toContain('ragstone.yaml: the file must be a map')
  })

  it('is refused for an alias bomb, at once', async () => {
    const lines = ['configurations:', '  a: &a0 {x: [1, 2, 3, 4, 5, 6, 7, 8, 9]}']
    for (let level = 1; level < 30; level += 1) {
      lines.push(
        `  l${level}: &a${level} {x: [${Array(9)
          .fill(`*a${level - 1}`)
          .join(', ')}]}`,
      )
    }
    const started = performance.now()
    const error = await refuse(lines.join('\n'))
    expect(error.message).toMatch(/^ragstone\.yaml:\d+:\d+: configurations\.l\d+\.x\[\d\] is an alias too many/)
    expect(performance.now() - started).toBeLessThan(2000)
  })

  it.each([
    ['lists', '['.repeat(20_000)],
    ['maps', '{a: '.repeat(20_000)],
    ['block lists', '- '.repeat(20_000)],
  ])('is refused for %s nested too deep, without using up the stack', async (_name, open) => {
    expect((await refuse(`note:\n  ${open}`)).message).toContain('nested more than 64 levels deep')
  })

  it('tells how to write a reference inside braces', async () => {
    const error = await refuse('judge: {provider: a, model: ${MODEL}}\n')
    expect(error.message).toMatch(/^ragstone\.yaml:1:\d+: /)
    expect(error.hint).toContain('"${NAME}"')
  })
})

describe('a value that is wrong', () => {
  it.each([
    [
      'system:\n  module: a\n  concurrency: two\n',
      ':3:16: system.concurrency must be a whole number from 1 to 1024, got "two"',
    ],
    [
      'system:\n  module: a\n  concurrency: 1.5\n',
      ':3:16: system.concurrency must be a whole number from 1 to 1024, got 1.5',
    ],
    ['system: {module: a, timeout_s: 0}\n', ':1:32: system.timeout_s must be a number above 0, got 0'],
    ['system: {command: [a], mode: twice}\n', ':1:30: system.mode must be one of "serve", "once", got "twice"'],
    [
      'system: {command: []}\n',
      ':1:19: system.command must be a list that is not empty such as [python3, rag.py], got an empty list',
    ],
    ['system:\n  command: [a, 7]\n', ':2:16: system.command[1] must be a text that is not empty, got 7'],
    ['system: {http: {method: POST}}\n', ':1:10: system.http.url is missing; it must be a text that is not empty'],
    ['system: {http: {url: a, headers: {x: 1}}}\n', ':1:38: system.http.headers.x must be a text, got 1'],
    ['repeats: 0\n', ':1:10: repeats must be a whole number from 1 to 100, got 0'],
    ['budget: {calls: -1}\n', ':1:17: budget.calls must be a whole number above 0, got -1'],
    [
      'gates: hit_rate >= 1\n',
      ':1:8: gates must be a list such as [hit_rate@3 >= 0.90 coverage 0.95], got "hit_rate >= 1"',
    ],
    ['gates:\n', ':1:7: gates must be a list such as [hit_rate@3 >= 0.90 coverage 0.95], got nothing'],
    ['metrics: mrr\n', ':1:10: metrics must be a list, got "mrr"'],
    ['metrics:\n  - mrr\n  - 3\n', ':3:5: metrics[1] must be the name of a metric, or a map of its name to options'],
    ['metrics:\n  - mrr:\n', ':2:5: metrics[0].mrr has no options'],
    ['metrics:\n  - {mrr: {}, map: {}}\n', ':2:5: metrics[0] names 2 metrics (mrr, map); each needs a line of its own'],
    ['metrics:\n  - {mrr: 3}\n', ':2:11: metrics[0].mrr must be a map, got 3'],
    ['metrics: [{}]\n', ':1:11: metrics[0] is empty'],
    ['metrics:\n  - name: tone\n', ':2:5: metrics[0].criteria is missing; it must be a map of texts'],
    ['configurations:\n  base: 3\n', ':2:9: configurations.base must be a map or nothing, got 3'],
    ['configurations: {}\n', ':1:1: configurations is empty'],
    [
      'configurations: {"a|b": {}}\n',
      ':1:18: configurations["a|b"]: a name may not hold control characters, line separators or "|"',
    ],
    ['configurations: {"": {}}\n', ':1:18: configurations holds an empty name'],
    [
      'configurations: {"a\\u0007": {}}\n',
      ':1:18: configurations["a\\u0007"]: a name may not hold control characters, line separators or "|"',
    ],
    ['judge: {provider: ollama}\n', ':1:1: judge.model is missing; it must be a text that is not empty'],
  ])('%j', async (yaml, message) => {
    const error = await refuse(yaml)
    expect(error.message).toBe(`ragstone.yaml${message}`)
    expect(error.code).toBe('config_invalid')
  })

  it('comes with the way out', async () => {
    expect((await refuse('system: {command: python3 rag.py}\n')).hint).toBe('write it as a list: [python3, rag.py]')
    expect((await refuse('repeats: "3"\n')).hint).toBe('write it without quotes')
    expect((await refuse('judge: {provider: a, modell: b}\n')).hint).toBe('did you mean "model" where "modell" stands?')
  })

  it('is listed with all the others, in the order of the file', async () => {
    const error = await refuse('repeats: 0\nnam: x\nsystem: {module: a, concurency: 2}\n')
    expect(error.message).toBe('ragstone.yaml:1:10: repeats must be a whole number from 1 to 100, got 0')
    expect(error.details).toEqual([
      'ragstone.yaml:2:1: nam is not a known key (did you mean "name"?)',
      'ragstone.yaml:3:21: system.concurency is not a known key (did you mean "concurrency"?)',
    ])
  })
})

describe('a key that is not known', () => {
  it.each([
    ['tset_set: a\n', ':1:1: tset_set is not a known key', 'did you mean "test_set"?'],
    ['system:\n  command: [a]\n  timeout: 3\n', ':3:3: system.timeout is not a known key', 'did you mean "timeout_s"?'],
    [
      'system: {http: {url: a, header: {}}}\n',
      ':1:25: system.http.header is not a known key',
      'did you mean "headers"?',
    ],
    [
      'system: {http: {url: a, pick: {respons: b}}}\n',
      ':1:32: system.http.pick.respons is not a known key',
      'did you mean "response"?',
    ],
    ['system: {module: a, cwd: b}\n', ':1:21: system.cwd is not a known key', undefined],
    ['budget: {call: 1}\n', ':1:10: budget.call is not a known key', 'did you mean "calls"?'],
    ['metrics:\n  - {module: a, metrik: b}\n', ':2:17: metrics[0].metrik is not a known key', 'did you mean "metric"?'],
    ['command: [python3, rag.py]\n', ':1:1: command is not a known key', 'indent it below `system:`'],
  ])('%j is refused with the nearest known one', async (yaml, message, hint) => {
    const error = await refuse(yaml)
    expect(error.code).toBe('unknown_key')
    expect(error.message).toBe(`ragstone.yaml${message}`)
    if (hint !== undefined) expect(error.hint).toBe(hint)
  })

  it('is a setting inside a configuration, and an option inside a metric', async () => {
    const { configurations, config } = await load(
      'configurations: {a: {anything: {deep: [1]}}}\nmetrics: [{mrr: {x: 1}}]\n',
    )
    expect(configurations[0]?.settings).toEqual({ anything: { deep: [1] } })
    expect(config.metrics).toEqual([{ mrr: { x: 1 } }])
  })
})

describe('the system', () => {
  it('must be of one kind', async () => {
    const none = await refuse('name: a\nsystem: {comand: [a]}\n')
    expect(none.message).toBe(
      'ragstone.yaml:2:1: system has none of command, http, module, recorded; it needs exactly one',
    )
    expect(none.hint).toBe('did you mean "command"?')
    const both = await refuse('system: {command: [a], module: b}\n')
    expect(both.message).toContain('ragstone.yaml:1:1: system has command and module; it needs exactly one')
    const text = await refuse('system: rag.py\n')
    expect(text.message).toContain('ragstone.yaml:1:1: system must be a map')
  })

  it('has its paths resolved from the folder of the file', async () => {
    const loaded = await loadConfig({
      cwd: projectWith({ 'sub/ragstone.yaml': 'name: a\n' }),
      file: 'sub/ragstone.yaml',
    })
    expect(resolvePath(loaded, 'a/b.yaml')).toBe(join(loaded.folder, 'a', 'b.yaml'))
    expect(resolvePath(loaded, '../x')).toBe(join(loaded.folder, '..', 'x'))
    expect(resolvePath(loaded, loaded.file)).toBe(loaded.file)
    expect(resolvePath(loaded, 'postgres://user@host/db')).toBe('postgres://user@host/db')
  })
})

describe('whatever the file holds', () => {
  const outcome = async (text: string) => {
    try {
      expect((await load(text, { HOME: 'x' })).config).toBeTypeOf('object')
    } catch (error) {
      if (!isRagstoneError(error)) throw error
      expect(error.message).toMatch(/^(ragstone\.yaml|.*[\\/]ragstone\.yaml)(:|: )/)
    }
  }

  it('is a configuration or one clear error, for any data', async () => {
    const keys = [
      'name',
      'system',
      'command',
      'http',
      'url',
      'module',
      'configurations',
      'extends',
      'metrics',
      'a',
      '__proto__',
    ]
    const data = fc.object({
      key: fc.oneof(fc.constantFrom(...keys), fc.string()),
      maxDepth: 5,
      withNullPrototype: true,
    })
    await fc.assert(
      fc.asyncProperty(data, async (value) => outcome(stringify(value))),
      { numRuns: 300 },
    )
  })

  it('is a configuration or one clear error, for any text', async () => {
    const piece = fc.constantFrom(
      '\n',
      '  ',
      '\t',
      ': ',
      '- ',
      '&a ',
      '*a',
      '{',
      '}',
      '[',
      ']',
      '"',
      '${X}',
      '|',
      '>',
      '? ',
      '!',
      '%',
      '---\n',
      '#',
      'name',
      'system',
      '<<',
    )
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.oneof(piece, fc.string({ maxLength: 3 }))).map((parts) => parts.join('')),
    )
    await fc.assert(fc.asyncProperty(text, outcome), { numRuns: 500 })
  })

  it('is a configuration or one clear error, for any small damage to a good file', async () => {
    const damage = fc.record({
      at: fc.nat(INTERFACE_EXAMPLE.length),
      drop: fc.nat(8),
      insert: fc.string({ maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(damage, async ({ at, drop, insert }) =>
        outcome(INTERFACE_EXAMPLE.slice(0, at) + insert + INTERFACE_EXAMPLE.slice(at + drop)),
      ),
      { numRuns: 300 },
    )
  })
})
