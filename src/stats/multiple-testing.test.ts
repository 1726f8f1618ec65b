import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg } from './benjamini-hochberg.ts'
import { benjaminiYekutieli } from './benjamini-yekutieli.ts'
import { holm } from './holm.ts'

const P = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
]
const pValues = fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { maxLength: 12 })
const methods = { holm, benjaminiHochberg, benjaminiYekutieli }

function expectClose(got: readonly number[], expected: readonly number[]): void {
  for (const [place, value] of expected.entries()) expect(got[place]).toBeCloseTo(value, 9)
}

describe('adjusted p values', () => {
  it('equal the data of Benjamini and Hochberg 1995 (reference row 35)', () => {
    expectClose(holm(P), [0.0015, 0.0056, 0.0247, 0.114, 0.2211, 0.278, 0.278, 0.278, 0.3213, 1, 1, 1, 1, 1, 1])
    const bh = [0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.0638571429, 0.0638571429, 0.0645, 0.0765, 0.486]
    expectClose(benjaminiHochberg(P), [...bh, 0.5811818182, 0.714875, 0.7532307692, 0.8132142857, 1])
    expectClose(benjaminiYekutieli(P).slice(0, 3), [0.0049773435, 0.009954687, 0.0315231754])
  })

  it('keep the order in which the p values came', () => {
    const order = [7, 2, 14, 0, 9, 4, 12, 1, 6, 3, 13, 8, 11, 5, 10]
    for (const adjust of Object.values(methods)) {
      const sorted = adjust(P)
      const shuffled = adjust(order.map((place) => P[place] ?? 0))
      expect(shuffled).toEqual(order.map((place) => sorted[place]))
    }
  })

  it('equal the closed test of Holm, carried out over every subset with Bonferroni, on small families', () => {
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

  it('reject with Benjamini-Hochberg exactly the largest set that its step-up rule allows', () => {
    fc.assert(
      fc.property(pValues, fc.constantFrom(0.01, 0.05, 0.2), (p, alpha) => {
        const sorted = [...p].sort((a, b) => a - b)
        let cut = -1
        for (const [place, value] of sorted.entries()) {
          if ((p.length * value) / (place + 1) <= alpha) cut = value
        }
        expect(benjaminiHochberg(p).map((value) => value <= alpha)).toEqual(p.map((value) => value <= cut))
      }),
    )
  })

  it('lie between their own p and 1, rise with p, and stand in the order BH <= BY, BH <= Holm', () => {
    fc.assert(
      fc.property(pValues, (p) => {
        const [byHolm, bh, by] = [holm(p), benjaminiHochberg(p), benjaminiYekutieli(p)]
        for (const [place, own] of p.entries()) {
          for (const adjusted of [byHolm, bh, by]) {
            expect(adjusted[place]).toBeGreaterThanOrEqual(own * (1 - 1e-15))
            expect(adjusted[place]).toBeLessThanOrEqual(1)
          }
          expect(bh[place]).toBeLessThanOrEqual((by[place] ?? 0) + 1e-15)
          expect(bh[place]).toBeLessThanOrEqual((byHolm[place] ?? 0) + 1e-15)
          for (const [other, value] of p.entries()) {
            if (value >= own) expect(byHolm[other]).toBeGreaterThanOrEqual(byHolm[place] ?? 2)
          }
        }
      }),
    )
  })

  it('are none for none, the value itself for one, and refuse what is no probability', () => {
    for (const adjust of Object.values(methods)) {
      expect(adjust([])).toEqual([])
      expect(adjust([0.03])).toEqual([0.03])
      expect(() => adjust([0.1, Number.NaN])).toThrow(RangeError)
      expect(() => adjust([1.1])).toThrow(RangeError)
    }
  })
})
