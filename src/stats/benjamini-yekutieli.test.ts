import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { benjaminiHochberg } from './benjamini-hochberg.ts'
import { benjaminiYekutieli } from './benjamini-yekutieli.ts'

describe('benjaminiYekutieli', () => {
  it('equals reference row 35', () => {
    const p = [
      0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459, 0.324, 0.4262, 0.5719, 0.6528, 0.759, 1,
    ]
    const first = benjaminiYekutieli(p).slice(0, 3)
    expect(first).toEqual([0.0049773435, 0.009954687, 0.0315231754].map((value) => expect.closeTo(value, 9)))
  })

  it('is Benjamini-Hochberg times 1 + 1/2 + ... + 1/K, cut at 1', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ noNaN: true, min: 0, max: 1 }), { maxLength: 12 }), (p) => {
        const harmonic = p.reduce((sum, _, place) => sum + 1 / (place + 1), 0)
        const expected = benjaminiHochberg(p).map((value) => Math.min(1, value * harmonic))
        // Where Benjamini-Hochberg itself is cut at 1 so is this, for the factor is at least 1.
        expect(benjaminiYekutieli(p)).toEqual(expected.map((value) => expect.closeTo(value, 12)))
      }),
    )
  })

  it('is none for none, the value itself for one, and refuses what is no probability', () => {
    expect(benjaminiYekutieli([])).toEqual([])
    expect(benjaminiYekutieli([0.03])).toEqual([0.03])
    expect(() => benjaminiYekutieli([-0.1])).toThrow(RangeError)
  })
})
