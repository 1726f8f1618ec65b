import { describe, expect, it } from 'vitest'
import { ppiPlusPlus } from './ppi.ts'
import { stratifiedPpi } from './stratified-ppi.ts'
import { studentTQuantile } from './student-t.ts'

const A = {
  name: 'a',
  grades: [1, 0, 1, 1, 0, 1],
  scores: [0.9, 0.3, 0.7, 0.8, 0.4, 0.5],
  scoresOnly: [0.8, 0.2, 0.6, 0.9],
}
const B = { name: 'b', grades: [0, 0, 1, 0], scores: [0.4, 0.1, 0.6, 0.3], scoresOnly: [0.2, 0.3, 0.9, 0.1, 0.4, 0.5] }

describe('stratifiedPpi', () => {
  it('joins the estimates of the strata by their size, with the degrees of freedom of Satterthwaite', () => {
    const a = ppiPlusPlus(A)
    const b = ppiPlusPlus(B)
    const result = stratifiedPpi([A, B])
    if (a.low === null || b.low === null || result.low === null) throw new Error('no interval')
    expect(result.value).toBeCloseTo(0.5 * a.value + 0.5 * b.value, 12)
    const [va, vb] = [a.se ** 2 / 4, b.se ** 2 / 4]
    expect(result.se).toBeCloseTo(Math.sqrt(va + vb), 12)
    expect(result.df).toBeCloseTo((va + vb) ** 2 / (va ** 2 / 5 + vb ** 2 / 3), 9)
    expect(result.high - result.value).toBeCloseTo(studentTQuantile(0.975, result.df) * result.se, 12)
    expect(result.strata.map(({ name, weight }) => [name, weight])).toEqual([
      ['a', 0.5],
      ['b', 0.5],
    ])
  })

  it('is plain PPI++ for a single stratum', () => {
    const alone = ppiPlusPlus(A)
    const result = stratifiedPpi([A])
    if (alone.low === null || result.low === null) throw new Error('no interval')
    expect(result.value).toBeCloseTo(alone.value, 12)
    expect(result.low).toBeCloseTo(alone.low, 12)
    expect(result.df).toBeCloseTo(5, 12)
  })

  it('weighs each stratum by all its items, not by its grades', () => {
    const many = { ...A, scoresOnly: Array.from({ length: 84 }, (_, i) => A.scoresOnly[i % 4] ?? 0) }
    const result = stratifiedPpi([many, B])
    if (result.low === null) throw new Error(result.reason)
    expect(result.strata.map(({ weight }) => weight)).toEqual([0.9, 0.1])
  })

  it('adds up the influence of a question over the strata that it stands in', () => {
    const questions = { graded: [0, 1, 2, 3, 4, 5], scoresOnly: [6, 7, 8, 9] }
    const twice = [
      { ...A, clusters: questions },
      { ...A, name: 'again', clusters: questions },
    ]
    const alone = ppiPlusPlus({ ...A, clusters: questions })
    const result = stratifiedPpi(twice)
    if (alone.low === null || result.low === null) throw new Error('no interval')
    expect(result.se).toBeCloseTo(alone.se, 12)
    expect(result.df).toBe(5)
    const apart = stratifiedPpi([A, { ...A, name: 'again' }])
    if (apart.low === null) throw new Error(apart.reason)
    expect(apart.se).toBeCloseTo(alone.se / Math.SQRT2, 12)
  })

  it('says which stratum leaves it without an estimate or an interval', () => {
    const none = { name: 'c', grades: [], scores: [], scoresOnly: [0.5, 0.6] }
    const one = { name: 'd', grades: [1], scores: [0.5], scoresOnly: [0.5, 0.6] }
    const flat = { name: 'e', grades: [0.7, 0.7, 0.7], scores: [0.1, 0.2, 0.3], scoresOnly: [0.5, 0.6] }
    expect(stratifiedPpi([])).toMatchObject({ value: null, reason: 'no strata' })
    expect(stratifiedPpi([A, none])).toMatchObject({ value: null, low: null, reason: 'c: no graded items' })
    expect(stratifiedPpi([A, one])).toMatchObject({ low: null, reason: 'd: one item has no spread' })
    expect(stratifiedPpi([flat, flat])).toMatchObject({ low: null, reason: 'no spread to learn from' })
    const clusters = { graded: [1, 1, 1, 1, 1, 1], scoresOnly: [1, 2, 3, 4] }
    expect(stratifiedPpi([{ ...A, clusters }])).toMatchObject({ low: null, reason: 'a: one cluster has no spread' })
    expect(() => stratifiedPpi([{ ...A, clusters }, B])).toThrow(RangeError)
  })
})
