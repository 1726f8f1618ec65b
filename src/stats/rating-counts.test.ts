import { describe, expect, it } from 'vitest'
import { ratingCounts } from './rating-counts.ts'

describe('ratingCounts', () => {
  it('counts by item and category, a gap in none', () => {
    const { categories, counts } = ratingCounts([
      [10, 9, null],
      [9, 9, 9],
      [null, null, null],
    ])
    expect(categories).toEqual([9, 10])
    expect(counts.map((own) => [...own])).toEqual([
      [1, 1],
      [3, 0],
      [0, 0],
    ])
  })

  it('keeps a given scale with its order and unused categories', () => {
    expect(ratingCounts([[1]], { categories: [3, 2, 1] }).counts.map((own) => [...own])).toEqual([[0, 0, 1]])
    expect(() => ratingCounts([[4]], { categories: [1, 2] })).toThrow('no category')
    expect(() => ratingCounts([[Number.POSITIVE_INFINITY]])).toThrow(RangeError)
  })
})
