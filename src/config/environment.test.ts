import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { redact } from '../core/redact.ts'
import { describeConfigurations, describeSystem } from './describe.ts'
import { loadConfig } from './load.ts'
import { errorOf, projectWith } from './test-support/project.ts'

const load = (yaml: string, env = {}, dotEnv?: string | Uint8Array) =>
  loadConfig({ cwd: projectWith({ 'ragstone.yaml': yaml, ...(dotEnv === undefined ? {} : { '.env': dotEnv }) }), env })

describe('${NAME}', () => {
  it('is replaced in every text, also in the middle and more than once', async () => {
    const { config } = await load('system: {http: {url: "${BASE}/ask", headers: {a: "${K}-${K}"}}}\n', {
      BASE: 'http://h',
      K: '1',
    })
    expect(config.system).toMatchObject({ http: { url: 'http://h/ask', headers: { a: '1-1' } } })
  })

  it('is replaced in settings and metric options, and not in keys', async () => {
    const { config } = await load('configurations: {"${A}": {x: ["${A}"]}}\nmetrics: [{mrr: {y: "${A}"}}]\n', {
      A: 'v',
    })
    expect(config.configurations).toEqual({ '${A}': { x: ['v'] } })
    expect(config.metrics).toEqual([{ mrr: { y: 'v' } }])
  })

  it('stays a text whatever the value looks like', async () => {
    const { config } = await load('configurations: {a: {x: "${A}", y: "${B}", z: "${C}"}}\n', {
      A: '7',
      B: 'a: [1]\n- b',
      C: '${A}',
    })
    expect(config.configurations?.a).toEqual({ x: '7', y: 'a: [1]\n- b', z: '${A}' })
  })

  it('is left as it is when written $${NAME}, and nothing else is touched', async () => {
    const { config } = await load('note: "$${A} $A ${1} ${a-b} {{A}} $$${A} %A% ${}"\n', { A: 'v' })
    expect(config.note).toBe('${A} $A ${1} ${a-b} {{A}} $${A} %A% ${}')
  })

  it('is an error naming variable, file, line and key path when not set; an empty value is a value', async () => {
    const error = await errorOf(load('name: a\nsystem:\n  module: ${RAG_FILE}\nnote: ${OTHER}\n'))
    expect(error.code).toBe('variable_missing')
    expect(error.message).toBe(
      'ragstone.yaml:3:11: system.module refers to the environment variable RAG_FILE, which is not set',
    )
    expect(error.details[0]).toContain('ragstone.yaml:4:7: note refers to the environment variable OTHER')
    expect((await load('note: "${EMPTY}"\n', { EMPTY: '' })).config.note).toBe('')
  })

  it('says that a variable is empty where a text may not be', async () => {
    const error = await errorOf(load('judge: {provider: ollama, model: m, api_key: "${KEY}"}\n', { KEY: '' }))
    expect(error.message).toBe('ragstone.yaml:1:46: judge.api_key must be a text that is not empty, got "${KEY}"')
    expect(error.hint).toBe('the variable is set, but empty')
  })

  it('never shows its value in an error', async () => {
    const error = await errorOf(load('system: {module: a, timeout_s: "${LIMIT}"}\n', { LIMIT: 'sk-secret' }))
    expect(error.message).toBe('ragstone.yaml:1:32: system.timeout_s must be a number above 0, got "${LIMIT}"')
    expect(error.hint).toBe('a value from the environment is always a text')
    const base = await errorOf(load('configurations: {a: {extends: "${BASE}"}}\n', { BASE: 'sk-secret' }))
    expect(`${base.message} ${base.hint}`).not.toContain('sk-secret')
  })
})

describe('.env', () => {
  it('is read beside the configuration, with comments, quotes, byte order mark and CRLF', async () => {
    const { config } = await load('note: ${A}|${B}\n', {}, '\ufeff# keys\r\nA=one\r\nexport B="two words"\r\n')
    expect(config.note).toBe('one|two words')
  })

  it('is overruled by the environment of the process', async () => {
    expect((await load('note: ${A}\n', { A: 'process' }, 'A=file\n')).config.note).toBe('process')
  })

  it('is refused when UTF-16, as some terminals write it', async () => {
    const error = await errorOf(load('note: ${A}\n', {}, Buffer.from('\ufeffA=1', 'utf16le')))
    expect(error.message).toContain('UTF-16')
  })

  it('may be a folder, as virtual environments are', async () => {
    const cwd = projectWith({ 'ragstone.yaml': 'name: a\n' })
    mkdirSync(join(cwd, '.env'))
    expect((await loadConfig({ cwd, env: {} })).config.name).toBe('a')
  })

  it('does not change the environment of this process', async () => {
    await load('note: ${RAGSTONE_TEST_ONLY}\n', process.env, 'RAGSTONE_TEST_ONLY=x\n')
    expect(process.env.RAGSTONE_TEST_ONLY).toBeUndefined()
  })
})

describe('secrets', () => {
  const yaml = `system:
  http:
    url: http://h/ask
    headers: {authorization: "Bearer \${API_KEY}"}
    body: {q: "{{user_input}}", token: ["\${TOKEN}"]}
configurations:
  base: {key: "\${API_KEY}", top_k: 3}
  more: {extends: base, top_k: 6, note: "$\${API_KEY}"}
metrics: [{mrr: {key: "\${API_KEY}"}}]
`
  const env = { API_KEY: 'sk-123456', TOKEN: 'tok-99', UNUSED: 'unused-value' }

  it('are the values that were referred to, from four characters on', async () => {
    const { secrets } = await load(`${yaml}note: \${SHORT}\n`, { ...env, SHORT: 'abc' })
    expect(secrets.toSorted()).toEqual(['sk-123456', 'tok-99'])
  })

  it('stand as ${NAME} in all that is stored, and as themselves in what is used', async () => {
    const loaded = await load(yaml, env)
    expect(loaded.config.system).toMatchObject({ http: { headers: { authorization: 'Bearer sk-123456' } } })
    expect(loaded.configurations[1]?.settings).toEqual({ key: 'sk-123456', top_k: 6, note: '${API_KEY}' })
    expect(describeSystem(loaded)).toEqual({
      http: {
        url: 'http://h/ask',
        method: 'POST',
        headers: { authorization: 'Bearer ${API_KEY}' },
        body: { q: '{{user_input}}', token: ['${TOKEN}'] },
        pick: {},
      },
      max_reply_mb: 16,
      concurrency: 1,
      timeout_s: 60,
    })
    expect(describeConfigurations(loaded)[1]).toMatchObject({ name: 'more', settings: { key: '${API_KEY}', top_k: 6 } })
    const stored = JSON.stringify([
      describeSystem(loaded),
      describeConfigurations(loaded),
      loaded.origins,
      loaded.written,
    ])
    expect(redact(stored, loaded.secrets)).toBe(stored)
  })

  it('show only the name of the variable as their origin', async () => {
    const { origins, configurations } = await load(yaml, { API_KEY: 'sk-123456' }, 'TOKEN=tok-99\n')
    expect(origins['system.http.headers.authorization']).toBe('environment API_KEY (ragstone.yaml:4)')
    expect(origins['system.http.body.token[0]']).toBe('environment TOKEN from .env (ragstone.yaml:5)')
    expect(configurations[1]?.origin).toEqual({
      key: 'environment API_KEY (ragstone.yaml:7)',
      top_k: 'ragstone.yaml:8',
      note: 'ragstone.yaml:8',
    })
  })
})
