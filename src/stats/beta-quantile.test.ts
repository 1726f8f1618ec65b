import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaQuantile } from './beta-quantile.ts'
import { incompleteBeta } from './incomplete-beta.ts'

const shape = fc.double({ min: 1, max: 200, noNaN: true })

describe('betaQuantile', () => {
  it('equals scipy.stats.beta.ppf (1.17)', () => {
    const rows = [
      [0.025, 3.5, 7.5, 0.09269459393815316],
      [0.975, 0.5, 20.5, 0.11663898290487539],
      [0.025, 0.5, 20.5, 2.4246478459242733e-5],
      [0.5, 2, 30, 0.05355205211700271],
      [0.001, 100, 3, 0.8947680238350997],
      [0.025, 5000.5, 5000.5, 0.4902013660718027],
      [0.9, 0.7, 0.4, 0.994906240892914],
    ] as const
    for (const [p, a, b, expected] of rows) {
      expect(Math.abs(betaQuantile(p, a, b) / expected - 1)).toBeLessThan(1e-11)
    }
  })

  it('is p^(1/a) for Beta(a, 1) and sin^2(pi p / 2) for Beta(1/2, 1/2)', () => {
    for (const p of [0.001, 0.025, 0.3, 0.5, 0.975]) {
      expect(betaQuantile(p, 3, 1)).toBeCloseTo(p ** (1 / 3), 13)
      expect(betaQuantile(p, 0.5, 0.5)).toBeCloseTo(Math.sin((Math.PI * p) / 2) ** 2, 13)
    }
  })

  it('inverts the distribution function, and mirrors when the shapes change places', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), shape, shape, (p, a, b) => {
        const x = betaQuantile(p, a, b)
        expect(incompleteBeta(x, a, b)).toBeCloseTo(p, 10)
        expect(betaQuantile(1 - p, b, a)).toBeCloseTo(1 - x, 10)
      }),
    )
  })

  it('has the ends of the scale as its ends', () => {
    expect([betaQuantile(0, 2, 3), betaQuantile(1, 2, 3)]).toEqual([0, 1])
  })

  it('refuses what is no distribution', () => {
    expect(() => betaQuantile(1.1, 1, 1)).toThrow(RangeError)
    expect(() => betaQuantile(0.5, 0, 1)).toThrow(RangeError)
    expect(() => betaQuantile(Number.NaN, 1, 1)).toThrow(RangeError)
  })
})
