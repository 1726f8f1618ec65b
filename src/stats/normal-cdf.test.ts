import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normalCdf, normalSf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'

/** The series below 6 and the continued fraction above it in 60-digit decimal arithmetic, rounded to a double. */
const VALUES = [
  [0, 0.5],
  [-1, 0.15865525393145705],
  [-1.959963984540054, 0.025000000000000012],
  [-3, 0.0013498980316300946],
  [-4.5, 3.3976731247300603e-6],
  [-5.65, 8.022391850663497e-9],
  [-5.66, 7.568649751997714e-9],
  [-8, 6.220960574271784e-16],
  [-12, 1.776482112077679e-33],
  [-20, 2.7536241186062337e-89],
  [-30, 4.906713927148187e-198],
  [-37, 5.725571222524577e-300],
] as const

describe('normalCdf', () => {
  it('equals 60-digit arithmetic to the last digits, in the middle and in the tail', () => {
    for (const [z, p] of VALUES) expect(Math.abs(normalCdf(z) / p - 1)).toBeLessThan(1e-15)
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
