import { describe, expect, it } from 'vitest'
import { embeddingsSchema } from '../../core/judge-config.ts'
import { isLoopback, openConnection } from './connection.ts'
import { knownWindow } from './known-window.ts'
import { maskFor, shown } from './shown.ts'

function connect(settings: Record<string, unknown>) {
  return openConnection(embeddingsSchema.parse({ provider: 'openai-compatible', model: 'm', ...settings }))
}

describe('a connection', () => {
  it('asks below the base address, with its query and without its slash', () => {
    const connection = connect({ base_url: 'https://user:word@host.example:8443/a/v1/?api-version=7#top' })
    expect(connection.url('/models')).toBe('https://user:word@host.example:8443/a/v1/models?api-version=7')
    expect(connection.address).toBe('https://host.example:8443')
    expect(connection.local).toBe(false)
  })

  it('masks the key, the password and every header that could be secret', () => {
    const headers = { 'X-Team-Token': 'Token abcd-efgh', Accept: 'application/json' }
    const { mask } = connect({ base_url: 'http://u:pass-word@127.0.0.1/v1', api_key: 'sk-12345', headers })
    expect(mask('sk-12345, pass-word, abcd-efgh, application/json')).toBe('***, ***, ***, application/json')
  })

  it.each(['localhost', 'judge.localhost', '127.0.0.1', '127.8.9.1', '[::1]'])(
    'to %s stays on this machine',
    (host) => {
      expect(isLoopback(new URL(`http://${host}:1`).hostname)).toBe(true)
    },
  )

  it.each(['localhost.example.com', '10.0.0.1', '192.168.1.127', '128.0.0.1', '[::2]'])('to %s leaves it', (host) => {
    expect(isLoopback(new URL(`http://${host}:1`).hostname)).toBe(false)
  })
})

describe('what is shown of a foreign text', () => {
  it('stands on one line, without control characters and marks that turn text around', () => {
    expect(shown('a\r\n\u001b[31mb\u202ec')).toBe('a [31mb c')
  })

  it('does not hold a secret that was cut in half', () => {
    const secret = 'sk-0123456789-0123456789'
    expect(shown(`${'x'.repeat(290)}${secret}`, maskFor([secret]))).not.toContain('sk-0')
  })
})

describe('the window of a well-known model', () => {
  it.each([
    ['gpt-4o-mini-2024-07-18', 128_000],
    ['openai/gpt-4.1', 1_047_576],
    ['gpt-4', 8_192],
    ['claude-sonnet-4', 200_000],
    ['models/gemini-2.5-flash', 1_048_576],
    ['qwen2.5:7b', undefined],
    ['my-gpt-4', undefined],
  ])('%s reads %s tokens', (model, tokens) => {
    expect(knownWindow(model)).toBe(tokens)
  })
})
