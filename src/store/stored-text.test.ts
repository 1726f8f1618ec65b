import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromText, fromTextOrNull, toText, toTextOrNull } from './stored-text.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.constantFrom('\0', '\x10', '0', 'a', '\ud800'), { maxLength: 12 }).map((parts) => parts.join('')),
)

it('gives every text back, well-formed', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      expect(fromText(toText(text))).toBe(text.toWellFormed())
    }),
  )
})

it('never stores a NUL or half a surrogate pair, and keeps different texts different', () => {
  fc.assert(
    fc.property(anyText, anyText, (a, b) => {
      expect(toText(a)).not.toContain('\0')
      expect(toText(a).isWellFormed()).toBe(true)
      expect(toText(a) === toText(b)).toBe(a.toWellFormed() === b.toWellFormed())
    }),
  )
})

it('keeps null', () => {
  expect([toTextOrNull(null), toTextOrNull(undefined), toTextOrNull('\0'), fromTextOrNull(null)]).toEqual([
    null,
    null,
    '\x100',
    null,
  ])
})
