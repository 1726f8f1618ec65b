import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { noncentralT } from './noncentral-t.ts'
import { normalCdf } from './normal-cdf.ts'
import { studentTCdf } from './student-t.ts'

describe('noncentralT', () => {
  it('equals an integral in 30-digit arithmetic', () => {
    const rows = [
      [2.024394164575136, 38, 3.1622776601683795, 0.13104719844832377, 0.8689528015516762],
      [-2.024394164575136, 38, 3.1622776601683795, 2.260318620494593e-7, 0.999999773968138],
      [12.706204736174698, 1, 0.5, 0.9563055595711302, 0.04369444042886985],
      [1.5, 3, -2, 0.9986548249541423, 0.0013451750458576956],
      [5, 10, 4, 0.7181904626972326, 0.2818095373027673],
      [30, 7, 25, 0.6758368295938367, 0.32416317040616327],
      [2, 200, 2.8, 0.21228331895361405, 0.7877166810463859],
      [40, 50, 38, 0.6644435542573243, 0.33555644574267574],
    ] as const
    for (const [t, df, noncentrality, lower, upper] of rows) {
      const tails = noncentralT(t, df, noncentrality)
      expect(Math.abs(tails.lower - lower)).toBeLessThan(2e-14)
      expect(Math.abs(tails.upper - upper)).toBeLessThan(2e-14)
    }
  })

  it("is Student's t without noncentrality, and the normal tail at t = 0", () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -12, max: 12 }),
        fc.integer({ min: 1, max: 500 }),
        fc.double({ noNaN: true, min: -20, max: 20 }),
        (t, df, noncentrality) => {
          expect(noncentralT(t, df, 0).lower).toBeCloseTo(studentTCdf(t, df), 12)
          expect(noncentralT(0, df, noncentrality).lower).toBeCloseTo(normalCdf(-noncentrality), 12)
        },
      ),
    )
  })

  it('adds up to 1, mirrors in both signs, rises with t and falls with the noncentrality', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, min: -40, max: 40 }),
        fc.double({ noNaN: true, min: 0.5, max: 300 }),
        fc.double({ noNaN: true, min: -40, max: 40 }),
        (t, df, noncentrality) => {
          const { lower, upper } = noncentralT(t, df, noncentrality)
          expect(lower + upper).toBeCloseTo(1, 12)
          expect(noncentralT(-t, df, -noncentrality).upper).toBeCloseTo(lower, 12)
          expect(noncentralT(t + 1, df, noncentrality).lower).toBeGreaterThanOrEqual(lower - 1e-13)
          expect(noncentralT(t, df, noncentrality + 1).lower).toBeLessThanOrEqual(lower + 1e-13)
        },
      ),
    )
  })

  it('takes a million degrees of freedom, where it is close to the normal', () => {
    expect(noncentralT(2, 1e6, 1).lower).toBeCloseTo(normalCdf(1), 6)
  })

  it('refuses what is not defined', () => {
    expect(() => noncentralT(1, 0, 1)).toThrow(RangeError)
    expect(() => noncentralT(Number.NaN, 3, 1)).toThrow(RangeError)
    expect(() => noncentralT(1, 3, Number.POSITIVE_INFINITY)).toThrow(RangeError)
  })
})
