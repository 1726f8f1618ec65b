import { describe, expect, it } from 'vitest'
import { pabak } from './pabak.ts'
import { wilson } from './wilson.ts'

describe('pabak', () => {
  it('is 2 po - 1 for two categories (reference row 14)', () => {
    const result = pabak([
      [118, 5],
      [2, 0],
    ])
    expect(result).toMatchObject({ po: 0.944, pe: 0.5, n: 125 })
    expect(result.value).toBeCloseTo(0.888, 14)
  })

  it('is the kappa of Brennan and Prediger for more categories (irrCAC 0.4.4)', () => {
    const four = [
      [12, 3, 0, 1],
      [2, 9, 4, 0],
      [1, 3, 11, 2],
      [0, 1, 2, 14],
    ]
    expect(pabak(four).value).toBeCloseTo(0.610256410256, 11)
  })

  it('has an interval also when the raters agree on every item: that of the share of equal ratings', () => {
    const share = wilson(9, 9)
    expect(
      pabak([
        [4, 0],
        [0, 5],
      ]),
    ).toMatchObject({ value: 1, low: 2 * (share.low ?? Number.NaN) - 1, high: 1 })
  })

  it('is -1 when two raters of two categories never agree', () => {
    expect(
      pabak([
        [0, 3],
        [3, 0],
      ]).value,
    ).toBe(-1)
  })

  it('is undefined with a reason without items or categories to choose from', () => {
    expect(pabak([])).toMatchObject({ value: null, reason: 'no items' })
    expect(pabak([[4]])).toMatchObject({ value: null, reason: expect.stringContaining('two categories'), n: 4 })
    expect(() => pabak([[1, 1]])).toThrow(RangeError)
  })
})
