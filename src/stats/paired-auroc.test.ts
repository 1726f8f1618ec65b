import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clusteredAuroc } from './clustered-auroc.ts'
import { pairedAuroc } from './paired-auroc.ts'
import { NDKA, POOR, S100B, WFNS } from './test-support/bleeding.ts'

const items = fc.array(
  fc.tuple(
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 5 }),
    fc.integer({ min: 0, max: 1 }),
    fc.integer({ min: 0, max: 5 }),
  ),
  { minLength: 2, maxLength: 25 },
)

/** The covariance form: S11 + S22 - 2 S12 with sample covariances of the placement values, pair by pair. */
function varianceByCovariances(a: number[], b: number[], labels: number[]): number {
  const psi = (x: number, y: number) => (x > y ? 1 : x === y ? 0.5 : 0)
  const mean = (list: number[]) => list.reduce((sum, value) => sum + value, 0) / list.length
  const of = (list: number[], label: number) => list.filter((_, i) => labels[i] === label)
  const v10 = (list: number[]) => of(list, 1).map((x) => mean(of(list, 0).map((y) => psi(x, y))))
  const v01 = (list: number[]) => of(list, 0).map((y) => mean(of(list, 1).map((x) => psi(x, y))))
  const covariance = (v: number[], w: number[]) => {
    const total = v.reduce((sum, value, i) => sum + (value - mean(v)) * ((w[i] ?? Number.NaN) - mean(w)), 0)
    return total / (v.length - 1) / v.length
  }
  const s = (p: number[], q: number[]) => covariance(v10(p), v10(q)) + covariance(v01(p), v01(q))
  return s(a, a) + s(b, b) - 2 * s(a, b)
}

describe('pairedAuroc', () => {
  it('equals the published comparisons of 113 patients (reference row 10)', () => {
    const rows = [
      [WFNS, S100B, 2.20898359144091, 0.0271757822291882],
      [WFNS, NDKA, 2.79777591868904, 0.00514557970691098],
      [NDKA, S100B, -1.39077002573558, 0.164295175223054],
    ] as const
    for (const [a, b, z, p] of rows) {
      const result = pairedAuroc({ a, b, labels: POOR })
      if (result.z === null) throw new Error(result.reason)
      expect(result.z).toBeCloseTo(z, 12)
      expect(result.p).toBeCloseTo(p, 12)
      expect(result.difference).toBe(result.aucA - result.aucB)
      expect(result.low).toBeCloseTo(result.difference - 1.959963984540054 * result.se, 14)
      expect(result.df).toBeNull()
    }
  })

  it('equals the covariance form, and turns its sign with the order of the scores', () => {
    fc.assert(
      fc.property(items, (list) => {
        const [a, b, labels] = [list.map((one) => one[0]), list.map((one) => one[1]), list.map((one) => one[2])]
        const result = pairedAuroc({ a, b, labels })
        if (result.z === null) return
        expect(result.se ** 2).toBeCloseTo(varianceByCovariances(a, b, labels), 12)
        const turned = pairedAuroc({ a: b, b: a, labels })
        expect(turned.z).toBeCloseTo(-result.z, 10)
        expect(turned.p).toBeCloseTo(result.p, 10)
      }),
    )
  })

  it('is the clustered area itself when the other score says nothing, for its placement values are all alike', () => {
    fc.assert(
      fc.property(items, (list) => {
        const a = list.map((one) => one[0])
        const [labels, clusters] = [list.map((one) => one[2]), list.map((one) => one[3])]
        const alone = clusteredAuroc({ scores: a, labels, clusters })
        const result = pairedAuroc({ a, b: a.map(() => 1), labels, clusters })
        if (result.z === null || alone.low === null || alone.se === null) return
        expect(result.aucB).toBe(0.5)
        expect(result.se).toBeCloseTo(alone.se, 12)
        expect(result.df).toBe(alone.df)
      }),
    )
  })

  it('is undefined, with the reason, where nothing can be compared', () => {
    const labels = [1, 1, 0, 0]
    const none = { se: null, z: null, p: null, low: null, high: null }
    expect(pairedAuroc({ a: [1, 3, 2, 4], b: [10, 30, 20, 40], labels })).toEqual({
      ...{ ...none, aucA: 0.25, aucB: 0.25, difference: 0 },
      reason: 'both scores order good against bad alike',
    })
    expect(pairedAuroc({ a: [1, 2], b: [1, 2], labels: [1, 1] })).toMatchObject({ aucA: null, reason: 'no bad items' })
    expect(pairedAuroc({ a: [1, 2, 3], b: [3, 2, 1], labels: [1, 0, 0] })).toMatchObject({
      difference: -1,
      reason: 'one item of a class has no spread',
    })
    const clusters = [0, 0, 1, 2]
    expect(pairedAuroc({ a: [1, 3, 2, 4], b: [1, 2, 3, 4], labels, clusters })).toMatchObject({
      reason: 'one cluster of a class has no spread',
    })
    expect(() => pairedAuroc({ a: [1, 2], b: [1], labels: [1, 0] })).toThrow(RangeError)
  })
})
