import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cohenKappa } from './kappa.ts'
import { weightedKappa } from './weighted-kappa.ts'

const SAS = [
  [0, 4, 1],
  [0, 8, 0],
  [0, 1, 5],
]
const FOUR = [
  [12, 3, 0, 1],
  [2, 9, 4, 0],
  [1, 3, 11, 2],
  [0, 1, 2, 14],
]

const table = fc.array(fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 4, maxLength: 4 }), {
  minLength: 4,
  maxLength: 4,
})

describe('weightedKappa', () => {
  it('equals SAS and statsmodels (0.15) with linear and quadratic weights (reference row 13)', () => {
    const rows = [
      [SAS, 'linear', 0.4701195219123506, 0.14574604514192566, 0.14258507762473158],
      [SAS, 'quadratic', 0.4501607717041801, 0.19223266335726072, 0.187919468304494],
      [FOUR, 'linear', 0.7165876777251186, 0.06403206850090289, 0.08939942238298322],
      [FOUR, 'quadratic', 0.7965860597439545, 0.06733678883808167, 0.12401265507756547],
    ] as const
    for (const [counts, weights, value, se, se0] of rows) {
      const result = weightedKappa(counts, weights)
      if (result.low === null) throw new Error(result.reason)
      expect(result.value).toBeCloseTo(value, 13)
      expect(result.se).toBeCloseTo(se, 13)
      expect(result.se0).toBeCloseTo(se0, 13)
      expect(result.high - result.low).toBeCloseTo(2 * 1.959963984540054 * se, 12)
    }
  })

  it('is 1 - mean distance of the pairs / mean distance of all pairs across items', () => {
    fc.assert(
      fc.property(table, fc.constantFrom(1, 2), (counts, power) => {
        const result = weightedKappa(counts, power === 1 ? 'linear' : 'quadratic')
        fc.pre(result.value !== null)
        const pairs = counts.flatMap((row, i) => row.flatMap((count, j) => Array.from({ length: count }, () => [i, j])))
        let own = 0
        let across = 0
        for (const [a = 0, b = 0] of pairs) own += Math.abs(a - b) ** power
        for (const [a = 0] of pairs) for (const [, b = 0] of pairs) across += Math.abs(a - b) ** power / pairs.length
        expect(result.value).toBeCloseTo(1 - own / across, 11)
      }),
    )
  })

  it('is Cohen kappa for two categories, and takes the given values for uneven steps', () => {
    const two = [
      [40, 9],
      [6, 45],
    ]
    expect(weightedKappa(two, 'quadratic').value).toBeCloseTo(cohenKappa(two).value ?? Number.NaN, 14)
    const even = weightedKappa(FOUR, 'linear').value
    expect(weightedKappa(FOUR, 'linear', { values: [10, 20, 30, 40] }).value).toBeCloseTo(even ?? Number.NaN, 14)
    expect(weightedKappa(FOUR, 'linear', { values: [0, 1, 2, 9] }).value).not.toBeCloseTo(even ?? Number.NaN, 3)
  })

  it('is undefined with a reason when all items lie in one category', () => {
    expect(weightedKappa([[5]], 'linear')).toMatchObject({ value: null, po: 1, pe: 1 })
    expect(weightedKappa([], 'quadratic')).toMatchObject({ value: null, reason: 'no items' })
  })

  it('refuses values that do not name each category', () => {
    expect(() => weightedKappa(FOUR, 'linear', { values: [1, 2] })).toThrow(RangeError)
    expect(() => weightedKappa(FOUR, 'linear', { values: [1, 2, 2, 3] })).toThrow(RangeError)
    expect(() => weightedKappa(FOUR, 'linear', { values: [1, 2, Number.NaN, 3] })).toThrow(RangeError)
  })
})
