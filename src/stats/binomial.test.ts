import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { binomialCdf, binomialPmf, binomialSf, binomialTest } from './binomial.ts'

const trials = fc
  .tuple(fc.integer({ min: 1, max: 60 }), fc.double({ min: 0.01, max: 0.99, noNaN: true }))
  .chain(([n, p]) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n), fc.constant(p)))

/** Every count's probability by convolution of n single trials. */
function everyCount(n: number, p: number): number[] {
  let row = [1]
  for (let trial = 0; trial < n; trial++) {
    const shorter = row
    row = Array.from({ length: trial + 2 }, (_, k) => (shorter[k] ?? 0) * (1 - p) + (shorter[k - 1] ?? 0) * p)
  }
  return row
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Relative distance; 0 when both are 0. */
function apart(got: number, expected: number): number {
  return got === expected ? 0 : Math.abs(got - expected) / Math.abs(expected)
}

describe('the binomial distribution', () => {
  it('equals rational arithmetic on the stored p (Python fractions) to 13 digits, in the far tails too', () => {
    const rows = [
      [3, 10, 0.3, 0.266827932, 0.6496107184000001, 0.3503892816],
      [250, 1000, 0.2, 1.8125585719020787e-5, 0.9999492954634916, 5.07045365083259e-5],
      [0, 50, 0.01, 0.6050060671375367, 0.6050060671375367, 0.39499393286246337],
      [999, 1000, 0.5, 9.332636185032189e-299, 1, 9.332636185032189e-302],
      [50, 1000, 0.5, 8.829104081980224e-217, 9.318463533269782e-217, 1],
      [7, 7, 0.9, 0.4782969000000001, 1, 0],
      [480, 1000, 0.5, 0.011340982371187728, 0.10872414660207047, 0.8912758533979295],
    ] as const
    for (const [k, n, p, pmf, cdf, sf] of rows) {
      expect(apart(binomialPmf(k, n, p), pmf)).toBeLessThan(1e-13)
      expect(apart(binomialCdf(k, n, p), cdf)).toBeLessThan(1e-13)
      expect(apart(binomialSf(k, n, p), sf)).toBeLessThan(1e-13)
    }
  })

  it('keeps the digits of a chance of a single success that is very small', () => {
    expect(apart(binomialSf(0, 1, 1e-12), 1e-12)).toBeLessThan(1e-15)
    expect(apart(binomialCdf(2, 3, 1 - 2 ** -40), 3 * 2 ** -40)).toBeLessThan(1e-11)
  })

  it('equals the convolution of single trials for every count', () => {
    for (const p of [0.05, 0.5, 0.83]) {
      for (let n = 1; n <= 40; n++) {
        const row = everyCount(n, p)
        for (let k = 0; k <= n; k++) {
          expect(apart(binomialPmf(k, n, p), row[k] ?? 0)).toBeLessThan(1e-12)
          expect(binomialCdf(k, n, p)).toBeCloseTo(sum(row.slice(0, k + 1)), 13)
        }
      }
    }
  })

  it('adds up to one and mirrors when successes become failures', () => {
    fc.assert(
      fc.property(trials, ([k, n, p]) => {
        expect(binomialCdf(k, n, p) + binomialSf(k, n, p)).toBeCloseTo(1, 12)
        expect(binomialPmf(k, n, p)).toBeCloseTo(binomialPmf(n - k, n, 1 - p), 12)
        expect(binomialCdf(k, n, p) - binomialCdf(k - 1, n, p)).toBeCloseTo(binomialPmf(k, n, p), 12)
      }),
    )
  })

  it('is a point at p = 0 and p = 1, and 0 outside 0 .. n', () => {
    expect([binomialPmf(0, 3, 0), binomialPmf(1, 3, 0), binomialPmf(3, 3, 1), binomialPmf(2, 3, 1)]).toEqual([
      1, 0, 1, 0,
    ])
    expect([binomialCdf(0, 3, 0), binomialSf(0, 3, 0), binomialCdf(2, 3, 1), binomialSf(2, 3, 1)]).toEqual([1, 0, 0, 1])
    expect([binomialPmf(-1, 3, 0.5), binomialPmf(4, 3, 0.5), binomialCdf(-1, 3, 0.5), binomialSf(3, 3, 0.5)]).toEqual([
      0, 0, 0, 0,
    ])
    expect([binomialPmf(0, 0, 0.4), binomialCdf(0, 0, 0.4)]).toEqual([1, 1])
  })

  it('refuses fractions of a trial and impossible probabilities', () => {
    expect(() => binomialPmf(0.5, 1, 0.5)).toThrow(RangeError)
    expect(() => binomialCdf(0, -1, 0.5)).toThrow(RangeError)
    expect(() => binomialSf(0, 1, Number.NaN)).toThrow(RangeError)
  })
})

describe('binomialTest', () => {
  it('equals scipy.stats.binomtest (1.17), among it two rows of section 1.5 and two of reference row 23', () => {
    const rows = [
      [25, 29, 0.5, 0.00010371580719947815],
      [3, 38, 0.5, 6.677873898297548e-8],
      [2, 11, 0.5, 0.0654296875],
      [6, 6, 0.5, 0.03125],
      [3, 10, 0.5, 0.34375],
      [12, 100, 0.2, 0.045348959953569634],
      [30, 100, 0.2, 0.016945359676785184],
      [0, 5, 0.1, 1],
      [4, 4, 0.9, 1],
      [51, 235, 1 / 6, 0.043747970182399884],
      [682, 925, 0.75, 0.3824915595748517],
    ] as const
    for (const [k, n, p, expected] of rows) expect(apart(binomialTest(k, n, p), expected)).toBeLessThan(1e-12)
  })

  it('equals the sum over all counts at most as likely', () => {
    fc.assert(
      fc.property(trials, ([k, n, p]) => {
        const row = everyCount(n, p)
        const bound = (row[k] ?? 0) * (1 + 1e-7)
        const expected = k === n * p ? 1 : Math.min(1, sum(row.filter((chance) => chance <= bound)))
        expect(binomialTest(k, n, p)).toBeCloseTo(expected, 10)
      }),
    )
  })

  it('is twice the smaller tail for p = 1/2, and 1 without trials', () => {
    for (let n = 1; n <= 30; n++) {
      for (let k = 0; k <= n; k++) {
        const expected = Math.min(1, 2 * binomialCdf(Math.min(k, n - k), n, 0.5))
        expect(binomialTest(k, n)).toBeCloseTo(expected, 13)
      }
    }
    expect(binomialTest(0, 0)).toBe(1)
  })

  it('takes a million trials', () => {
    expect(binomialTest(500_000, 1_000_000)).toBe(1)
    expect(binomialTest(499_000, 1_000_000)).toBeCloseTo(0.0456082998653896, 12)
    expect(() => binomialTest(2, 1)).toThrow(RangeError)
  })
})
