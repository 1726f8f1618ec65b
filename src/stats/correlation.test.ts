import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kendall } from './kendall.ts'
import { pearson } from './pearson.ts'
import { pointBiserial } from './point-biserial.ts'
import { spearman } from './spearman.ts'

const X = [7, 3, 5, 5, 9, 1, 2, 8, 8, 4, 6, 3]
const Y = [6, 2, 5, 4, 9, 1, 3, 8, 7, 5, 5, 3]
const A = [7, 3, 5, 10, 9, 1, 2, 8, 11, 4, 6]
const B = [6, 2, 5, 4, 9, 1, 3, 8, 7, 11, 10]

const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5 })), {
  minLength: 2,
  maxLength: 14,
})

function permutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]]
  return list.flatMap((one, i) =>
    permutations([...list.slice(0, i), ...list.slice(i + 1)]).map((rest) => [one, ...rest]),
  )
}

/** Tau-b pair by pair. */
function tau(x: readonly number[], y: readonly number[]): number {
  let [surplus, untiedX, untiedY] = [0, 0, 0]
  for (let i = 0; i < x.length; i++) {
    for (let j = 0; j < i; j++) {
      const [a, b] = [Math.sign((x[i] ?? 0) - (x[j] ?? 0)), Math.sign((y[i] ?? 0) - (y[j] ?? 0))]
      surplus += a * b
      untiedX += Math.abs(a)
      untiedY += Math.abs(b)
    }
  }
  return surplus / Math.sqrt(untiedX * untiedY)
}

describe('pointBiserial', () => {
  it('equals reference row 11, and row 4', () => {
    const row11 = pointBiserial([0, 1, 2, 3, 4, 5, 6], [0, 0, 0, 1, 1, 1, 1])
    expect(row11.value).toBeCloseTo(0.8660254037844386, 14)
    expect(row11.p).toBeCloseTo(0.011724811003954652, 14)
    const scores = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
    const row4 = pointBiserial(scores, [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0])
    expect(row4.value).toBeCloseTo(0.6365013186, 9)
    expect(row4.p).toBeCloseTo(0.0193324167, 9)
  })

  it('refuses labels that are neither 0 nor 1', () => {
    expect(() => pointBiserial([1, 2], [1, 2])).toThrow(RangeError)
  })
})

describe('pearson and spearman', () => {
  it('equal scipy, with and without ties', () => {
    expect(pearson(X, Y).value).toBeCloseTo(0.9564362924162852, 13)
    expect(pearson(X, Y).p).toBeCloseTo(1.1483600764601827e-6, 15)
    expect(spearman(X, Y).value).toBeCloseTo(0.955679767634752, 13)
    expect(spearman(X, Y).p).toBeCloseTo(1.2499918046727e-6, 15)
    expect(spearman(A, B).value).toBeCloseTo(0.45454545454545453, 14)
    expect(spearman(A, B).p).toBeCloseTo(0.1601454372552589, 13)
  })

  it('keep their value when a side is moved and stretched, and turn it when a side is turned', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const [x, y] = [list.map(([a]) => a), list.map(([, b]) => b)]
        for (const method of [pearson, spearman, kendall]) {
          const { value, p } = method(x, y)
          if (value === null) return
          expect(Math.abs(value)).toBeLessThanOrEqual(1)
          expect(method(y, x).value).toBeCloseTo(value, 12)
          const stretched = method(
            x.map((a) => 3 * a + 1),
            y,
          )
          expect(stretched.value).toBeCloseTo(value, 12)
          const turned = method(
            x.map((a) => -a),
            y,
          )
          expect(turned.value).toBeCloseTo(-value, 12)
          if (p !== null) expect(turned.p).toBeCloseTo(p, 7)
        }
      }),
    )
  })

  it('are undefined, with the reason, where there is nothing to correlate', () => {
    for (const method of [pearson, spearman, kendall]) {
      expect(method([1], [1])).toEqual({ value: null, p: null, n: 1, reason: 'fewer than two pairs' })
      expect(method([1, 1, 1], [1, 2, 3])).toMatchObject({
        value: null,
        reason: 'one side has the same value throughout',
      })
      expect(() => method([1, 2], [1])).toThrow(RangeError)
      expect(() => method([1, Number.NaN], [1, 2])).toThrow(RangeError)
    }
    expect(pearson([1, 2], [2, 4])).toEqual({ value: 1, p: null, n: 2, reason: 'two pairs always lie on a line' })
    expect(pearson([1, 2, 3], [2, 4, 6])).toEqual({ value: 1, p: 0, n: 3 })
  })
})

describe('kendall', () => {
  it('equals scipy with ties, where p is normal, and without, where it is exact', () => {
    expect(kendall(X, Y).value).toBeCloseTo(0.8800281613517521, 13)
    expect(kendall(X, Y).p).toBeCloseTo(0.00012320267201282426, 14)
    expect(kendall(A, B).value).toBeCloseTo(0.3090909090909091, 13)
    expect(kendall(A, B).p).toBeCloseTo(0.21834651074234407, 13)
  })

  it('equals going through all pairs', () => {
    fc.assert(
      fc.property(pairs, (list) => {
        const [x, y] = [list.map(([a]) => a), list.map(([, b]) => b)]
        const { value } = kendall(x, y)
        if (value !== null) expect(value).toBeCloseTo(tau(x, y), 12)
      }),
    )
  })

  it('has the exact p of going through all orders', () => {
    const x = [1, 2, 3, 4, 5, 6]
    const all = permutations(x).map((order) => Math.abs(tau(x, order)))
    for (const y of [
      [1, 2, 3, 4, 5, 6],
      [2, 1, 4, 3, 6, 5],
      [3, 1, 2, 6, 5, 4],
      [6, 4, 5, 3, 2, 1],
    ]) {
      const limit = Math.abs(tau(x, y)) - 1e-9
      expect(kendall(x, y).p).toBeCloseTo(all.filter((one) => one >= limit).length / all.length, 12)
    }
  })

  it('takes 100,000 pairs in under a second', () => {
    const x = Float64Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_003)
    const times = [1, 2, 3].map(() => {
      const started = performance.now()
      expect(
        kendall(
          x,
          x.map((value) => value % 1000),
        ).p,
      ).not.toBeNull()
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(1000)
  })
})
