import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hanleyMcNeil, planningError } from './hanley-mcneil.ts'

const count = fc.integer({ min: 1, max: 200 })
const area = fc.double({ min: 0, max: 1, noNaN: true })

describe('hanleyMcNeil', () => {
  it('equals reference row 3', () => {
    expect(hanleyMcNeil(36 / 42, 6, 7)).toBeCloseTo(0.1131864322, 9)
  })

  it('is the exact standard error of no separation without ties at A = 0.5: (N+1) / (12 mn), as Q1 and Q2 are 1/3 there', () => {
    fc.assert(
      fc.property(count, count, (m, n) => {
        expect(hanleyMcNeil(0.5, m, n) ** 2).toBeCloseTo((m + n + 1) / (12 * m * n), 14)
      }),
    )
  })

  it('does not change when both the classes and the sides of the area change places, and shrinks with more items', () => {
    fc.assert(
      fc.property(area, count, count, (auc, m, n) => {
        expect(hanleyMcNeil(auc, m, n)).toBeCloseTo(hanleyMcNeil(1 - auc, n, m), 7)
        expect(hanleyMcNeil(auc, 2 * m, 2 * n)).toBeLessThanOrEqual(hanleyMcNeil(auc, m, n))
      }),
    )
  })

  it('takes the larger of both ways to name the classes for planning', () => {
    expect(planningError(0.8, 40, 8)).toBe(hanleyMcNeil(0.8, 8, 40))
    expect(planningError(0.8, 8, 40)).toBe(hanleyMcNeil(0.8, 8, 40))
    expect(hanleyMcNeil(0.8, 40, 8)).toBeLessThan(hanleyMcNeil(0.8, 8, 40))
  })

  it('is 0 at both ends and refuses areas and counts that cannot be', () => {
    expect(hanleyMcNeil(1, 5, 5)).toBe(0)
    expect(hanleyMcNeil(0, 5, 5)).toBe(0)
    expect(() => hanleyMcNeil(1.1, 5, 5)).toThrow(RangeError)
    expect(() => hanleyMcNeil(0.7, 0, 5)).toThrow(RangeError)
  })
})
