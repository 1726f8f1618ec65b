import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { congerKappa } from './conger-kappa.ts'
import { crossTable } from './cross-table.ts'
import { cohenKappa } from './kappa.ts'
import { FOUR_RATERS } from './test-support/four-raters.ts'

describe('congerKappa', () => {
  it('equals irrCAC on four raters with gaps (reference row 16)', () => {
    // Gwet prints these ratings with the only one of item 12 given by the third rater: .76282. Krippendorff and the
    // reference row give it to the second, which no other measure of the row notices; the row's .7628174413 is Gwet's.
    const ofGwet = [...FOUR_RATERS.slice(0, 11), [null, null, 3, null]]
    expect(congerKappa(ofGwet).value).toBeCloseTo(0.7628174413, 9)
    expect(congerKappa(ofGwet).pe).toBeCloseTo(0.2334251607, 9)
    expect(congerKappa(FOUR_RATERS).value).toBeCloseTo(0.762066893651, 11)
  })

  it('is Cohen kappa for two raters', () => {
    const pair = fc.tuple(fc.integer({ min: 0, max: 2 }), fc.integer({ min: 0, max: 2 }))
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 30 }), (items) => {
        const { table } = crossTable(
          items.map(([a]) => a),
          items.map(([, b]) => b),
        )
        const two = cohenKappa(table)
        const { value } = congerKappa(items)
        expect(value === null).toBe(two.value === null)
        if (two.value !== null) expect(value).toBeCloseTo(two.value, 12)
      }),
    )
  })

  it('takes the chance of two different raters over all pairs of raters', () => {
    const items = [
      [1, 1, 2],
      [2, 1, 2],
      [1, 2, 2],
      [1, 1, 1],
    ]
    const [a, b, c] = [3 / 4, 3 / 4, 1 / 4]
    const same = (x: number, y: number) => x * y + (1 - x) * (1 - y)
    const pe = (same(a, b) + same(a, c) + same(b, c)) / 3
    const result = congerKappa(items)
    expect(result.po).toBeCloseTo((1 / 3 + 1 / 3 + 1 / 3 + 1) / 4, 14)
    expect(result.pe).toBeCloseTo(pe, 14)
  })

  it('is undefined with a reason when all ratings are the same or no item has two', () => {
    expect(congerKappa([[1, 1]])).toMatchObject({ value: null, reason: expect.stringContaining('all ratings'), pe: 1 })
    expect(congerKappa([[1, null]])).toMatchObject({ value: null, reason: 'no item has two ratings' })
    expect(congerKappa([])).toMatchObject({ value: null, reason: 'no item has two ratings', po: null })
    expect(() => congerKappa([[Number.NaN, 1]])).toThrow(RangeError)
  })
})
