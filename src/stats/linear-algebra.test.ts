import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossProduct, rank, solve } from './linear-algebra.ts'

const row = (n: number) => fc.array(fc.integer({ min: -4, max: 4 }), { minLength: n, maxLength: n })
const square = fc.integer({ min: 1, max: 5 }).chain((n) => fc.array(row(n), { minLength: n, maxLength: n }))
const rectangle = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 6 }))
  .chain(([rows, columns]) => fc.array(row(columns), { minLength: rows, maxLength: rows }))

/** By expansion along the first row. */
function determinant(matrix: readonly (readonly number[])[]): number {
  const [first = [], ...rest] = matrix
  if (matrix.length === 0) return 1
  return first.reduce((sum, value, column) => {
    const minor = rest.map((own) => own.filter((_, place) => place !== column))
    return sum + (column % 2 === 0 ? 1 : -1) * value * determinant(minor)
  }, 0)
}

/** The size of the largest square part whose determinant is not 0. */
function rankByMinors(matrix: readonly (readonly number[])[]): number {
  const columns = matrix[0]?.length ?? 0
  for (let size = Math.min(matrix.length, columns); size > 0; size--) {
    for (const rows of choose(matrix.length, size)) {
      for (const places of choose(columns, size)) {
        if (determinant(rows.map((r) => places.map((c) => matrix[r]?.[c] ?? 0))) !== 0) return size
      }
    }
  }
  return 0
}

function choose(n: number, size: number, from = 0): number[][] {
  if (size === 0) return [[]]
  return Array.from({ length: Math.max(0, n - from) }, (_, i) => from + i).flatMap((first) =>
    choose(n, size - 1, first + 1).map((rest) => [first, ...rest]),
  )
}

describe('linear algebra', () => {
  it('finds the rank that the minors give', () => {
    fc.assert(
      fc.property(rectangle, (matrix) => {
        expect(rank(matrix)).toBe(rankByMinors(matrix))
      }),
    )
    expect(rank([])).toBe(0)
    expect(rank([[0, 0]])).toBe(0)
  })

  it('solves A X = B, and says so when A is singular', () => {
    fc.assert(
      fc.property(square, (matrix) => {
        const right = matrix.map((_, i) => [i + 1, 2 - i])
        const found = solve(matrix, right)
        if (determinant(matrix) === 0) {
          expect(found).toBeNull()
          return
        }
        const transposed = matrix.map((_, column) => matrix.map((own) => own[column] ?? 0))
        const again = crossProduct(transposed, found ?? [])
        again.forEach((own, i) => {
          own.forEach((value, j) => {
            expect(value).toBeCloseTo(right[i]?.[j] ?? Number.NaN, 7)
          })
        })
      }),
    )
  })

  it('refuses rows of different length and what is no number', () => {
    expect(() => rank([[1, 2], [1]])).toThrow(RangeError)
    expect(() => rank([[Number.NaN]])).toThrow(RangeError)
    expect(() => solve([[1, 2]], [[1]])).toThrow(RangeError)
  })
})
