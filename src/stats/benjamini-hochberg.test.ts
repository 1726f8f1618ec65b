import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg } from './benjamini-hochberg.ts'
import { holm } from './holm.ts'

const P = [
  0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
]
const pValues = fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { maxLength: 12 })

describe('benjaminiHochberg', () => {
  it('equals the data of Benjamini and Hochberg 1995 (reference row 35)', () => {
    const expected = [
      0.0015, 0.003, 0.0095, 0.035625, 0.0603, 0.0638571429, 0.0638571429, 0.0645, 0.0765, 0.486, 0.5811818182,
      0.714875, 0.7532307692, 0.8132142857, 1,
    ]
    expect(benjaminiHochberg(P)).toEqual(expected.map((value) => expect.closeTo(value, 9)))
  })

  it('keeps the order in which the p values came', () => {
    const sorted = benjaminiHochberg(P)
    expect(benjaminiHochberg([...P].reverse())).toEqual([...sorted].reverse())
  })

  it('rejects exactly the largest set that the step-up rule allows', () => {
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

  it('lies between p and the value of Holm', () => {
    fc.assert(
      fc.property(pValues, (p) => {
        const byHolm = holm(p)
        for (const [place, adjusted] of benjaminiHochberg(p).entries()) {
          expect(adjusted).toBeGreaterThanOrEqual((p[place] ?? 2) * (1 - 1e-15))
          expect(adjusted).toBeLessThanOrEqual((byHolm[place] ?? 0) * (1 + 1e-15))
        }
      }),
    )
  })

  it('is none for none, the value itself for one, and refuses what is no probability', () => {
    expect(benjaminiHochberg([])).toEqual([])
    expect(benjaminiHochberg([0.03])).toEqual([0.03])
    expect(() => benjaminiHochberg([0.1, Number.NaN])).toThrow(RangeError)
  })
})
