import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cochranQ } from './cochran-q.ts'

const matrix = fc
  .integer({ min: 2, max: 5 })
  .chain((k) =>
    fc.array(fc.array(fc.constantFrom(0, 1), { minLength: k, maxLength: k }), { minLength: 1, maxLength: 15 }),
  )

describe('cochranQ', () => {
  it('equals NIST Dataplot (reference row 26)', () => {
    const rows = '111 111 010 110 000 111 111 110 001 010 111 111'.split(' ').map((row) => Array.from(row, Number))
    const result = cochranQ(rows)
    expect(result).toMatchObject({ df: 2, informative: 5 })
    expect(result.value).toBeCloseTo(2.8, 12)
    expect(result.p).toBeCloseTo(0.2465969639, 9)
  })

  it('has on average its degrees of freedom, over every arrangement of the marks within each row', () => {
    const rows = [
      [1, 0, 0],
      [1, 1, 0],
      [0, 1, 0],
      [1, 1, 1],
    ]
    const arrangements = rows.map((row) => {
      const [a = 0, b = 0, c = 0] = row
      return [
        [a, b, c],
        [a, c, b],
        [b, a, c],
        [b, c, a],
        [c, a, b],
        [c, b, a],
      ]
    })
    let sum = 0
    for (let draw = 0; draw < 6 ** 4; draw++) {
      const marks = arrangements.map((choices, row) => choices[Math.floor(draw / 6 ** row) % 6] ?? [])
      sum += cochranQ(marks).value ?? Number.NaN
    }
    expect(sum / 6 ** 4).toBeCloseTo(2, 10)
  })

  it('is the uncorrected McNemar chi-square for two columns', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 9 }), fc.integer({ min: 1, max: 9 }), (b, c) => {
        const rows = [...new Array(b).fill([1, 0]), ...new Array(c).fill([0, 1]), [1, 1], [0, 0]]
        expect(cochranQ(rows).value).toBeCloseTo((b - c) ** 2 / (b + c), 12)
      }),
    )
  })

  it('is never negative and does not change with the order of rows, of columns, or with rows that are all equal', () => {
    fc.assert(
      fc.property(matrix, (rows) => {
        const result = cochranQ(rows)
        const turned = cochranQ([...rows].reverse().map((row) => [...row].reverse()))
        const k = rows[0]?.length ?? 0
        expect(cochranQ([...rows, new Array(k).fill(1)]).value).toEqual(
          result.value === null ? null : expect.closeTo(result.value, 9),
        )
        expect(turned.value === null).toBe(result.value === null)
        if (result.value === null) return
        expect(result.value).toBeGreaterThanOrEqual(0)
        expect(turned.value).toBeCloseTo(result.value, 9)
      }),
    )
  })

  it('is undefined with the reason where nothing differs, and refuses what is not a mark', () => {
    expect(cochranQ([])).toMatchObject({ value: null, reason: 'no rows' })
    expect(cochranQ([[1], [0]])).toMatchObject({ value: null, reason: 'fewer than two configurations' })
    expect(
      cochranQ([
        [1, 1],
        [0, 0],
      ]),
    ).toMatchObject({ value: null, p: null, informative: 0 })
    expect(() => cochranQ([[1, 0.5]])).toThrow(RangeError)
    expect(() => cochranQ([[1, 0], [1]])).toThrow(RangeError)
  })
})
