import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { millerStandardError } from './miller-standard-error.ts'

describe('millerStandardError', () => {
  it('equals reference row 29', () => {
    const result = millerStandardError([[1, 1, 0], [1, 0, 0], [1, 1, 1], [0]])
    expect(result.mean).toBeCloseTo(0.6, 12)
    expect(result.independent).toBeCloseTo(0.1632993162, 9)
    expect(result.clustered).toBeCloseTo(0.1657307053, 9)
  })

  it('equals the double sum written out, pair by pair', () => {
    const cluster = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(fc.array(cluster, { minLength: 2, maxLength: 8 }), (clusters) => {
        const scores = clusters.flat()
        const n = scores.length
        const mean = scores.reduce((sum, score) => sum + score, 0) / n
        let square = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / (n * (n - 1))
        for (const own of clusters) {
          for (const [i, a] of own.entries()) {
            for (const [j, b] of own.entries()) if (i !== j) square += ((a - mean) * (b - mean)) / n ** 2
          }
        }
        const result = millerStandardError(clusters)
        expect((result.clustered ?? Number.NaN) ** 2).toBeCloseTo(square, 12)
      }),
    )
  })

  it('is the independent one when every cluster holds one score', () => {
    const { independent, clustered } = millerStandardError([[0.2], [0.9], [0.4]])
    expect(clustered).toBeCloseTo(independent ?? Number.NaN, 14)
  })

  it('is undefined with the reason without spread to learn from, and 0 for equal scores', () => {
    expect(millerStandardError([])).toMatchObject({ mean: null, clustered: null, reason: 'no scores' })
    expect(millerStandardError([[1]])).toMatchObject({ mean: 1, independent: null, reason: 'one score has no spread' })
    expect(millerStandardError([[1, 1], [1]])).toEqual({ mean: 1, independent: 0, clustered: 0 })
    expect(() => millerStandardError([[Number.NaN]])).toThrow(RangeError)
  })
})
