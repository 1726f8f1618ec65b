import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { naBounds } from './na-bounds.ts'

const score = fc.option(fc.integer({ min: 0, max: 4 }).map((value) => value / 4))
const pairs = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 5 })

/** Every way to fill the gaps from a grid of the scale. */
function fillings(scores: readonly (number | null)[]): number[][] {
  return scores.reduce<number[][]>(
    (lists, one) => lists.flatMap((list) => (one === null ? [0, 0.5, 1] : [one]).map((value) => [...list, value])),
    [[]],
  )
}

describe('naBounds', () => {
  it('puts the missing scores at the ends of the scale, by a worked example', () => {
    expect(naBounds([1, 0.5, null, 1], [0.5, null, 0.5, 1])).toEqual({
      n: 4,
      compared: 2,
      missingA: 1,
      missingB: 1,
      difference: 0.25,
      low: (0.5 + (0.5 - 1) + (0 - 0.5) + 0) / 4,
      high: (0.5 + (0.5 - 0) + (1 - 0.5) + 0) / 4,
    })
  })

  it('equals the extremes over every way to fill the gaps', () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const a = rows.map(([first]) => first)
        const b = rows.map(([, second]) => second)
        const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
        const all = fillings(a).flatMap((one) => fillings(b).map((other) => mean(one) - mean(other)))
        const result = naBounds(a, b)
        expect(result.low).toBeCloseTo(Math.min(...all), 12)
        expect(result.high).toBeCloseTo(Math.max(...all), 12)
      }),
      { numRuns: 60 },
    )
  })

  it('has no width without gaps, and mirrors when the two are exchanged', () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const a = rows.map(([first]) => first)
        const b = rows.map(([, second]) => second)
        const result = naBounds(a, b)
        const turned = naBounds(b, a)
        expect(turned.low).toBeCloseTo(-(result.high ?? 0), 12)
        expect(turned.missingA).toBe(result.missingB)
        const width = (result.high ?? 0) - (result.low ?? 0)
        expect(width).toBeCloseTo((result.missingA + result.missingB) / rows.length, 12)
      }),
    )
  })

  it('uses the scale given, and is null where nothing can be said', () => {
    expect(naBounds([null], [3], { lowest: 1, highest: 4 })).toMatchObject({ difference: null, low: -2, high: 1 })
    expect(naBounds([], [])).toMatchObject({ n: 0, difference: null, low: null, high: null })
  })

  it('refuses scores off the scale and lists of different lengths', () => {
    expect(() => naBounds([2], [0])).toThrow(RangeError)
    expect(() => naBounds([0], [])).toThrow(RangeError)
    expect(() => naBounds([Number.NaN], [0])).toThrow(RangeError)
    expect(() => naBounds([0], [0], { lowest: 1, highest: 1 })).toThrow(RangeError)
  })
})
