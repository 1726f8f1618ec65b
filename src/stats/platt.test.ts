import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Platt, platt } from './platt.ts'

const SCORES = [0.9, 0.8, 0.8, 0.7, 0.6, 0.4, 0.8, 0.5, 0.4, 0.4, 0.3, 0.2, 0.1]
const LABELS = [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]

function known(scores: readonly number[], labels: readonly number[]): Platt {
  const fit = platt(scores, labels)
  if (fit.probability === null) throw new Error(fit.reason)
  return fit
}

const items = fc
  .array(fc.tuple(fc.integer({ min: 0, max: 20 }), fc.constantFrom(0, 1)), { minLength: 3, maxLength: 40 })
  .map((rows) => ({ scores: rows.map(([score]) => score / 20), labels: rows.map(([, label]) => label) }))
  .filter(({ scores, labels }) => new Set(scores).size > 1 && new Set(labels).size > 1)

describe('platt', () => {
  it('equals a binomial GLM of statsmodels on the smoothed targets', () => {
    const fit = known(SCORES, LABELS)
    expect(fit.intercept).toBeCloseTo(-2.690812308705627, 10)
    expect(fit.slope).toBeCloseTo(4.693649168884389, 10)
    expect(fit.probability(0.5)).toBeCloseTo(0.4148411375468487, 12)
    expect(fit.probability(0.9)).toBeCloseTo(0.8225137331521014, 12)
  })

  it('solves the equations of the maximum: no error left in all, and none along the score', () => {
    fc.assert(
      fc.property(items, ({ scores, labels }) => {
        const fit = known(scores, labels)
        const good = labels.filter((label) => label === 1).length
        const targets = labels.map((label) => (label === 1 ? (good + 1) / (good + 2) : 1 / (labels.length - good + 2)))
        const errors = targets.map((target, i) => target - fit.probability(scores[i] ?? Number.NaN))
        expect(errors.reduce((sum, error) => sum + error, 0)).toBeCloseTo(0, 9)
        expect(errors.reduce((sum, error, i) => sum + error * (scores[i] ?? 0), 0)).toBeCloseTo(0, 9)
        expect(fit.probability(0.3)).toBeCloseTo(1 / (1 + Math.exp(-(fit.slope * 0.3 + fit.intercept))), 9)
      }),
    )
  })

  it('gives the same probabilities when the scores are moved and scaled', () => {
    fc.assert(
      fc.property(items, fc.double({ min: 0.001, max: 1e4, noNaN: true }), ({ scores, labels }, scale) => {
        const a = known(scores, labels)
        const b = known(
          scores.map((score) => 7 + scale * score),
          labels,
        )
        for (const score of [0, 0.4, 1]) expect(b.probability(7 + scale * score)).toBeCloseTo(a.probability(score), 6)
      }),
    )
  })

  it('stays short of certainty when the score separates the classes fully', () => {
    const fit = known([0, 0, 0, 1, 1], [0, 0, 0, 1, 1])
    expect(fit.probability(1)).toBeCloseTo(3 / 4, 9)
    expect(fit.probability(0)).toBeCloseTo(1 / 5, 9)
    expect(fit.probability(1e300)).toBe(1)
    expect(fit.probability(-1e300)).toBe(0)
  })

  it('comes to its end in few steps also for very many items that all differ', () => {
    const n = 50_000
    const scores = Float64Array.from({ length: n }, (_, i) => ((i * 7919) % n) / n)
    const labels = Uint8Array.from(scores, (score, i) => (((i * 31) % 100) / 100 < 0.3 + 0.4 * score ? 1 : 0))
    const started = performance.now()
    const fit = platt(scores, labels)
    const seconds = (performance.now() - started) / 1000
    if (fit.probability === null) throw new Error(fit.reason)
    const error = scores.reduce((sum, score, i) => sum + (labels[i] ?? 0) - fit.probability(score), 0)
    expect(Math.abs(error)).toBeLessThan(1)
    // Some ten passes over the items; thousands when full steps are refused for rounding.
    expect(seconds).toBeLessThan(2)
  })

  it('falls when bad items have the higher scores', () => {
    expect(known([0, 0, 1, 1], [1, 1, 0, 0]).slope).toBeLessThan(0)
  })

  it('is undefined, with the reason, for one class or equal scores, and refuses other labels', () => {
    expect(platt([1, 2], [1, 1])).toEqual({ probability: null, reason: 'no bad items' })
    expect(platt([1, 2], [0, 0])).toEqual({ probability: null, reason: 'no good items' })
    expect(platt([0.1, 0.1, 0.1], [1, 0, 0])).toEqual({ probability: null, reason: 'all scores are equal' })
    expect(() => platt([1, 2], [1, 0.5])).toThrow(RangeError)
    expect(() => platt([1, Number.NaN], [1, 0])).toThrow(RangeError)
  })
})
