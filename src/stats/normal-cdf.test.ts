import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf, normalSf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'

/** Printed by scipy.special.ndtr. */
const VALUES = [
  [0, 0.5],
  [0.1, 0.539827837277029],
  [-0.5, 0.3085375387259869],
  [0.67448975, 0.7499999999376898],
  [1, 0.8413447460685429],
  [-1, 0.15865525393145707],
  [1.959963984540054, 0.975],
  [-1.959963984540054, 0.025],
  [2.5, 0.9937903346742238],
  [-3, 0.0013498980316300933],
  [-4.5, 3.3976731247300535e-6],
  [-5.65, 8.022391850663474e-9],
  [-5.66, 7.568649751997682e-9],
  [-8, 6.22096057427174e-16],
  [-12, 1.776482112077653e-33],
  [-20, 2.7536241186061556e-89],
  [-30, 4.906713927147908e-198],
  [-37, 5.7255712225239266e-300],
] as const

describe('normalCdf', () => {
  it('equals scipy within a few units of the last digit, in the middle and in the tail', () => {
    for (const [z, p] of VALUES) expect(Math.abs(normalCdf(z) / p - 1)).toBeLessThan(5e-15)
  })

  it('equals the sum of its power series, z + z³/3 + z⁵/(3·5) + ..., times the density', () => {
    for (let z = -3; z <= 3; z += 0.125) {
      let sum = 0
      for (let term = z, k = 1; Math.abs(term) > 1e-18; k += 2, term *= (z * z) / k) sum += term
      expect(normalCdf(z)).toBeCloseTo(0.5 + (sum * Math.exp((-z * z) / 2)) / Math.sqrt(2 * Math.PI), 14)
    }
  })

  it('undoes the quantile, rises, and mirrors at 0', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-9, max: 1 - 1e-9, noNaN: true }),
        fc.double({ min: 0, max: 2, noNaN: true }),
        (p, step) => {
          const z = normalQuantile(p)
          expect(normalCdf(z)).toBeCloseTo(p, 14)
          expect(normalCdf(z + step)).toBeGreaterThanOrEqual(normalCdf(z))
          expect(normalCdf(z) + normalCdf(-z)).toBeCloseTo(1, 15)
          expect(normalSf(z)).toBe(normalCdf(-z))
        },
      ),
    )
  })

  it('is 0 and 1 at the ends and refuses NaN', () => {
    expect([
      normalCdf(Number.NEGATIVE_INFINITY),
      normalCdf(-40),
      normalCdf(40),
      normalCdf(Number.POSITIVE_INFINITY),
    ]).toEqual([0, 0, 1, 1])
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError)
  })
})
