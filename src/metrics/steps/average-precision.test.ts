import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { averagePrecision, averagePrecisionBounds } from './average-precision.ts'

/** The definition word by word, for verdicts. */
function textbook(useful: readonly number[]): number {
  const precisions = useful.flatMap((one, index) =>
    one === 1 ? [useful.slice(0, index + 1).filter((other) => other === 1).length / (index + 1)] : [],
  )
  return precisions.length === 0 ? 0 : precisions.reduce((sum, value) => sum + value, 0) / precisions.length
}

const chance = fc.double({ min: 0, max: 1, noNaN: true })
const maybe = fc.option(chance, { nil: undefined })

describe('averagePrecision', () => {
  it.each([
    [[1, 0], 1],
    [[0, 1], 0.5],
    [[1, 0, 1], 0.8333],
    [[0, 0, 0, 0, 0, 0, 0, 1, 1], 0.1736],
    [[0, 0, 0, 0, 0, 0, 0, 0, 1], 0.1111],
    [[0, 0, 0], 0],
    [[], 0],
    [[1, 1, 1], 1],
  ])('of %j is %d', (useful, value) => {
    expect(averagePrecision(useful)).toBeCloseTo(value, 4)
  })

  it('is exactly 1 for any perfect ranking', () => {
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (good, bad) => {
        const useful = [...Array(good + 1).fill(1), ...Array(bad).fill(0)]
        expect(averagePrecision(useful)).toBe(1)
      }),
    )
  })

  it('is the textbook value for verdicts', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(0, 1), { maxLength: 12 }), (useful) => {
        expect(averagePrecision(useful)).toBeCloseTo(textbook(useful), 12)
      }),
    )
  })

  it('of probabilities that are all equal is that probability', () => {
    expect(averagePrecision([0.5, 0.5, 0.5])).toBeCloseTo(0.5, 12)
    fc.assert(
      fc.property(fc.array(chance, { maxLength: 12 }), (useful) => {
        const value = averagePrecision(useful)
        expect(value).toBeGreaterThanOrEqual(0)
        expect(value).toBeLessThanOrEqual(1)
      }),
    )
  })
})

describe('averagePrecisionBounds', () => {
  it('are the value itself when nothing is missing', () => {
    expect(averagePrecisionBounds([1, 0, 1])).toEqual([averagePrecision([1, 0, 1]), averagePrecision([1, 0, 1])])
  })

  it('are 0 and 1 when nothing is known', () => {
    expect(averagePrecisionBounds([undefined, undefined, undefined])).toEqual([0, 1])
  })

  it('of a list with one verdict missing', () => {
    expect(averagePrecisionBounds([0, undefined])).toEqual([0, 0.5])
    // [0, 1] and [1, 1] are possible.
    expect(averagePrecisionBounds([undefined, 1])).toEqual([0.5, 1])
  })

  it('hold every value that the missing items can lead to, and come close to the extremes', () => {
    const cases = fc.array(maybe, { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        cases,
        fc.array(fc.array(chance, { minLength: 6, maxLength: 6 }), { minLength: 20 }),
        (useful, fills) => {
          const [low, high] = averagePrecisionBounds(useful)
          const corners = Array.from({ length: 64 }, (_, bits) => useful.map((_one, index) => (bits >> index) & 1))
          for (const fill of [...fills, ...corners]) {
            const value = averagePrecision(useful.map((one, index) => one ?? fill[index] ?? 0))
            expect(value).toBeGreaterThanOrEqual(low - 1e-9)
            expect(value).toBeLessThanOrEqual(high + 1e-9)
          }
          const best = Math.max(
            ...corners.map((fill) => averagePrecision(useful.map((one, index) => one ?? fill[index] ?? 0))),
          )
          expect(high).toBeCloseTo(best, 9)
        },
      ),
      { numRuns: 60 },
    )
  })
})
