import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { flipRate } from './flip-rate.ts'
import { wilson } from './wilson.ts'

describe('flipRate', () => {
  it('counts items whose repeats differ, with the interval of Wilson and the mean deviation within an item', () => {
    const rate = flipRate([[1, 1, 1], [1, 0, 1], [0, 0, 0], [0, 1], [1]])
    expect(rate).toMatchObject({ value: 0.5, items: 4, flipped: 2, leftOut: 1 })
    expect(rate).toMatchObject({ low: wilson(2, 4).low, high: wilson(2, 4).high })
    expect(rate.meanWithinSd).toBeCloseTo((Math.sqrt(1 / 3) + Math.sqrt(1 / 2)) / 4, 14)
  })

  it('is the share that a listing of all pairs of repeats finds', () => {
    const groups = fc.array(fc.array(fc.constantFrom(0, 0.1, 0.3), { maxLength: 4 }), { minLength: 1, maxLength: 20 })
    fc.assert(
      fc.property(groups, (items) => {
        const repeated = items.filter((item) => item.length > 1)
        const flipped = repeated.filter((item) => item.some((a) => item.some((b) => a !== b)))
        const rate = flipRate(items)
        expect(rate).toMatchObject({ items: repeated.length, flipped: flipped.length })
        if (repeated.length > 0) expect(rate.value).toBe(flipped.length / repeated.length)
        if (flipped.length === 0 && repeated.length > 0) expect(rate.meanWithinSd).toBe(0)
      }),
    )
  })

  it('is undefined with a reason when no item has two repeats', () => {
    for (const groups of [[], [[1], [0]], [[]]]) {
      expect(flipRate(groups)).toMatchObject({ value: null, low: null, meanWithinSd: null })
      expect(flipRate(groups)).toHaveProperty('reason', 'no item has two repeats')
    }
    expect(() => flipRate([[1, Number.NaN]])).toThrow(RangeError)
  })
})
