import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { millerDetectableDifference, millerSampleSize } from './miller-sample-size.ts'
import { normalCdf } from './normal-cdf.ts'

const plans = fc.record({
  between: fc.double({ noNaN: true, min: 0.01, max: 1 }),
  withinA: fc.double({ noNaN: true, min: 0, max: 0.25 }),
  withinB: fc.double({ noNaN: true, min: 0, max: 0.25 }),
  repeatsA: fc.integer({ min: 1, max: 10 }),
  repeatsB: fc.integer({ min: 1, max: 10 }),
})

describe('millerSampleSize', () => {
  it('equals the figure of section 1.2', () => {
    const result = millerSampleSize({ between: 1 / 9, difference: 0.03 })
    expect(result.value).toBeCloseTo(968.9975, 4)
    expect(result.whole).toBe(969)
  })

  it('gives the power asked for: the normal tail beyond the critical value at n', () => {
    fc.assert(
      fc.property(plans, fc.constantFrom(0.02, 0.1, -0.3), (plan, difference) => {
        const { value } = millerSampleSize({ ...plan, difference }, { power: 0.9 })
        const total = plan.between + plan.withinA / plan.repeatsA + plan.withinB / plan.repeatsB
        const se = Math.sqrt(total / (value ?? 0))
        expect(normalCdf(Math.abs(difference) / se - 1.959963984540054)).toBeCloseTo(0.9, 9)
        const back = millerDetectableDifference({ ...plan, questions: value ?? 0 }, { power: 0.9 })
        expect(back).toBeCloseTo(Math.abs(difference), 9)
      }),
    )
  })

  it('needs fewer questions with more repeats, and no fewer than the spread between questions asks for', () => {
    const size = (repeats: number) =>
      millerSampleSize({
        between: 0.1,
        withinA: 0.2,
        withinB: 0.2,
        repeatsA: repeats,
        repeatsB: repeats,
        difference: 0.05,
      })
    expect(size(4).value ?? 0).toBeLessThan(size(1).value ?? 0)
    expect(size(1e9).value).toBeCloseTo(millerSampleSize({ between: 0.1, difference: 0.05 }).value ?? 0, 4)
  })

  it('is undefined for a difference of 0, and refuses what cannot be', () => {
    expect(millerSampleSize({ between: 1, difference: 0 })).toMatchObject({
      value: null,
      reason: 'no difference to find',
    })
    expect(() => millerSampleSize({ between: -1, difference: 0.1 })).toThrow(RangeError)
    expect(() => millerSampleSize({ between: 1, difference: 0.1, repeatsA: 0 })).toThrow(RangeError)
    expect(() => millerSampleSize({ between: 1, difference: 0.1 }, { power: 1 })).toThrow(RangeError)
    expect(() => millerDetectableDifference({ between: 1, questions: 0 })).toThrow(RangeError)
  })
})
