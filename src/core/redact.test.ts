import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REDACTED, redact } from './redact.ts'

describe('redact', () => {
  it('replaces every occurrence of a secret', () => {
    expect(redact('key sk-1234 and sk-1234', ['sk-1234'])).toBe('key *** and ***')
  })

  it('leaves no rest of a secret that contains another one', () => {
    expect(redact('token-extended token', ['token', 'token-extended'])).toBe('*** ***')
  })

  it('finds a secret as it appears inside JSON and inside a URL', () => {
    const secret = 'a"b\\c d/e'
    expect(redact(JSON.stringify({ key: secret }), [secret])).toBe(`{"key":"${REDACTED}"}`)
    expect(redact(`https://host/?k=${encodeURIComponent(secret)}`, [secret])).toBe(`https://host/?k=${REDACTED}`)
  })

  it('leaves values shorter than four characters alone', () => {
    expect(redact('dev is on', ['dev', 'on', ''])).toBe('dev is on')
  })

  it('leaves no secret in any text', () => {
    const secret = fc
      .string({ minLength: 4, maxLength: 12 })
      .filter((text) => !REDACTED.includes(text) && !text.includes('*'))
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), secret)), fc.array(secret, { maxLength: 4 }), (parts, secrets) => {
        const clean = redact([...parts, ...secrets].join(' '), secrets)
        for (const value of secrets) expect(clean.includes(value)).toBe(false)
      }),
    )
  })
})
