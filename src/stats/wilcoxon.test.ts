import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wilcoxon } from './wilcoxon.ts'

const D = [6, 8, 14, 16, 23, 24, 28, 29, 41, -48, 49, 56, 60, -67, 75]

function defined(differences: ArrayLike<number>) {
  const result = wilcoxon(differences)
  if (result.w === null) throw new Error(result.reason)
  return result
}

/** Ranks every size by counting, and tries every vector of signs. */
function bruteForce(differences: readonly number[]): number {
  const sizes = differences.filter((d) => d !== 0).map(Math.abs)
  const ranks = sizes.map((size) => {
    const below = sizes.filter((other) => other < size).length
    const same = sizes.filter((other) => other === size).length
    return below + (same + 1) / 2
  })
  const total = ranks.reduce((sum, rank) => sum + rank, 0)
  const positive = differences.filter((d) => d !== 0).reduce((sum, d, i) => sum + (d > 0 ? (ranks[i] ?? 0) : 0), 0)
  let count = 0
  for (let draw = 0; draw < 2 ** ranks.length; draw++) {
    const sum = ranks.reduce((all, rank, place) => all + ((draw >> place) & 1 ? rank : 0), 0)
    if (Math.abs(sum - total / 2) >= Math.abs(positive - total / 2)) count += 1
  }
  return count / 2 ** ranks.length
}

describe('wilcoxon', () => {
  it("equals the example of scipy's documentation (reference row 27)", () => {
    const result = defined(D)
    expect(result).toMatchObject({ w: 24, positive: 96, negative: 24, n: 15, zeros: 0 })
    expect(result.pExact).toBe(0.041259765625)
  })

  it('equals scipy on ties and zeros', () => {
    const result = defined([3, -1, 0, 2, 2, -2, 5, 0, 1, 4, 4, -3, 6, 7, 1])
    expect(result.w).toBe(14.5)
    expect(result.pNormal).toBeCloseTo(0.02977287634303921, 10)
    expect(result.pNormalCorrected).toBeCloseTo(0.03251277516362949, 10)
    expect(defined(D).pNormal).toBeCloseTo(0.04088813291185591, 10)
  })

  it('equals trying every vector of signs, with ties and zeros, also when the scores carry rounding', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 8 }), { minLength: 1, maxLength: 9 }), (differences) => {
        fc.pre(differences.some((d) => d !== 0))
        const p = bruteForce(differences)
        expect(defined(differences).pExact).toBeCloseTo(p, 12)
        expect(defined(differences.map((d) => (d + 9) / 10 - 0.9)).pExact).toBeCloseTo(p, 12)
      }),
    )
  })

  it('does not change when all signs turn or the scale grows, and the normal form comes close for many', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40, max: 60 }), { minLength: 60, maxLength: 200 }), (differences) => {
        const result = defined(differences)
        const turned = defined(differences.map((d) => -3 * d))
        expect(turned).toMatchObject({ w: result.w, positive: result.negative, pExact: result.pExact })
        expect(result.pNormalCorrected).toBeGreaterThanOrEqual(result.pNormal)
        expect(Math.abs((result.pExact ?? 0) - result.pNormalCorrected)).toBeLessThan(0.01)
      }),
      { numRuns: 40 },
    )
  })

  it('leaves the exact p out above 200 differences', () => {
    expect(defined(Array.from({ length: 201 }, (_, place) => place - 90)).pExact).not.toBeNull()
    expect(defined(Array.from({ length: 202 }, (_, place) => place - 90)).pExact).toBeNull()
  })

  it('is undefined with the reason when nothing is left to rank', () => {
    expect(wilcoxon([])).toEqual({ w: null, zeros: 0, reason: 'no differences' })
    expect(wilcoxon([0, 0])).toEqual({ w: null, zeros: 2, reason: 'all differences are 0' })
    expect(() => wilcoxon([Number.NaN])).toThrow(RangeError)
  })
})
