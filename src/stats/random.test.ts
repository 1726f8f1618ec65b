import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from './random.ts'

function draws(seed: number, n: number, count: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, () => random.integer(n))
}

describe('seededRandom', () => {
  it('gives the same digits for the same seed and others for another', () => {
    expect(draws(7, 1000, 50)).toEqual(draws(7, 1000, 50))
    expect(draws(7, 1000, 50)).not.toEqual(draws(8, 1000, 50))
  })

  it('gives the digits of xoroshiro128+ as computed with 64-bit integers in Python', () => {
    expect(draws(1, 100, 10)).toEqual([74, 61, 41, 38, 64, 53, 62, 93, 35, 69])
  })

  it('stays within 0 .. n-1 for every n, also above 2^21', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 2 ** 32 }), (seed, n) => {
        for (const drawn of draws(seed, n, 20)) {
          expect(Number.isInteger(drawn) && drawn >= 0 && drawn < n).toBe(true)
        }
      }),
    )
  })

  it('is uniform: the chi-square of 60,000 draws over 6 faces is below its 99.9 % point', () => {
    for (const seed of [0, 1, 2, 12345]) {
      const counts = new Array<number>(6).fill(0)
      for (const face of draws(seed, 6, 60_000)) counts[face] = (counts[face] ?? 0) + 1
      const chiSquare = counts.reduce((sum, count) => sum + (count - 10_000) ** 2 / 10_000, 0)
      expect(chiSquare).toBeLessThan(20.515)
    }
  })

  it('starts near seeds far apart', () => {
    const firsts = Array.from({ length: 200 }, (_, seed) => draws(seed, 1_000_000, 1)[0])
    expect(new Set(firsts).size).toBeGreaterThan(195)
  })

  it('refuses a range that is not a whole number from 1 to 2^32', () => {
    for (const n of [0, -1, 1.5, Number.NaN, 2 ** 32 + 1]) expect(() => seededRandom(1).integer(n)).toThrow(RangeError)
  })
})
