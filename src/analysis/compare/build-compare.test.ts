import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { discordantArms, questionIndex, scoredArm } from '../test-support/arms.ts'
import { metric } from '../test-support/records.ts'
import type { Arm } from './arm.ts'
import { type BuildCompareOptions, buildCompare } from './build-compare.ts'
import { measuredMetric } from './compared-metric.ts'

function compared(a: Arm, b: Arm, size: number, extra: Partial<BuildCompareOptions> & { of?: object } = {}) {
  const { of = {}, ...options } = extra
  const measured = [measuredMetric(metric('m', of))]
  const [found] = buildCompare(a, b, { cases: questionIndex(size), measured, seed: 1, ...options }).metrics
  if (found === undefined) throw new Error('nothing was compared')
  return found
}

describe('two configurations whose answers are right or wrong', () => {
  it.each([
    [121, 59, 4.4344492638e-6],
    [70, 59, 0.3786876627],
    [30, 60, 0.0020602657],
    [9, 2, 0.0654296875],
    [6, 0, 0.03125],
  ])('have the exact p of McNemar: %d against %d (reference row 23)', (b, c, p) => {
    const arms = discordantArms(b, c, b + c + 10)
    const found = compared(arms.a, arms.b, b + c + 10)
    expect(found).toMatchObject({ p_method: 'mcnemar_exact', never_significant: false })
    expect(found.p).toBeCloseTo(p, 9)
    expect([found.lost.length, found.won.length, found.tied.length]).toEqual([b, c, 10])
  })

  it('have the mid-p and chi-square of McNemar beside it (reference rows 23 and 24)', () => {
    const mid = discordantArms(9, 2, 20)
    expect(compared(mid.a, mid.b, 20).mcnemar?.p_mid).toBeCloseTo(0.0385742188, 9)
    const arms = discordantArms(121, 59, 200)
    const { mcnemar } = compared(arms.a, arms.b, 200)
    expect(mcnemar?.chi_square?.value).toBeCloseTo(21.35556, 5)
    expect(mcnemar?.chi_square_corrected?.value).toBeCloseTo(20.67222, 5)
    expect(mcnemar?.chi_square_corrected?.p).toBeCloseTo(5.450095e-6, 11)
  })

  it('have the interval of Bonett and Price, turned to b - a (reference row 25)', () => {
    const { a, b } = discordantArms(3, 12, 100)
    const found = compared(a, b, 100)
    expect(found.difference).toBeCloseTo(0.09, 12)
    expect(found.low).toBeCloseTo(0.0108810298, 9)
    expect(found.high).toBeCloseTo(0.1655895584, 9)
    expect(found.p).toBeCloseTo(0.03515625, 9)
    expect(found).toMatchObject({ interval_method: 'bonett_price', better: 'b' })
  })

  it('can never be told apart by fewer than six questions', () => {
    const { a, b } = discordantArms(0, 5, 50)
    expect(compared(a, b, 50)).toMatchObject({ p: 0.0625, never_significant: true, better: null })
  })
})

describe('two configurations with scores', () => {
  const a = [0.9, 0.8, 1, 0.5, 0.7, 1, 0.6, 0.4]
  const b = [0.7, 0.8, 0.9, 0.5, 0.4, 1, 0.5, 0.6]

  it('have the t interval of the differences and the p of flipping their signs (reference row 28)', () => {
    const found = compared(scoredArm(b), scoredArm(a), 8)
    expect(found.difference).toBeCloseTo(0.0625, 12)
    expect(found.p).toBe(0.375)
    expect(found).toMatchObject({ p_method: 'sign_flip_exact', interval_method: 'student_t' })
    const half = 2.364624251592784 * 0.0532430411
    expect(found.low).toBeCloseTo(0.0625 - half, 8)
    expect(found.high).toBeCloseTo(0.0625 + half, 8)
  })

  it('are compared by clusters that stay whole (reference row 30)', () => {
    const differences = [0.2, 0, 0.1, 0.3, 0.1, 0, 0.2, -0.1, 0.1, 0.05, 0.15]
    const clusters = [0, 0, 0, 1, 1, 2, 2, 2, 3, 4, 4]
    const zeros = differences.map(() => 0.5)
    const found = compared(scoredArm(zeros), scoredArm(differences.map((d) => 0.5 + d)), 11, {
      clusterOf: (question) => clusters[question] ?? 0,
    })
    expect(found.difference).toBeCloseTo(0.1, 12)
    expect(found.p).toBe(0.0625)
    expect(((found.high ?? 0) - (found.low ?? 0)) / 2).toBeCloseTo(2.7764451051977987 * 0.0287479787, 8)
    expect(found).toMatchObject({ interval_method: 'cluster_robust', never_significant: true })
  })

  it('average repeats first: one answer against five', () => {
    const found = compared(
      scoredArm([1, 0]),
      scoredArm([
        [1, 1, 1, 1, 0],
        [0, 0, 0, 0, 0],
      ]),
      2,
    )
    expect(found).toMatchObject({ value_a: 0.5, value_b: 0.4, lost: ['q000'], won: [], tied: ['q001'], n: 2 })
    expect(found.difference).toBeCloseTo(-0.1, 12)
  })

  it('are better where the score is lower, of a metric that says so', () => {
    const { a: low, b: high } = discordantArms(0, 8, 10)
    const found = compared(low, high, 10, { of: { direction: 'lower_is_better' } })
    expect(found).toMatchObject({ difference: 0.8, better: 'a', won: [] })
    expect(found.lost).toHaveLength(8)
    expect(compared(low, high, 10, { of: { direction: 'neutral' } }).better).toBeNull()
  })
})

