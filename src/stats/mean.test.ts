import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compensatedSum, mean } from './mean.ts'

const numbers = fc.array(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), { minLength: 1, maxLength: 60 })

describe('mean', () => {
  it('is undefined with a reason for no values', () => {
    expect(mean([])).toEqual({ value: null, reason: 'no values' })
  })

  it('of equal values is exactly that value', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, min: -1e6, max: 1e6 }), fc.integer({ min: 1, max: 50 }), (x, n) => {
        expect(mean(new Array<number>(n).fill(x)).value === x).toBe(true)
      }),
    )
  })

  it('lies between the lowest and the highest value', () => {
    fc.assert(
      fc.property(numbers, (values) => {
        const { value } = mean(values)
        expect(value).toBeGreaterThanOrEqual(Math.min(...values))
        expect(value).toBeLessThanOrEqual(Math.max(...values))
      }),
    )
  })

  it('keeps a small value beside large ones that cancel', () => {
    expect(compensatedSum([1, 1e100, 1, -1e100])).toBe(2)
  })

  it('refuses a value that is not finite', () => {
    expect(() => mean([1, Number.NaN])).toThrow(RangeError)
  })
})
