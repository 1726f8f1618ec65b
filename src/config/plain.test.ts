import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toPlain } from './plain.ts'

const ANYTHING = fc.anything({
  withBigInt: true,
  withBoxedValues: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withObjectString: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
})

describe('toPlain', () => {
  it('gives an equal copy of data, and one sentence for anything else, and never throws', () => {
    fc.assert(
      fc.property(ANYTHING, (value) => {
        const { value: copy, fault } = toPlain(value)
        if (fault !== undefined) expect(fault).toMatch(/^\S.*\S$/s)
        else expect(JSON.parse(JSON.stringify(copy))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
      { numRuns: 1000 },
    )
  })

  it('does not share anything with what it copies', () => {
    const value = { a: { b: [1] } }
    const copy = toPlain(value).value as typeof value
    copy.a.b.push(2)
    expect(value.a.b).toEqual([1])
  })

  it('survives objects made to fail', () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(toPlain({ a: proxy }).fault).toContain('cannot be read')
    expect(toPlain({ a: Symbol('x') }).fault).toBe('a must be plain data, got a symbol')
  })
})
