import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Isotonic, isotonic } from './isotonic.ts'

const SCORES = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const LABELS = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]

function known(scores: readonly number[], targets: readonly number[], weights?: readonly number[]): Isotonic {
  const fit = isotonic(scores, targets, weights)
  if (fit.at === null) throw new Error(fit.reason)
  return fit
}

const points = fc.array(fc.tuple(fc.integer({ min: 0, max: 9 }), fc.integer({ min: -5, max: 5 })), {
  minLength: 1,
  maxLength: 25,
})

/** The fit by its max-min formula: the highest over starts of the lowest over ends of the mean of a stretch of scores. */
function maxMin(scores: readonly number[], targets: readonly number[], score: number): number {
  const distinct = [...new Set(scores)].sort((a, b) => a - b)
  const stretch = (from: number, to: number) => {
    const own = targets.filter((_, i) => (scores[i] ?? 0) >= from && (scores[i] ?? 0) <= to)
    return own.reduce((sum, target) => sum + target, 0) / own.length
  }
  const starts = distinct.filter((from) => from <= score)
  const ends = distinct.filter((to) => to >= score)
  return Math.max(...starts.map((from) => Math.min(...ends.map((to) => stretch(from, to)))))
}

describe('isotonic', () => {
  it('equals scipy on points with equal scores', () => {
    const fit = known(SCORES, LABELS)
    expect([...fit.scores]).toEqual([0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9])
    expect([...fit.values]).toEqual([0, 0, 0, 0.25, 0.25, 0.8, 0.8, 0.8, 1])
  })

  it('is the max-min formula of the same problem, which needs no pooling', () => {
    fc.assert(
      fc.property(points, (rows) => {
        const scores = rows.map(([score]) => score)
        const targets = rows.map(([, target]) => target)
        const fit = known(scores, targets)
        fit.scores.forEach((score, i) => {
          expect(fit.values[i]).toBeCloseTo(maxMin(scores, targets, score), 10)
        })
      }),
    )
  })

  it('never falls, keeps the mean of the targets, and does not depend on the order of the points', () => {
    fc.assert(
      fc.property(points, (rows) => {
        const scores = rows.map(([score]) => score)
        const targets = rows.map(([, target]) => target)
        const fit = known(scores, targets)
        for (let i = 1; i < fit.values.length; i++) expect(fit.values[i]).toBeGreaterThanOrEqual(fit.values[i - 1] ?? 9)
        const total = scores.reduce((sum, score) => sum + fit.at(score), 0)
        expect(total).toBeCloseTo(
          targets.reduce((sum, target) => sum + target, 0),
          9,
        )
        const turned = known([...scores].reverse(), [...targets].reverse())
        expect(turned.values).toEqual(fit.values)
      }),
    )
  })

  it('takes a weight of 2 as the same point twice', () => {
    const fit = known([1, 2, 3], [5, 1, 2], [1, 2, 1])
    expect(fit.values).toEqual(known([1, 2, 2, 3], [5, 1, 1, 2]).values)
    expect([...fit.values]).toEqual([2.25, 2.25, 2.25])
  })

  it('is linear between neighbours and level beyond the ends', () => {
    const fit = known([1, 2, 4], [0, 0.5, 1])
    expect(fit.at(0)).toBe(0)
    expect(fit.at(1.5)).toBe(0.25)
    expect(fit.at(3)).toBe(0.75)
    expect(fit.at(9)).toBe(1)
    expect(() => fit.at(Number.NaN)).toThrow(RangeError)
  })

  it('takes 100,000 points in well under a second', () => {
    const scores = Float64Array.from({ length: 100_000 }, (_, i) => (i * 7919) % 100_003)
    const targets = scores.map((score) => (score % 3 === 0 ? 0 : 1))
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round++) {
      const started = performance.now()
      expect(isotonic(scores, targets).at).not.toBeNull()
      best = Math.min(best, performance.now() - started)
    }
    expect(best).toBeLessThan(1000)
  })

  it('is undefined for no points and refuses what is no point', () => {
    expect(isotonic([], [])).toEqual({ at: null, reason: 'no items' })
    expect(() => isotonic([1], [Number.NaN])).toThrow(RangeError)
    expect(() => isotonic([1], [1, 2])).toThrow(RangeError)
    expect(() => isotonic([1], [1], [0])).toThrow(RangeError)
  })
})
