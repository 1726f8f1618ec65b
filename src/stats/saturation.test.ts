import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { aboveChance, saturationFlags } from './saturation.ts'

const varied = [
  [0.1, 0.5, 1, 0],
  [0.2, 0.5, 0.9, 1],
]

describe('saturationFlags', () => {
  it('raises none for scores that vary between and within arms', () => {
    expect(saturationFlags({ arms: varied, maximum: 1, k: 5, corpus: 12, chanceHit: 0.4 })).toEqual([])
  })

  it('raises deep_cut when the cut takes in half of the corpus', () => {
    expect(saturationFlags({ arms: varied, maximum: 1, k: 6, corpus: 12 })).toEqual(['deep_cut'])
    expect(saturationFlags({ arms: varied, maximum: 1, k: 6, corpus: 13 })).toEqual([])
    expect(saturationFlags({ arms: varied, maximum: 1, k: 6 })).toEqual([])
  })

  it('raises chance_hits from a chance of 80 % on', () => {
    expect(saturationFlags({ arms: varied, maximum: 1, chanceHit: 0.8 })).toEqual(['chance_hits'])
    expect(saturationFlags({ arms: varied, maximum: 1, chanceHit: 0.79 })).toEqual([])
  })

  it('raises at_maximum only when every arm stands there in 90 % of its questions', () => {
    const top = [1, 1, 1, 1, 1, 1, 1, 1, 1, 0.5]
    const less = [1, 1, 1, 1, 1, 1, 1, 1, 0.2, 0.5]
    expect(saturationFlags({ arms: [top, [...top].reverse(), [null, 1]], maximum: 1 })).toContain('at_maximum')
    expect(saturationFlags({ arms: [top, less], maximum: 1 })).toEqual([])
    expect(saturationFlags({ arms: [[]], maximum: 1 })).toEqual([])
  })

  it('raises no_differences when no question has two scores, and not for a single arm', () => {
    const arm = [0.1, 0.2, 0.3, null]
    expect(saturationFlags({ arms: [arm, arm], maximum: 1 })).toEqual(['no_differences'])
    expect(saturationFlags({ arms: [arm, [0.1, null, 0.3, 0.7]], maximum: 1 })).toEqual(['no_differences'])
    expect(saturationFlags({ arms: [arm], maximum: 1 })).toEqual([])
    expect(saturationFlags({ arms: [arm, [null, null, null, 1]], maximum: 1 })).toEqual([])
    expect(saturationFlags({ arms: [arm, arm, [0.1, 0.2, 0.4, 0]], maximum: 1 })).toEqual([])
  })

  it('raises few_values below three distinct scores', () => {
    expect(
      saturationFlags({
        arms: [
          [0, 1, 0, 1],
          [1, 0, 0, 1],
        ],
        maximum: 1,
      }),
    ).toEqual(['few_values'])
    expect(
      saturationFlags({
        arms: [
          [0, 1],
          [0.5, 1],
        ],
        maximum: 1,
      }),
    ).toEqual([])
    expect(saturationFlags({ arms: [[null], []], maximum: 1 })).toEqual([])
  })

  it('does not depend on the order of arms or questions', () => {
    const arm = fc.array(fc.constantFrom(null, 0, 0.5, 1), { minLength: 6, maxLength: 6 })
    fc.assert(
      fc.property(fc.array(arm, { minLength: 1, maxLength: 4 }), (arms) => {
        const turned = [...arms].reverse().map((scores) => [...scores].reverse())
        expect(saturationFlags({ arms: turned, maximum: 1 })).toEqual(saturationFlags({ arms, maximum: 1 }))
      }),
    )
  })

  it('refuses a score that is no number', () => {
    expect(() => saturationFlags({ arms: [[Number.NaN]], maximum: 1 })).toThrow(RangeError)
  })
})

describe('aboveChance', () => {
  it('is 0 at chance, 1 at perfection, and negative below chance', () => {
    expect(aboveChance(0.4, 0.4)).toEqual({ value: 0 })
    expect(aboveChance(1, 0.4)).toEqual({ value: 1 })
    expect(aboveChance(0.7, 0.4).value).toBeCloseTo(0.5, 12)
    expect(aboveChance(0.1, 0.4).value).toBeCloseTo(-0.5, 12)
  })

  it('is undefined where chance is perfect, and refuses what is no chance', () => {
    expect(aboveChance(1, 1)).toEqual({ value: null, reason: 'a random ranking is perfect already' })
    expect(() => aboveChance(1, 1.1)).toThrow(RangeError)
    expect(() => aboveChance(Number.NaN, 0)).toThrow(RangeError)
  })
})
