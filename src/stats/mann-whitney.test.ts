import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auroc } from './auroc.ts'
import { mannWhitney } from './mann-whitney.ts'

const values = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 })

/** All ways to take m of the values as the first sample. */
function subsets<T>(list: readonly T[], m: number): T[][] {
  if (m === 0) return [[]]
  return list.flatMap((one, i) => subsets(list.slice(i + 1), m - 1).map((rest) => [one, ...rest]))
}

describe('mannWhitney', () => {
  it('equals reference row 1', () => {
    const result = mannWhitney([19, 22, 16, 29, 24], [20, 11, 17, 12])
    expect(result.u).toEqual({ value: 17 })
    expect(result.pExact.value).toBeCloseTo(1 / 9, 14)
    expect(result.pNormalCorrected.value).toBeCloseTo(0.1113468865, 9)
    expect(result.pNormal.value).toBeCloseTo(0.086410733, 9)
  })

  it('equals reference row 3, with ties, and gives no exact p there', () => {
    const result = mannWhitney([0.9, 0.8, 0.8, 0.7, 0.6, 0.4], [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1])
    expect(result.u).toEqual({ value: 36 })
    expect(result.pNormalCorrected.value).toBeCloseTo(0.0362089013, 9)
    expect(result.pNormal.value).toBeCloseTo(0.03025007511998497, 12)
    expect(result.pExact).toEqual({ value: null, reason: 'with ties there is no exact distribution of U' })
  })

  it('equals the exact p of scipy for 18 and 17 values', () => {
    const x = Array.from({ length: 18 }, (_, i) => i * 5)
    const y = Array.from({ length: 17 }, (_, i) => i * 4 + 22.5)
    expect(mannWhitney(x, y).pExact.value).toBeCloseTo(0.18369684956652937, 12)
  })

  it('knows that all values are equal also where cubes of the counts are no exact numbers', () => {
    const { u, pNormal } = mannWhitney(new Float64Array(300_001).fill(0.3), new Float64Array(200_003).fill(0.3))
    expect(u.value).toBe((300_001 * 200_003) / 2)
    expect(pNormal).toEqual({ value: null, reason: 'all values are equal' })
  })

  it('has the exact p of going through every choice of ranks', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 8 }),
        fc.uniqueArray(fc.integer(), { minLength: 8, maxLength: 9 }),
        (m, list) => {
          const [x, y] = [list.slice(0, m), list.slice(m)]
          fc.pre(y.length > 0)
          const middle = (x.length * y.length) / 2
          const distance = (first: readonly number[]) => {
            const second = list.filter((value) => !first.includes(value))
            return Math.abs(first.flatMap((a) => second.filter((b) => a > b)).length - middle)
          }
          const all = subsets(list, m)
          const reached = all.filter((first) => distance(first) >= distance(x)).length
          expect(mannWhitney(x, y).pExact.value).toBeCloseTo(Math.min(1, reached / all.length), 12)
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is the area under the curve times the pairs, and its p do not ask which sample comes first', () => {
    fc.assert(
      fc.property(values, values, (x, y) => {
        const result = mannWhitney(x, y)
        const turned = mannWhitney(y, x)
        expect(result.u.value).toBeCloseTo((auroc(x, y).value ?? Number.NaN) * x.length * y.length, 9)
        expect(turned.pNormal).toEqual(result.pNormal)
        expect(turned.pNormalCorrected).toEqual(result.pNormalCorrected)
        const p = result.pNormalCorrected.value
        if (p === null) return
        expect(p >= (result.pNormal.value ?? 1) && p <= 1).toBe(true)
      }),
    )
  })

  it('is undefined, with the reason, where nothing can be compared', () => {
    expect(mannWhitney([], [1]).u).toEqual({ value: null, reason: 'a sample is empty' })
    expect(mannWhitney([1, 1], [1]).pNormal).toEqual({ value: null, reason: 'all values are equal' })
    const many = Array.from({ length: 51 }, (_, i) => i)
    expect(
      mannWhitney(
        many,
        many.map((i) => i + 0.5),
      ).pExact,
    ).toEqual({
      value: null,
      reason: 'too many pairs for the exact distribution',
    })
    expect(() => mannWhitney([Number.NaN], [1])).toThrow(RangeError)
  })
})
