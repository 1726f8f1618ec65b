import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cohenKappa, type Kappa } from './kappa.ts'

const table = fc.integer({ min: 2, max: 5 }).chain((size) =>
  fc.array(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  }),
)

function kappaOf(counts: readonly (readonly number[])[]): Kappa {
  const result = cohenKappa(counts)
  if (result.low === null) throw new Error(result.reason)
  return result
}

describe('cohenKappa', () => {
  it('equals the example of SAS PROC FREQ with its errors (reference row 12)', () => {
    const kappa = kappaOf([
      [0, 4, 1],
      [0, 8, 0],
      [0, 1, 5],
    ])
    expect(kappa.value).toBeCloseTo(0.48416289592760187, 13)
    expect(kappa.se).toBeCloseTo(0.1380135783058146, 13)
    expect(kappa.low).toBeCloseTo(0.21366125307070666, 13)
    expect(kappa.high).toBeCloseTo(0.754664538784497, 13)
    expect(kappa.se0).toBeCloseTo(0.1483982818901329, 13)
    expect(kappa.z).toBeCloseTo(3.2625909799013257, 12)
    expect(kappa.n).toBe(19)
  })

  it('is below zero where the raters agree on 94 % of items of one kind (reference rows 14 and 15)', () => {
    const rows = [
      [118, 5, 2, 0, -0.0233918129],
      [40, 9, 6, 45, 0.6995192308],
      [80, 10, 5, 5, 0.3181818182],
      [20, 5, 10, 15, 0.4],
    ] as const
    for (const [a, b, c, d, expected] of rows) {
      const kappa = kappaOf([
        [a, b],
        [c, d],
      ])
      expect(kappa.value).toBeCloseTo(expected, 9)
      expect(kappa.po).toBeCloseTo((a + d) / (a + b + c + d), 15)
    }
  })

  it('equals the formula over single items, and its error the textbook one', () => {
    fc.assert(
      fc.property(table, (counts) => {
        const result = cohenKappa(counts)
        fc.pre(result.low !== null)
        const pairs = counts.flatMap((row, i) => row.flatMap((count, j) => Array.from({ length: count }, () => [i, j])))
        const n = pairs.length
        let chance = 0
        for (const [a] of pairs) for (const [, b] of pairs) if (a === b) chance += 1 / n ** 2
        const seen = pairs.filter(([a, b]) => a === b).length / n
        const value = (seen - chance) / (1 - chance)
        expect(result.value).toBeCloseTo(value, 12)
        expect((result as Kappa).se).toBeCloseTo(textbookError(counts, n, value, chance), 10)
      }),
    )
  })

  it('does not change when the raters change places or the categories are renamed', () => {
    fc.assert(
      fc.property(table, (counts) => {
        const transposed = counts.map((_, i) => counts.map((row) => row[i] ?? 0))
        const renamed = [...counts].reverse().map((row) => [...row].reverse())
        const { value } = cohenKappa(counts)
        for (const other of [transposed, renamed]) {
          if (value === null) expect(cohenKappa(other).value).toBeNull()
          else expect(cohenKappa(other).value).toBeCloseTo(value, 12)
        }
      }),
    )
  })

  it('stays within -1 .. 1 with its interval', () => {
    fc.assert(
      fc.property(table, (counts) => {
        const { value, low, high } = cohenKappa(counts)
        if (value === null) return
        expect(Math.abs(value)).toBeLessThanOrEqual(1 + 1e-12)
        if (low !== null) expect(-1 <= low && low <= value && value <= high && high <= 1).toBe(true)
      }),
    )
  })

  it('is undefined with a reason without items and when both raters know one category only', () => {
    expect(cohenKappa([])).toMatchObject({ value: null, reason: 'no items', n: 0 })
    const one = cohenKappa([
      [7, 0],
      [0, 0],
    ])
    expect(one).toMatchObject({ value: null, low: null, po: 1, pe: 1, n: 7 })
    expect(one).toHaveProperty('reason', expect.stringContaining('the same category'))
  })

  it('gives the point without an interval where the error is 0: full agreement, or a rater with one answer', () => {
    const full = cohenKappa([
      [3, 0],
      [0, 4],
    ])
    expect(full).toMatchObject({ value: 1, low: null, high: null })
    const constant = cohenKappa([
      [3, 4],
      [0, 0],
    ])
    expect(constant.value).toBeCloseTo(0, 15)
    expect(constant).toMatchObject({ low: null, reason: expect.stringContaining('standard error is 0') })
  })

  it('refuses what is no table of counts', () => {
    expect(() => cohenKappa([[1, 2]])).toThrow(RangeError)
    expect(() => cohenKappa([[-1]])).toThrow(RangeError)
    expect(() =>
      cohenKappa([
        [0.5, 1],
        [1, 1],
      ]),
    ).toThrow(RangeError)
    expect(() => cohenKappa([[1]], { level: 2 })).toThrow(RangeError)
  })
})

/** Fleiss, Cohen and Everitt 1969, the three terms for unweighted kappa. */
function textbookError(counts: readonly (readonly number[])[], n: number, value: number, chance: number): number {
  const row = counts.map((own) => own.reduce((sum, count) => sum + count, 0) / n)
  const column = counts.map((_, j) => counts.reduce((sum, own) => sum + (own[j] ?? 0), 0) / n)
  let a = 0
  let b = 0
  counts.forEach((own, i) => {
    own.forEach((count, j) => {
      if (i === j) a += (count / n) * (1 - ((row[i] ?? 0) + (column[i] ?? 0)) * (1 - value)) ** 2
      else b += (1 - value) ** 2 * (count / n) * ((column[i] ?? 0) + (row[j] ?? 0)) ** 2
    })
  })
  const c = (value - chance * (1 - value)) ** 2
  return Math.sqrt(Math.max(0, a + b - c) / n) / (1 - chance)
}
