import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auroc } from './auroc.ts'
import { rocCurve } from './roc-curve.ts'
import { costWeightedThreshold, youden } from './youden.ts'

const X = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4]
const Y = [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const scores = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 15 })
const share = (list: readonly number[], test: (value: number) => boolean) => list.filter(test).length / list.length

describe('rocCurve', () => {
  it('runs from calling all bad to calling all good, and the area under it is the AUC', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const curve = rocCurve(good, bad)
        expect(curve[0]).toEqual({ threshold: null, lowestGood: null, sensitivity: 0, specificity: 1 })
        expect(curve.at(-1)).toMatchObject({ threshold: null, sensitivity: 1, specificity: 0 })
        let area = 0
        curve.forEach((point, k) => {
          const before = curve[k - 1]
          if (before === undefined) return
          area += ((before.specificity - point.specificity) * (before.sensitivity + point.sensitivity)) / 2
        })
        expect(area).toBeCloseTo(auroc(good, bad).value ?? Number.NaN, 12)
      }),
    )
  })

  it('has one threshold between each two neighbouring scores, which gives the counts that it names', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const inner = rocCurve(good, bad).filter((point) => point.threshold !== null)
        expect(inner).toHaveLength(new Set([...good, ...bad]).size - 1)
        for (const { threshold, lowestGood, sensitivity, specificity } of inner) {
          for (const cut of [threshold ?? Number.NaN, lowestGood ?? Number.NaN]) {
            expect(share(good, (value) => value >= cut)).toBe(sensitivity)
            expect(share(bad, (value) => value < cut)).toBe(specificity)
          }
        }
      }),
    )
  })

  it('is empty for an empty class, and cuts between numbers that have nothing between them', () => {
    expect(rocCurve([], [1])).toEqual([])
    expect(rocCurve([1 + Number.EPSILON], [1])[1]).toMatchObject({
      threshold: 1 + Number.EPSILON,
      sensitivity: 1,
      specificity: 1,
    })
    expect(rocCurve([1e308], [-1e308])[1]).toMatchObject({ threshold: 0 })
  })
})

describe('youden', () => {
  it('equals reference row 5: good from a score of 0.6 on', () => {
    const best = youden(X, Y)
    if (best.threshold === null) throw new Error(best.reason)
    expect(best.lowestGood).toBe(0.6)
    expect(best.threshold).toBeCloseTo(0.55, 15)
    expect(best.sensitivity).toBe(5 / 6)
    expect(best.specificity).toBe(6 / 7)
    expect(best.j).toBeCloseTo(0.6904761905, 9)
  })

  it('is the best of all cuts, and the lowest of the best', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const j = (cut: number) => share(good, (value) => value >= cut) + share(bad, (value) => value < cut) - 1
        const cuts = [...new Set([...good, ...bad])].sort((a, b) => a - b)
        const highest = Math.max(...cuts.map(j))
        const best = youden(good, bad)
        if (best.threshold === null) {
          expect(highest).toBeLessThan(1e-9)
          return
        }
        expect(best.j).toBeCloseTo(highest, 12)
        expect(best.lowestGood).toBe(cuts.find((cut) => j(cut) > highest - 1e-9))
      }),
    )
  })

  it('is undefined, with the reason, where no cut helps', () => {
    expect(youden([1, 1], [1])).toEqual({
      threshold: null,
      reason: 'no threshold is better than calling all items the same',
    })
    expect(youden([0], [1])).toEqual({
      threshold: null,
      reason: 'no threshold is better than calling all items the same',
    })
    expect(youden([], [1])).toEqual({ threshold: null, reason: 'no good items' })
  })
})

describe('costWeightedThreshold', () => {
  it('is that of Youden for equal costs and as many good as bad items', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const costs = { missedGood: 2, passedBad: 2, prevalence: 0.5 }
        expect(costWeightedThreshold(good, bad, costs)).toEqual(youden(good, bad))
      }),
    )
  })

  it('moves up when passing a bad item costs more, and asks for no cut when that costs all', () => {
    const cut = (passedBad: number) => costWeightedThreshold(X, Y, { missedGood: 1, passedBad, prevalence: 0.5 })
    expect(cut(1)).toMatchObject({ lowestGood: 0.6 })
    expect(cut(10)).toMatchObject({ lowestGood: 0.9, specificity: 1 })
    expect(cut(0)).toMatchObject({ threshold: null })
    expect(() => cut(-1)).toThrow(RangeError)
    expect(() => costWeightedThreshold(X, Y, { missedGood: 1, passedBad: 1, prevalence: 2 })).toThrow(RangeError)
  })
})
