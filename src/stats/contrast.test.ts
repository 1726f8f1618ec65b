import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contrast } from './contrast.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
const table = fc
  .integer({ min: 3, max: 12 })
  .chain((n) => fc.array(fc.array(score, { minLength: n, maxLength: n }), { minLength: 3, maxLength: 5 }))

describe('contrast', () => {
  it('is the paired difference for weights 1 and -1 (reference row 28)', () => {
    const result = contrast([A, B], [1, -1])
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.0625, 12)
    expect(result.se).toBeCloseTo(0.0532430411, 9)
    expect(result.t).toBeCloseTo(1.1738623241, 9)
    expect(result.p).toBeCloseTo(0.2788371382, 9)
    expect(result).toMatchObject({ df: 7, n: 8, clusters: null })
  })

  it('gives the cluster-robust error of reference row 30', () => {
    const differences = [0.2, 0, 0.1, 0.3, 0.1, 0, 0.2, -0.1, 0.1, 0.05, 0.15]
    const result = contrast([differences], [1], { clusters: [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4] })
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(0.1, 12)
    expect(result.se).toBeCloseTo(0.0287479787, 9)
    expect(result).toMatchObject({ df: 4, clusters: 5 })
  })

  it('is linear: any weights give the weighted sum of the means', () => {
    fc.assert(
      fc.property(table, (scores) => {
        const weights = scores.map((_, c) => (c % 3) - 0.75)
        const means = scores.map((list) => list.reduce((sum, value) => sum + value, 0) / list.length)
        const expected = means.reduce((sum, mean, c) => sum + mean * (weights[c] ?? 0), 0)
        expect(contrast(scores, weights).value).toBeCloseTo(expected, 10)
      }),
    )
  })

  it('takes an effect that is the same but for rounding as the same', () => {
    const base = [0.1, 0.2, 0.7, 0.4]
    const result = contrast([base.map((value) => value + 0.3), base], [1, -1])
    expect(result).toMatchObject({ low: null, reason: 'the effect is the same on every question' })
    expect(result.value).toBeCloseTo(0.3, 12)
    const cancelled = contrast(
      [
        [0.3, 0.6],
        [0.1, 0.2],
        [0.2, 0.4],
      ],
      [1, -1, -1],
    )
    expect(cancelled.value).toBe(0)
  })

  it('is undefined, with the reason, for no questions or one, and refuses lists that do not fit', () => {
    expect(contrast([[], []], [1, -1])).toMatchObject({ value: null, reason: 'no questions' })
    expect(contrast([[1], [0.5]], [1, -1])).toMatchObject({ value: 0.5, reason: 'one question has no spread' })
    expect(contrast([[1, 0]], [1], { clusters: [0, 0] })).toMatchObject({ value: 0.5, low: null })
    expect(() => contrast([[1, 0], [1]], [1, -1])).toThrow(RangeError)
    expect(() => contrast([[1, 0]], [1, -1])).toThrow(RangeError)
    expect(() => contrast([[1, Number.NaN]], [1])).toThrow(RangeError)
    expect(() => contrast([[1, 0]], [1], { clusters: [0] })).toThrow(RangeError)
  })
})
