import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusterRobust } from './cluster-robust.ts'
import { pairedDifference } from './paired-difference.ts'

const A = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
const B = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]
const score = fc.integer({ min: 0, max: 20 }).map((value) => value / 20)
const pairs = fc.array(fc.tuple(score, score), { minLength: 2, maxLength: 25 })

function defined(result: ReturnType<typeof pairedDifference>) {
  if (result.low === null) throw new Error(result.reason)
  return result
}

describe('pairedDifference', () => {
  it('equals reference row 28', () => {
    const result = defined(pairedDifference(A, B))
    expect(result).toMatchObject({ n: 8, df: 7, clusters: null })
    expect(result.value).toBeCloseTo(0.0625, 12)
    expect(result.se).toBeCloseTo(0.0532430411, 9)
    expect(result.t).toBeCloseTo(1.1738623241, 9)
    expect(result.p).toBeCloseTo(0.2788371382, 9)
    expect(result.seUnpaired).toBeCloseTo(0.1096870548, 9)
  })

  it('equals the clustered difference of reference row 30', () => {
    const a = [0.2, 0, 0.1, 0.3, 0.1, 0, 0.2, -0.1, 0.1, 0.05, 0.15]
    const b = new Array(11).fill(0)
    const clustered = defined(pairedDifference(a, b, { clusters: [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4] }))
    expect(clustered).toMatchObject({ n: 11, df: 4, clusters: 5 })
    expect(clustered.value).toBeCloseTo(0.1, 12)
    expect(clustered.se).toBeCloseTo(0.0287479787, 9)
    expect(defined(pairedDifference(a, b)).se).toBeCloseTo(0.0337099931, 9)
  })

  it('gives no interval where clusters differ by rounding alone', () => {
    const a = [0.1, 0.2, 0.3, 0.2, 0.1, 0.3]
    const b = [0.2, 0.3, 0.1, 0.3, 0.2, 0.1]
    expect(pairedDifference(a, b, { clusters: [0, 0, 0, 1, 1, 1] })).toMatchObject({ low: null, high: null })
    expect(clusterRobust({ sums: [0.1 + 0.2 + 0.3, 0.2], counts: [3, 1] })).toMatchObject({ low: null, high: null })
  })

  it('gives an interval that just touches 0 at the level 1 - p', () => {
    const result = defined(pairedDifference(A, B))
    const touching = defined(pairedDifference(A, B, { level: 1 - result.p }))
    expect(touching.low).toBeCloseTo(0, 9)
  })

  it('equals the textbook sums on small inputs, and turns its sign when the two are exchanged', () => {
    fc.assert(
      fc.property(pairs, (rows) => {
        const a = rows.map(([first]) => first)
        const b = rows.map(([, second]) => second)
        const d = rows.map(([first, second]) => first - second)
        fc.pre(Math.max(...d) - Math.min(...d) > 0.01)
        const result = defined(pairedDifference(a, b))
        const mean = d.reduce((sum, value) => sum + value, 0) / d.length
        const squares = d.reduce((sum, value) => sum + (value - mean) ** 2, 0)
        expect(result.se).toBeCloseTo(Math.sqrt(squares / (d.length * (d.length - 1))), 10)
        const turned = defined(pairedDifference(b, a, { clusters: a.map((_, place) => place + 3) }))
        expect(turned.low).toBeCloseTo(-result.high, 10)
        expect(turned.p).toBeCloseTo(result.p, 9)
      }),
    )
  })

  it('gives no interval, with the reason, where nothing varies', () => {
    expect(pairedDifference([], [])).toMatchObject({ value: null, reason: 'no questions' })
    expect(pairedDifference([0.5], [0.25])).toMatchObject({
      value: 0.25,
      low: null,
      reason: 'one question has no spread',
    })
    expect(pairedDifference([0.9, 0.8, 0.7], [0.8, 0.7, 0.6])).toMatchObject({ reason: 'all differences are equal' })
    expect(pairedDifference([1, 0], [0, 0], { clusters: [0, 0] })).toMatchObject({ value: 0.5, low: null })
  })

  it('refuses lists of different lengths and what is not finite', () => {
    expect(() => pairedDifference([1], [1, 2])).toThrow(RangeError)
    expect(() => pairedDifference([1, 2], [1, 2], { clusters: [0] })).toThrow(RangeError)
    expect(() => pairedDifference([Number.NaN], [1])).toThrow(RangeError)
  })
})
