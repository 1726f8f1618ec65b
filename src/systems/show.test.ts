import { describe, expect, it } from 'vitest'
import { shown, shownValue } from './show.ts'

describe('foreign text in a message', () => {
  it('is one line of inert characters', () => {
    expect(shown('\u001b[31mred\u001b[0m\r\n  next\u0000\u0007\u202ereversed\u2028')).toBe(
      'red next\\u0000\\u0007\\u202ereversed\\u2028',
    )
  })

  it('is cut with its true length, never inside a character', () => {
    const text = shown('😀'.repeat(300), 501)
    expect(text.isWellFormed()).toBe(true)
    expect(text).toMatch(/ \.\.\. \(600 characters\)$/)
  })

  it('keeps every script', () => {
    expect(shown('特休 ｶﾅ café 😀')).toBe('特休 ｶﾅ café 😀')
  })

  it('shows values as JSON, also those that JSON cannot hold', () => {
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(shownValue({ a: [1, null] })).toBe('{"a":[1,null]}')
    expect(shownValue(undefined)).toBe('undefined')
    expect(shownValue(loop)).toBe('a value of type object')
  })
})
