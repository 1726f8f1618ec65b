import { describe, expect, it } from 'vitest'
import { designEffect } from './design-effect.ts'

describe('designEffect', () => {
  it('equals the figures of section 1.1', () => {
    expect(designEffect(3, 0.3768671306795964)).toBeCloseTo(1.75, 2)
    expect(designEffect(3, 0.4551312690347334)).toBeCloseTo(1.91, 2)
  })

  it('is the variance of a mean of alike values over that of independent ones', () => {
    const [k, groups, icc] = [4, 5, 0.3]
    let variance = 0
    for (let i = 0; i < k * groups; i++) {
      for (let j = 0; j < k * groups; j++) {
        const alike = Math.floor(i / k) === Math.floor(j / k) ? icc : 0
        variance += i === j ? 1 : alike
      }
    }
    expect(designEffect(k, icc)).toBeCloseTo(variance / (k * groups), 12)
  })

  it('is 1 without groups or likeness, k when values of a group are copies, and never below 0', () => {
    expect([designEffect(1, 0.9), designEffect(5, 0), designEffect(5, 1), designEffect(5, -0.5)]).toEqual([1, 1, 5, 0])
  })

  it('refuses what is no group or no ICC', () => {
    expect(() => designEffect(0.5, 0)).toThrow(RangeError)
    expect(() => designEffect(2, 1.1)).toThrow(RangeError)
    expect(() => designEffect(2, Number.NaN)).toThrow(RangeError)
  })
})
