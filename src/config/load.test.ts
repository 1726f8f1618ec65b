import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadConfig } from './load.ts'
import { resolvePath } from './resolve.ts'
import { errorOf, INTERFACE_EXAMPLE, loadYaml, projectWith, refusalOf } from './test-support/project.ts'

describe('loadConfig', () => {
  it('reads the example of the interface and fills in defaults', async () => {
    const { config } = await loadYaml(INTERFACE_EXAMPLE)
    expect(config.system).toEqual({
      command: ['python3', 'rag.py'],
      concurrency: 2,
      timeout_s: 60,
      mode: 'serve',
      max_reply_mb: 16,
    })
    expect(config.metrics[3]).toEqual({ context_precision: { chunks_per_call: 4 } })
    expect(config.metrics[4]).toMatchObject({ name: 'tone', criteria: { brief: '0-10: no padding' } })
    expect(config.judge).toMatchObject({ provider: 'ollama', model: 'qwen2.5:7b-instruct', language: 'auto' })
    expect(config).toMatchObject({ budget: { calls: 2000, cost_usd: 5 }, language: 'auto', refusal_phrases: [] })
  })

  it('reads a byte order mark and CRLF', async () => {
    const { config, origins } = await loadYaml('\ufeffname: a\r\nsystem:\r\n  module: rag.mjs\r\n')
    expect(config).toMatchObject({ name: 'a', system: { module: 'rag.mjs' } })
    expect(origins['system.module']).toBe('ragstone.yaml:3')
  })

  it('reads a megabyte of settings within seconds', async () => {
    const settings = Array.from({ length: 12_000 }, (_, index) => `    setting_${index}: "${'x'.repeat(70)}"`)
    const yaml = `configurations:\n  base:\n${settings.join('\n')}\n`
    expect(yaml.length).toBeGreaterThan(1_000_000)
    const started = performance.now()
    const { configurations } = await loadYaml(yaml)
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

describe('the system', () => {
  it('must be of one kind', async () => {
    const none = await refusalOf('name: a\nsystem: {comand: [a]}\n')
    expect(none.message).toBe(
      'ragstone.yaml:2:1: system has none of command, http, module, recorded; it needs exactly one',
    )
    expect(none.hint).toBe('did you mean "command"?')
    const both = await refusalOf('system: {command: [a], module: b}\n')
    expect(both.message).toContain('ragstone.yaml:1:1: system has command and module; it needs exactly one')
    const text = await refusalOf('system: rag.py\n')
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
