import { describe, expect, it } from 'vitest'
import { hideSettingSecrets, hideSystemSecrets } from './hide-secrets.ts'

describe('hideSystemSecrets', () => {
  it('blanks what is written literally into headers, variables, address and arguments', () => {
    const shown = JSON.stringify([
      hideSystemSecrets({
        http: {
          url: 'https://me:sk-1@host/ask?api_key=sk-2&q=1',
          headers: { authorization: 'Bearer sk-3', 'x-tenant': 'sk-4', accept: 'application/json' },
        },
      }),
      hideSystemSecrets({
        command: ['rag', '--api-key', 'sk-5', '--token=sk-6', '--top-k', '3'],
        env: { OPENAI_API_KEY: 'sk-7', LANG: 'C' },
      }),
    ])
    expect(shown).not.toMatch(/sk-\d/)
    expect(shown).toContain('"accept":"application/json"')
    expect(shown).toContain('"--top-k","3"')
    expect(shown).toContain('"LANG":"C"')
    expect(shown).toContain('q=1')
  })

  it('keeps references to the environment and leaves the given object alone', () => {
    const system = { http: { url: 'https://host/?key=${KEY}', headers: { authorization: 'Bearer ${KEY}' } } }
    const before = structuredClone(system)
    expect(hideSystemSecrets(system)).toEqual(before)
    expect(system).toEqual(before)
  })
})

describe('hideSettingSecrets', () => {
  it('blanks texts under the plain name of a secret only', () => {
    expect(
      hideSettingSecrets({
        api_key: 'sk',
        openai_api_key: 'sk',
        max_tokens: 300,
        token_limit: 'high',
        keyword_boost: 'on',
        password: '${PW}',
      }),
    ).toEqual({
      api_key: '***',
      openai_api_key: '***',
      max_tokens: 300,
      token_limit: 'high',
      keyword_boost: 'on',
      password: '${PW}',
    })
  })
})
