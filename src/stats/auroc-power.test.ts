import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aurocHalfWidth, detectableAuroc, significantAuroc } from './auroc-power.ts'
import { logitLimits } from './delong.ts'
import { type GradesSoFar, gradesNeeded } from './grades-needed.ts'
import { planningError } from './hanley-mcneil.ts'

const Z = 1.959963984540054

/** Bad, good; half-width at .6, .7, .8, .9; significant; detectable (table of section 1.2). */
const TABLE = [
  [8, 40, [0.225, 0.217, 0.194, 0.147], 0.721, 0.804],
  [12, 36, [0.192, 0.183, 0.162, 0.122], 0.691, 0.764],
  [24, 24, [0.161, 0.149, 0.127, 0.092], 0.665, 0.727],
  [20, 80, [0.144, 0.138, 0.123, 0.093], 0.642, 0.701],
  [50, 50, [0.111, 0.102, 0.087, 0.063], 0.614, 0.659],
  [30, 170, [0.115, 0.111, 0.099, 0.075], 0.612, 0.661],
  [100, 100, [0.078, 0.072, 0.061, 0.044], 0.58, 0.614],
  [60, 240, [0.083, 0.08, 0.071, 0.054], 0.582, 0.617],
  [150, 150, [0.064, 0.059, 0.05, 0.036], 0.565, 0.593],
] as const

describe('the power of an area under the ROC curve', () => {
  it('equals the whole table of section 1.2', () => {
    for (const [bad, good, widths, significant, detectable] of TABLE) {
      widths.forEach((width, k) => {
        expect(aurocHalfWidth(0.6 + k / 10, good, bad).toFixed(3)).toBe(width.toFixed(3))
      })
      expect(significantAuroc(good, bad).toFixed(3)).toBe(significant.toFixed(3))
      expect(detectableAuroc(good, bad).toFixed(3)).toBe(detectable.toFixed(3))
    }
  })

  it('asks for a larger area with more power, a stricter level or fewer items', () => {
    const counts = fc.integer({ min: 5, max: 200 })
    fc.assert(
      fc.property(counts, counts, (good, bad) => {
        const area = detectableAuroc(good, bad)
        expect(area).toBeGreaterThanOrEqual(Math.min(1, significantAuroc(good, bad)))
        expect(detectableAuroc(good, bad, { power: 0.9 })).toBeGreaterThanOrEqual(area)
        expect(detectableAuroc(good, bad, { level: 0.99 })).toBeGreaterThanOrEqual(area)
        expect(detectableAuroc(good + 10, bad + 10)).toBeLessThanOrEqual(area)
      }),
    )
  })

  it('is 1 where even a perfect score would not be significant, and refuses counts that cannot be', () => {
    expect(significantAuroc(2, 2)).toBeGreaterThan(1)
    expect(detectableAuroc(2, 2)).toBe(1)
    expect(() => detectableAuroc(0, 5)).toThrow(RangeError)
    expect(() => detectableAuroc(5, 5, { power: 1 })).toThrow(RangeError)
  })
})

/** Whether the logit interval decides, from its definition. */
function decided({ auc, designEffect = 1, bar = 0.7 }: GradesSoFar, good: number, bad: number): string | undefined {
  const { low, high } = logitLimits(auc, planningError(auc, good / designEffect, bad / designEffect), Z)
  return low > 0.5 ? 'separates' : high < bar ? 'does_not_separate' : undefined
}

describe('gradesNeeded', () => {
  it('gives the least number on each way, as trying one after the other does', () => {
    const cases: GradesSoFar[] = [
      { auc: 0.65, good: 40, bad: 8 },
      { auc: 0.6, good: 30, bad: 20, designEffect: 1.75 },
      { auc: 0.52, good: 36, bad: 12 },
      { auc: 0.4, good: 12, bad: 10 },
    ]
    for (const soFar of cases) {
      const needed = gradesNeeded(soFar)
      const ways = [
        [needed.onlyGood, (more: number) => [soFar.good + more, soFar.bad]],
        [needed.onlyBad, (more: number) => [soFar.good, soFar.bad + more]],
      ] as const
      for (const [found, way] of ways) {
        let least: number | undefined
        for (let more = 0; more < 3000 && least === undefined; more++) {
          const [good = 1, bad = 1] = way(more)
          if (decided(soFar, good, bad) !== undefined) least = more
        }
        if (found.good === null) expect(least).toBeUndefined()
        else if (least !== undefined) expect(found.good + found.bad).toBe(least)
        else expect(found.good + found.bad).toBeGreaterThanOrEqual(3000)
      }
    }
  })

  it('keeps the proportion, and one item less would not decide', () => {
    const soFar = { auc: 0.65, good: 40, bad: 8 }
    const { inProportion } = gradesNeeded(soFar)
    if (inProportion.good === null) throw new Error(inProportion.reason)
    expect(inProportion.outcome).toBe('separates')
    expect((40 + inProportion.good) / (8 + inProportion.bad)).toBeCloseTo(5, 0)
    const total = inProportion.good + inProportion.bad
    expect(decided(soFar, 40 + inProportion.good, 8 + inProportion.bad)).toBe('separates')
    expect(
      decided(soFar, Math.round((48 + total - 1) * (5 / 6)), 48 + total - 1 - Math.round((48 + total - 1) * (5 / 6))),
    ).toBeUndefined()
  })

  it('needs nothing where it is decided, and says so where one class alone is never enough', () => {
    expect(gradesNeeded({ auc: 0.9, good: 50, bad: 50 }).inProportion).toEqual({
      good: 0,
      bad: 0,
      outcome: 'separates',
    })
    expect(gradesNeeded({ auc: 0.5, good: 400, bad: 400 }).onlyBad).toEqual({
      good: 0,
      bad: 0,
      outcome: 'does_not_separate',
    })
    expect(gradesNeeded({ auc: 0.55, good: 20, bad: 4 }).onlyGood).toMatchObject({
      good: null,
      reason: 'good items alone are never enough',
    })
  })

  it('asks for the least of a class, uses the form of Newcombe at an area of 1, and grows with the design effect', () => {
    expect(gradesNeeded({ auc: 1, good: 12, bad: 3, leastPerClass: 10 }).onlyBad).toEqual({
      good: 0,
      bad: 7,
      outcome: 'separates',
    })
    expect(gradesNeeded({ auc: 1, good: 12, bad: 8 }).onlyBad).toMatchObject({ good: 0, bad: 0 })
    const total = (designEffect: number) =>
      gradesNeeded({ auc: 0.6, good: 20, bad: 20, designEffect }).inProportion.good ?? 0
    expect(total(2)).toBeGreaterThan(total(1))
  })

  it('refuses what no study can give', () => {
    expect(() => gradesNeeded({ auc: 0.6, good: 0, bad: 3 })).toThrow(RangeError)
    expect(() => gradesNeeded({ auc: 1.2, good: 3, bad: 3 })).toThrow(RangeError)
    expect(() => gradesNeeded({ auc: 0.6, good: 3, bad: 3, bar: 0.5 })).toThrow(RangeError)
    expect(() => gradesNeeded({ auc: 0.6, good: 3, bad: 3, designEffect: 0 })).toThrow(RangeError)
  })
})
