import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { oneWayIcc } from './one-way-icc.ts'
import { repeatsForReliability, spearmanBrown } from './spearman-brown.ts'
import { SHROUT_FLEISS } from './test-support/shrout-fleiss.ts'

describe('spearmanBrown', () => {
  it('turns ICC(1,1) into ICC(1,k) = (BMS - WMS) / BMS, .44 in Shrout and Fleiss 1979', () => {
    const icc = oneWayIcc(SHROUT_FLEISS)
    if (icc.value === null) throw new Error(icc.reason)
    const { value } = spearmanBrown(icc.value, 4)
    expect(value).toBeCloseTo((icc.bms - icc.wms) / icc.bms, 13)
    expect(value).toBeCloseTo(0.44, 2)
  })

  it('is the signal share of a mean of k: signal / (signal + noise / k)', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 5, noNaN: true }), fc.integer({ min: 1, max: 50 }), (noise, k) => {
        expect(spearmanBrown(1 / (1 + noise), k).value).toBeCloseTo(1 / (1 + noise / k), 12)
      }),
    )
  })

  it('leaves 0, 1 and a single repeat as they are', () => {
    expect([spearmanBrown(0, 9), spearmanBrown(1, 9), spearmanBrown(0.25, 1)].map(({ value }) => value)).toEqual([
      0, 1, 0.25,
    ])
  })

  it('is undefined with a reason for a reliability below 0, and refuses impossible ones', () => {
    expect(spearmanBrown(-0.1, 2)).toEqual({ value: null, reason: expect.stringContaining('below 0') })
    expect(() => spearmanBrown(1.1, 2)).toThrow(RangeError)
    expect(() => spearmanBrown(0.5, 0)).toThrow(RangeError)
    expect(() => spearmanBrown(Number.NaN, 2)).toThrow(RangeError)
  })
})

describe('repeatsForReliability', () => {
  it('is the least number of repeats that reaches the target', () => {
    const part = fc.double({ min: 0.05, max: 0.95, noNaN: true })
    fc.assert(
      fc.property(part, part, (reliability, target) => {
        const { value } = repeatsForReliability(reliability, target)
        if (value === null) throw new Error('undefined')
        expect(spearmanBrown(reliability, value).value ?? 0).toBeGreaterThanOrEqual(target - 1e-9)
        if (value > 1) expect(spearmanBrown(reliability, value - 1).value ?? 1).toBeLessThan(target)
      }),
    )
  })

  it('does not ask for one more because of rounding', () => {
    expect(repeatsForReliability(0.5, 0.8)).toEqual({ value: 4 })
    expect(repeatsForReliability(0.5, 0.75)).toEqual({ value: 3 })
    expect(repeatsForReliability(0.1, 0.1)).toEqual({ value: 1 })
  })

  it('is undefined with a reason when a repeat says nothing', () => {
    expect(repeatsForReliability(0, 0.8)).toMatchObject({ value: null, reason: expect.stringContaining('nothing') })
    expect(repeatsForReliability(-0.2, 0.8)).toMatchObject({ value: null })
    expect(() => repeatsForReliability(0.5, 1)).toThrow(RangeError)
  })
})
