import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { quantile } from './quantile.ts'

const values = fc.array(fc.double({ noNaN: true, min: -1000, max: 1000 }), { minLength: 1, maxLength: 40 })
const share = fc.double({ noNaN: true, min: 0, max: 1 })

describe('quantile', () => {
  it('interpolates as type 7 does (R: quantile(c(1,2,4,8,9), c(.25,.5,.9)))', () => {
    const at = (p: number) => quantile([9, 1, 4, 8, 2], p).value
    expect(at(0.25)).toBe(2)
    expect(at(0.5)).toBe(4)
    expect(at(0.9)).toBeCloseTo(8.6, 12)
  })

  it('is the lowest value at 0 and the highest at 1, and never falls as p rises', () => {
    fc.assert(
      fc.property(values, share, share, (xs, p, q) => {
        expect(quantile(xs, 0).value === Math.min(...xs)).toBe(true)
        expect(quantile(xs, 1).value === Math.max(...xs)).toBe(true)
        const low = quantile(xs, Math.min(p, q)).value ?? Number.NaN
        expect(low).toBeLessThanOrEqual(quantile(xs, Math.max(p, q)).value ?? Number.NaN)
      }),
    )
  })

  it('does not depend on the order of the values and leaves them as they were', () => {
    const xs = [3, 1, 2]
    expect(quantile(xs, 0.3)).toEqual(quantile([1, 2, 3], 0.3))
    expect(xs).toEqual([3, 1, 2])
  })

  it('is undefined with a reason for no values', () => {
    expect(quantile([], 0.5)).toEqual({ value: null, reason: 'no values' })
  })

  it('refuses a p outside 0 .. 1', () => {
    expect(() => quantile([1], 1.01)).toThrow(RangeError)
  })
})
