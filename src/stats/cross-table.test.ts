import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossTable } from './cross-table.ts'

describe('crossTable', () => {
  it('counts pairs and leaves out items that one rater left out', () => {
    expect(crossTable(['yes', 'no', 'yes', null, 'no'], ['yes', 'yes', 'yes', 'no', null])).toEqual({
      categories: ['no', 'yes'],
      table: [
        [0, 1],
        [0, 2],
      ],
    })
  })

  it('keeps the order and the unused categories of a given scale', () => {
    expect(crossTable([1], [2], { categories: [3, 2, 1] }).table).toEqual([
      [0, 0, 0],
      [0, 0, 0],
      [0, 1, 0],
    ])
  })

  it('sorts numbers by size and counts every complete pair once', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 0, max: 12 }), fc.integer({ min: 0, max: 12 }))), (pairs) => {
        const { categories, table } = crossTable(
          pairs.map(([a]) => a),
          pairs.map(([, b]) => b),
        )
        expect(categories).toEqual([...categories].sort((a, b) => a - b))
        expect(table.flat().reduce((sum, count) => sum + count, 0)).toBe(pairs.length)
      }),
    )
  })

  it('refuses lists of different lengths and ratings outside the scale', () => {
    expect(() => crossTable([1], [1, 2])).toThrow(RangeError)
    expect(() => crossTable([1], [4], { categories: [1, 2] })).toThrow('no category')
  })
})
