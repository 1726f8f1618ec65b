import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auroc } from './auroc.ts'
import { midranks } from './midranks.ts'
import { placements } from './placements.ts'

const scores = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 25 })

function byPairs(good: readonly number[], bad: readonly number[]): number {
  let wins = 0
  for (const x of good) for (const y of bad) wins += x > y ? 1 : x === y ? 0.5 : 0
  return wins / (good.length * bad.length)
}

describe('auroc', () => {
  it('equals reference rows 2 and 3', () => {
    expect(auroc([19, 22, 16, 29, 24], [20, 11, 17, 12])).toEqual({ value: 0.85 })
    const tied = auroc([0.9, 0.8, 0.8, 0.7, 0.6, 0.4], [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1])
    expect(tied).toEqual({ value: 36 / 42 })
  })

  it('equals going through all pairs, and the sum of the midranks of the good items', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const { value } = auroc(good, bad)
        expect(value).toBe(byPairs(good, bad))
        const ranks = midranks([...good, ...bad])
        const sum = good.reduce((total, _, i) => total + (ranks[i] ?? Number.NaN), 0)
        expect(value).toBeCloseTo((sum - (good.length * (good.length + 1)) / 2) / (good.length * bad.length), 14)
      }),
    )
  })

  it('turns into 1 - A when the classes change places, and keeps its value under any rising change of scale', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const value = auroc(good, bad).value ?? Number.NaN
        expect(auroc(bad, good).value).toBeCloseTo(1 - value, 14)
        expect(auroc(good.map(Math.exp), bad.map(Math.exp)).value).toBe(value)
      }),
    )
  })

  it('has placement values whose mean it is, on both sides', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const { auc, ofGood, ofBad } = placements(good, bad)
        const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length
        expect(mean(ofGood)).toBeCloseTo(auc ?? Number.NaN, 13)
        expect(mean(ofBad)).toBeCloseTo(auc ?? Number.NaN, 13)
        expect(ofGood[0]).toBe(byPairs(good.slice(0, 1), bad))
        expect(ofBad[0]).toBe(byPairs(good, bad.slice(0, 1)))
      }),
    )
  })

  it('is undefined with a reason when a class is empty, and refuses NaN', () => {
    expect(auroc([], [1])).toEqual({ value: null, reason: 'no good items' })
    expect(auroc([1], [])).toEqual({ value: null, reason: 'no bad items' })
    expect(auroc([], [])).toEqual({ value: null, reason: 'no items' })
    expect(() => auroc([Number.NaN], [1])).toThrow(RangeError)
  })
})
