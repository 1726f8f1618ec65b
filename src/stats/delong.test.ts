import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { delong } from './delong.ts'
import { splitByLabel } from './labelled-scores.ts'
import { newcombeAuroc } from './newcombe-auroc.ts'
import { NDKA, POOR, S100B, WFNS } from './test-support/bleeding.ts'

const X = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4]
const Y = [0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const scores = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 2, maxLength: 15 })

function interval(good: ArrayLike<number>, bad: ArrayLike<number>, level = 0.95) {
  const result = delong(good, bad, { level })
  if (result.low === null) throw new Error(result.reason)
  return result
}

/** Var(A) from the definition: one line a pair, sample variances over rows and columns. */
function varianceByPairs(good: readonly number[], bad: readonly number[]): number {
  const psi = (x: number, y: number) => (x > y ? 1 : x === y ? 0.5 : 0)
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const s2 = (list: number[]) => list.reduce((sum, v) => sum + (v - mean(list)) ** 2, 0) / (list.length - 1)
  const v10 = good.map((x) => mean(bad.map((y) => psi(x, y))))
  const v01 = bad.map((y) => mean(good.map((x) => psi(x, y))))
  return s2(v10) / good.length + s2(v01) / bad.length
}

describe('delong', () => {
  it('equals reference row 2', () => {
    const result = interval([19, 22, 16, 29, 24], [20, 11, 17, 12])
    expect(result.value).toBe(0.85)
    expect((result.se ?? Number.NaN) ** 2).toBeCloseTo(0.0191666667, 9)
    expect(result.se).toBeCloseTo(0.138443731, 9)
    expect(result.low).toBeCloseTo(0.4028526881, 9)
    expect(result.high).toBeCloseTo(0.9794231071, 9)
    expect(result.plain.high).toBeGreaterThan(1)
    expect(result.method).toBe('delong')
  })

  it('equals reference row 3, with ties', () => {
    const result = interval(X, Y)
    expect(result.value).toBeCloseTo(0.8571428571, 9)
    expect((result.se ?? Number.NaN) ** 2).toBeCloseTo(0.0119142101, 9)
    expect(result.se).toBeCloseTo(0.1091522337, 9)
    expect(result.plain.low).toBeCloseTo(0.6432084102, 9)
    expect(result.plain.high).toBeCloseTo(1.0710773041, 9)
    expect(result.low).toBeCloseTo(0.5111551867, 9)
    expect(result.high).toBeCloseTo(0.9717743033, 9)
  })

  it('equals the published areas of 113 patients (reference rows 8 and 9)', () => {
    const rows = [
      [NDKA, 0.611957994579946, 0.501244999271703, 0.722670989888189, 14],
      [S100B, 0.7313685637, 0.6301182118, 0.8326189156, 9],
      [WFNS, 0.8236788618, 0.7485348878, 0.8988228358, 9],
    ] as const
    for (const [values, auc, low, high, digits] of rows) {
      const { good, bad } = splitByLabel(values, POOR)
      expect([good.length, bad.length]).toEqual([41, 72])
      const result = interval(good, bad)
      expect(result.value).toBeCloseTo(auc, digits)
      expect(result.plain.low).toBeCloseTo(low, digits)
      expect(result.plain.high).toBeCloseTo(high, digits)
    }
  })

  it('equals the definition over all pairs', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const result = delong(good, bad)
        const variance = varianceByPairs(good, bad)
        if (result.low !== null && result.method === 'delong') {
          expect((result.se ?? Number.NaN) ** 2).toBeCloseTo(variance, 13)
        } else expect(variance).toBe(0)
      }),
    )
  })

  it('stays within 0 .. 1, holds the area, and mirrors when the classes change places', () => {
    fc.assert(
      fc.property(scores, scores, (good, bad) => {
        const result = delong(good, bad)
        const turned = delong(bad, good)
        expect(turned.low === null).toBe(result.low === null)
        if (result.low === null || turned.low === null) return
        expect(result.low >= 0 && result.low < result.high && result.high <= 1).toBe(true)
        expect(result.low <= result.value && result.value <= result.high).toBe(true)
        expect(turned.low).toBeCloseTo(1 - result.high, 10)
      }),
    )
  })

  it('falls back to the form of Newcombe at A = 1, at A = 0 and for one item in a class', () => {
    for (const [good, bad] of [
      [
        [3, 4, 5],
        [1, 2],
      ],
      [
        [1, 2],
        [3, 4, 5],
      ],
      [[2], [1, 3, 4]],
    ] as const) {
      const result = interval(good, bad)
      const { low, high } = newcombeAuroc(result.value, good.length, bad.length)
      expect(result).toMatchObject({ low, high, se: null, method: 'newcombe', plain: { low, high } })
    }
  })

  it('gives no interval, with the reason, where nothing can be learnt', () => {
    expect(delong([1, 1], [1, 1, 1])).toEqual({ value: 0.5, low: null, high: null, reason: 'all scores are equal' })
    expect(delong([], [1])).toEqual({ value: null, low: null, high: null, reason: 'no good items' })
    expect(() => delong([1, Number.NaN], [1])).toThrow(RangeError)
  })

  it('takes 100,000 scores in under a second', () => {
    const many = (shift: number) => Float64Array.from({ length: 50_000 }, (_, i) => ((i * 7919 + shift) % 1000) / 1000)
    const times = [1, 2, 3].map(() => {
      const started = performance.now()
      expect(interval(many(300), many(0)).value).toBeGreaterThan(0)
      return performance.now() - started
    })
    expect(Math.min(...times)).toBeLessThan(1000)
  })
})
