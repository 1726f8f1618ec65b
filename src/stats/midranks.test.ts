import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { midranks } from './midranks.ts'

describe('midranks', () => {
  it('gives equal values the mean of the ranks that they take up', () => {
    expect([...midranks([0.9, 0.8, 0.8, 0.1])]).toEqual([4, 2.5, 2.5, 1])
    expect([...midranks([5, 5, 5])]).toEqual([2, 2, 2])
    expect([...midranks([0, -0, 1])]).toEqual([1.5, 1.5, 3])
    expect([...midranks([])]).toEqual([])
  })

  it('equals counting: lower values, plus half of the equal ones and a half', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 40 }), (values) => {
        const counted = values.map((value) => {
          const lower = values.filter((other) => other < value).length
          const equal = values.filter((other) => other === value).length
          return lower + (equal + 1) / 2
        })
        expect([...midranks(values)]).toEqual(counted)
      }),
    )
  })

  it('refuses what cannot be ranked', () => {
    expect(() => midranks([1, Number.NaN])).toThrow(RangeError)
  })
})
