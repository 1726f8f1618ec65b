import fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromJson, toJson, toJsonOrNull } from './json.ts'

it('gives every well-formed value back as it was', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(fromJson(toJson(value), 'x.db')).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

it('makes every text well-formed and changes nothing else', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary' })),
      fc.array(fc.constantFrom('\\', '\ud800', '\udc00', 'u', 'd')),
      (a, b) => {
        const texts = [...a, b.join('')]
        const json = toJson({ texts })
        expect(json.isWellFormed()).toBe(true)
        expect(fromJson(json, 'x.db')).toEqual({ texts: texts.map((text) => text.toWellFormed()) })
      },
    ),
  )
})

it('keeps undefined as null', () => {
  expect(toJsonOrNull(undefined)).toBeNull()
  expect(toJsonOrNull([])).toBe('[]')
})

it('names the store whose text is no JSON', () => {
  expect(() => fromJson('{"a', 'x.db')).toThrow(expect.objectContaining({ code: 'store_damaged' }))
})
