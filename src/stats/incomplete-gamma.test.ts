import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { incompleteGamma } from './incomplete-gamma.ts'

describe('incompleteGamma', () => {
  it('is a sum of Poisson terms for a whole shape', () => {
    for (const a of [1, 2, 5, 12]) {
      for (const x of [0.1, 1, 4.5, 12, 30]) {
        let term = Math.exp(-x)
        let sum = 0
        for (let k = 0; k < a; k++) {
          sum += term
          term *= x / (k + 1)
        }
        expect(incompleteGamma(a, x).upper / sum).toBeCloseTo(1, 12)
      }
    }
  })

  it('obeys the recurrence P(a+1, x) = P(a, x) - x^a e^-x / Gamma(a+1), across the change of methods', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: 0.1, max: 8 }),
        fc.double({ noNaN: true, min: 0.1, max: 20 }),
        (a, x) => {
          const drop = incompleteGamma(a, x).lower - incompleteGamma(a + 1, x).lower
          const next = incompleteGamma(a + 1, x).lower - incompleteGamma(a + 2, x).lower
          expect(next).toBeCloseTo((drop * x) / (a + 1), 12)
        },
      ),
    )
  })

  it('has both ends, and refuses what is not defined', () => {
    expect(incompleteGamma(2, 0)).toEqual({ lower: 0, upper: 1 })
    expect(incompleteGamma(2, Number.POSITIVE_INFINITY)).toEqual({ lower: 1, upper: 0 })
    expect(() => incompleteGamma(0, 1)).toThrow(RangeError)
    expect(() => incompleteGamma(1, -1)).toThrow(RangeError)
    expect(() => incompleteGamma(1, Number.NaN)).toThrow(RangeError)
  })
})
