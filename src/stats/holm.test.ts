import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { holm } from './holm.ts'

const P = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
]

function expectClose(got: readonly number[], expected: readonly number[]): void {
  expect(got).toEqual(expected.map((value) => expect.closeTo(value, 10)))
}

describe('holm', () => {
  it('equals statsmodels on the data of Benjamini and Hochberg 1995 (reference row 35)', () => {
    expectClose(holm(P), [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1])
  })

  it('keeps the order in which the p values came', () => {
    const order = [7, 2, 14, 0, 9, 4, 12, 1, 6, 3, 13, 8, 11, 5, 10]
    const sorted = holm(P)
    expect(holm(order.map((place) => P[place] ?? 0))).toEqual(order.map((place) => sorted[place]))
  })

  it('equals the closed test, carried out over every subset with Bonferroni, on small families', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 64 }), { minLength: 1, maxLength: 6 }), (grid) => {
        const p = grid.map((value) => value / 64)
        const closed = p.map((_, own) => {
          let worst = 0
          for (let subset = 1; subset < 2 ** p.length; subset++) {
            if (((subset >> own) & 1) === 0) continue
            const members = p.filter((_, place) => (subset >> place) & 1)
            worst = Math.max(worst, Math.min(1, members.length * Math.min(...members)))
          }
          return worst
        })
        expectClose(holm(p), closed)
      }),
    )
  })

  it('lies between p and 1, and rises with p', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { maxLength: 12 }), (p) => {
        const adjusted = holm(p)
        for (const [place, own] of p.entries()) {
          expect(adjusted[place]).toBeGreaterThanOrEqual(own)
          expect(adjusted[place]).toBeLessThanOrEqual(1)
          for (const [other, value] of p.entries()) {
            if (value >= own) expect(adjusted[other]).toBeGreaterThanOrEqual(adjusted[place] ?? 2)
          }
        }
      }),
    )
  })

  it('is none for none, the value itself for one, and refuses what is no probability', () => {
    expect(holm([])).toEqual([])
    expect(holm([0.03])).toEqual([0.03])
    expect(() => holm([0.1, Number.NaN])).toThrow(RangeError)
    expect(() => holm([1.1])).toThrow(RangeError)
  })
})
