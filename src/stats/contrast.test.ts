import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { additivityGap } from './additivity-gap.ts'
import { contrast } from './contrast.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { pairedDifference } from './paired-difference.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

const score = fc.integer({ min: 0, max: 10 }).map((tenths) => tenths / 10)
const table = fc
  .integer({ min: 3, max: 12 })
  .chain((n) => fc.array(fc.array(score, { minLength: n, maxLength: n }), { minLength: 3, maxLength: 5 }))

function plus(...lists: readonly (readonly number[])[]): number[] {
  return (lists[0] ?? []).map((_, q) => lists.reduce((sum, list) => sum + (list[q] ?? Number.NaN), 0))
}

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

describe('oneAtATime', () => {
  it('gives each change its paired difference from the base', () => {
    const reranker = [0.8, 0.9, 0.9, 0.7, 0.4, 1, 0.9, 0.6]
    const effects = oneAtATime(B, [
      { factor: 'top_k', scores: A },
      { factor: 'reranker', scores: reranker },
    ])
    expect(effects.map(({ factor }) => factor)).toEqual(['top_k', 'reranker'])
    for (const [place, scores] of [A, reranker].entries()) {
      const paired = pairedDifference(scores, B)
      const effect = effects[place]?.effect
      if (paired.low === null || effect === undefined || effect.low === null) throw new Error('no interval')
      expect(effect.value).toBeCloseTo(paired.value, 12)
      expect(effect.low).toBeCloseTo(paired.low, 12)
      expect(effect.p).toBeCloseTo(paired.p, 12)
    }
  })
})

describe('additivityGap', () => {
  it('is 0 when the changes add up', () => {
    fc.assert(
      fc.property(table, ([base = [], ...rises]) => {
        const changes = rises.map((rise) => plus(base, rise))
        expect(additivityGap({ base, changes, all: plus(base, ...rises) })).toMatchObject({ value: 0, low: null })
      }),
    )
  })

  it('is what all changes together do beyond their sum, and says whether 0 is excluded', () => {
    const base = [0.1, 0.2, 0.3, 0.2]
    const first = [0.4, 0.6, 0.5, 0.5]
    const second = [0.3, 0.4, 0.6, 0.4]
    const all = [0.5, 0.7, 0.6, 0.6]
    const gaps = all.map((value, q) => value + (base[q] ?? 0) - (first[q] ?? 0) - (second[q] ?? 0))
    const result = additivityGap({ base, changes: [first, second], all })
    if (result.low === null) throw new Error(result.reason)
    expect(result.value).toBeCloseTo(gaps.reduce((sum, gap) => sum + gap, 0) / 4, 12)
    expect(result.high).toBeLessThan(0)
    expect(result.excludesZero).toBe(true)
    const noisy = additivityGap({ base, changes: [first, second], all: [0.6, 0.9, 0.7, 0.8] })
    expect(noisy).toMatchObject({ excludesZero: false })
  })

  it('is 0 for a single change, which is all there is', () => {
    expect(additivityGap({ base: B, changes: [A], all: A })).toMatchObject({ value: 0, low: null })
  })
})
