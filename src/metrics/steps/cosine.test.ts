import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cosine } from './cosine.ts'

const vector = fc.array(fc.double({ min: -1e6, max: 1e6, noNaN: true }), { minLength: 3, maxLength: 3 })

describe('cosine', () => {
  it('is exactly 1 for a vector and itself, 0 across, -1 against', () => {
    expect(cosine([0.1, 0.7, 0.3], [0.1, 0.7, 0.3])).toBe(1)
    expect(cosine([1, 0], [0, 1])).toBe(0)
    expect(cosine([1, 2], [-1, -2])).toBe(-1)
    expect(cosine([1, 0], [1, 1])).toBeCloseTo(Math.SQRT1_2, 12)
  })

  it('is never -0', () => {
    expect(Object.is(cosine([1, 0], [0, -1]), 0)).toBe(true)
    expect(Object.is(cosine([-1, 0], [0, 1]), 0)).toBe(true)
  })

  it('has no value without a direction or for vectors of different lengths', () => {
    expect([cosine([0, 0], [1, 0]), cosine([1], [1, 0]), cosine([], [])]).toEqual([undefined, undefined, undefined])
  })

  it('neither overflows nor underflows', () => {
    expect(cosine([1e200, 0], [1e200, 1e200])).toBeCloseTo(Math.SQRT1_2, 12)
    expect(cosine([1e-200, 0], [1e-200, 1e-200])).toBeCloseTo(Math.SQRT1_2, 12)
  })

  it('lies between -1 and 1', () => {
    fc.assert(
      fc.property(vector, vector, (a, b) => {
        const value = cosine(a, b)
        if (value === undefined) return
        expect(Math.abs(value)).toBeLessThanOrEqual(1)
        expect(value).toBeCloseTo(cosine(b, a) ?? 2, 12)
      }),
    )
  })
})
