import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { visibleText } from './visible-text.ts'

describe('visibleText', () => {
  it('spells out escape sequences and other control characters', () => {
    expect(visibleText('\x1b[31mred\x07\x9b2J')).toBe('\\x1b[31mred\\x07\\x9b2J')
  })

  it('spells out marks that turn the direction of writing', () => {
    expect(visibleText('a\u202egpj.exe')).toBe('a\\u202egpj.exe')
  })

  it('makes one line of many and drops shapeless marks', () => {
    expect(visibleText(' one\r\n\ttwo\u200b three\ufeff ')).toBe('one two three')
  })

  it('leaves ordinary text of any script and emoji alone', () => {
    for (const text of ['特休沒休完？', 'naïve façade', '👩‍👩‍👧 ok', 'نص عربي']) expect(visibleText(text)).toBe(text)
  })

  it('never lets a control character or a lone surrogate through', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const visible = visibleText(text)
        expect(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u.test(visible)).toBe(false)
        expect(visible.isWellFormed()).toBe(true)
      }),
    )
  })
})