describe('scores that are missing', () => {
  it('are counted on both sides and bound the difference over all questions', () => {
    const found = compared(scoredArm([1, 0, null, 1]), scoredArm([1, null, null, 0]), 4)
    expect(found).toMatchObject({ n: 2, difference: -0.5, bounds: { low: -0.5, high: 0.25 } })
    expect(found.bounds?.interval_low).toBeLessThan(-0.5)
    expect(found.coverage).toEqual({
      a: { scored: 3, total: 4, na: { judge_unreadable: 1 } },
      b: { scored: 2, total: 4, na: { judge_unreadable: 2 } },
    })
  })

  it('have no bounds on a scale without an end', () => {
    expect(
      compared(scoredArm([1]), scoredArm([null]), 1, { of: { range: [0, null], scale: 'number' } }).bounds,
    ).toBeNull()
  })

  it('leave nothing to compare when no question has both, which is said', () => {
    const found = compared(scoredArm([1, null]), scoredArm([null, 1]), 2)
    expect(found).toMatchObject({ n: 0, difference: null, p: null, p_holm: null, no_interval: 'no_questions' })
  })
})

describe('a margin', () => {
  it('is kept when the interval lies above it, passed when below, else open', () => {
    const same = Array.from({ length: 400 }, (_, q) => q % 2)
    const margin = (a: Arm, b: Arm, size: number, of = {}) => compared(a, b, size, { margin: 0.02, of }).non_inferiority
    expect(margin(scoredArm(same), scoredArm(same), 400)?.verdict).toBe('not_worse')
    const { a, b } = discordantArms(20, 2, 40)
    expect(margin(a, b, 40)?.verdict).toBe('worse')
    expect(margin(b, a, 40)?.verdict).toBe('not_worse')
    expect(margin(b, a, 40, { direction: 'lower_is_better' })?.verdict).toBe('worse')
    expect(margin(scoredArm([1, 0]), scoredArm([0, 1]), 2)?.verdict).toBe('undecided')
  })

  it('is met by scores that are all equal, and open where they differ by the same on every question', () => {
    const margin = (b: number) =>
      compared(scoredArm([0.5, 0.5]), scoredArm([b, b]), 2, { margin: 0.02 }).non_inferiority?.verdict
    expect([margin(0.5), margin(0.25)]).toEqual(['not_worse', null])
  })
})

describe('any two configurations', () => {
  const scores = fc.array(fc.option(fc.integer({ min: 0, max: 4 }), { nil: null, freq: 5 }), {
    minLength: 1,
    maxLength: 12,
  })

  it('give the opposite when they are exchanged, and bounds that hold every completion', () => {
    fc.assert(
      fc.property(scores, scores, (first, second) => {
        const size = Math.min(first.length, second.length)
        const arms = [first, second].map((list) =>
          scoredArm(list.slice(0, size).map((v) => (v === null ? null : v / 4))),
        )
        const [a, b] = arms as [Arm, Arm]
        const [forth, back] = [compared(a, b, size), compared(b, a, size)]
        expect(forth.won).toEqual(back.lost)
        expect(forth.won.length + forth.lost.length + forth.tied.length).toBe(forth.n)
        expect(forth.p ?? 0).toBeCloseTo(back.p ?? 0, 12)
        expect(forth.difference ?? 0).toBeCloseTo(-(back.difference ?? 0), 12)
        if (forth.n === size) expect(forth.bounds?.low).toBeCloseTo(forth.difference ?? 0, 12)
        expect(forth.bounds?.low).toBeCloseTo(-(back.bounds?.high ?? 0), 12)
        expect(forth.bounds?.low ?? 0).toBeLessThanOrEqual((forth.bounds?.high ?? 0) + 1e-12)
      }),
      { numRuns: 200 },
    )
  })
})
