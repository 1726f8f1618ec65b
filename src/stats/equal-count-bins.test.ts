import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { equalCountBins } from './equal-count-bins.ts'

const values = fc.array(fc.integer({ min: 0, max: 30 }), { maxLength: 60 })

describe('equalCountBins', () => {
  it('splits distinct values into bins that differ by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 1, max: 12 }), (n, bins) => {
        const sizes = equalCountBins(
          Array.from({ length: n }, (_, i) => (i * 37) % 101),
          bins,
        ).map((places) => places.length)
        expect(sizes).toHaveLength(Math.min(n, bins))
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
      }),
    )
  })

  it('holds every place once, in ascending order of values, and never parts equal values', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 12 }), (list, bins) => {
        const found = equalCountBins(list, bins)
        expect(found.length).toBeLessThanOrEqual(Math.min(bins, new Set(list).size))
        const places = found.flatMap((own) => [...own])
        expect([...places].sort((a, b) => a - b)).toEqual(list.map((_, i) => i))
        const ranges = found.map((own) => [...own].map((place) => list[place] ?? -1))
        for (let bin = 1; bin < ranges.length; bin++) {
          expect(Math.max(...(ranges[bin - 1] ?? []))).toBeLessThan(Math.min(...(ranges[bin] ?? [])))
        }
      }),
    )
  })

  it('gives each value its own bin when there are no more of them than bins', () => {
    const found = equalCountBins([1, 0, 0, 0, 0, 0, 0, 0.5], 10)
    expect(found.map((own) => own.length)).toEqual([6, 1, 1])
  })

  it('refuses a number of bins that is none', () => {
    expect(() => equalCountBins([1], 0)).toThrow(RangeError)
    expect(() => equalCountBins([1], 1.5)).toThrow(RangeError)
  })
})
