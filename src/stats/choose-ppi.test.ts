import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { choosePpi } from './choose-ppi.ts'
import { humanOnlyMean, ppiPlusPlus } from './ppi.ts'
import { seededRandom } from './random.ts'

/** A pool of 0/1 truths with a judge that errs in `errors` of 100 items; the first `graded` are graded. */
function pool(graded: number, others: number, errors: number, seed: number) {
  const random = seededRandom(seed)
  const grades: number[] = []
  const scores: number[] = []
  for (let i = 0; i < graded + others; i++) {
    const truth = random.integer(10) < 7 ? 1 : 0
    grades.push(truth)
    scores.push(random.integer(100) < errors ? 1 - truth : truth)
  }
  return { grades: grades.slice(0, graded), scores: scores.slice(0, graded), scoresOnly: scores.slice(graded) }
}

describe('choosePpi', () => {
  it('takes PPI++ for a good judge and enough grades', () => {
    const input = pool(60, 600, 8, 1)
    const choice = choosePpi(input)
    expect(choice).toMatchObject({ method: 'ppi_plus_plus', why: 'ppi_narrower' })
    expect(choice.estimate).toEqual(ppiPlusPlus(input))
    expect(choice.human).toEqual(humanOnlyMean({ grades: input.grades }))
    expect(choice.rho).toBeGreaterThan(0.4)
    expect(choice.disagreements).toBe(input.grades.filter((grade, i) => grade !== input.scores[i]).length)
  })

  it('shows the grades alone below 30 of them, for a weak judge, and without ungraded items', () => {
    expect(choosePpi(pool(29, 600, 8, 1))).toMatchObject({ method: 'human_only', why: 'few_grades' })
    expect(choosePpi(pool(60, 600, 45, 1))).toMatchObject({ method: 'human_only', why: 'weak_correlation' })
    expect(choosePpi(pool(60, 0, 8, 1))).toMatchObject({ method: 'human_only', why: 'no_scores', ppi: null })
    expect(choosePpi(pool(0, 60, 8, 1))).toMatchObject({ method: 'human_only', why: 'no_grades', ppi: null, rho: null })
    const constant = { ...pool(60, 600, 8, 1), scores: Array<number>(60).fill(1) }
    expect(choosePpi(constant)).toMatchObject({ method: 'human_only', why: 'weak_correlation', rho: null })
  })

  it('counts clusters, not items, when they are given', () => {
    const input = pool(60, 600, 8, 1)
    const clusters = {
      graded: input.grades.map((_, i) => Math.floor(i / 3)),
      scoresOnly: input.scoresOnly.map((_, i) => 1000 + i),
    }
    expect(choosePpi({ ...input, clusters })).toMatchObject({ method: 'human_only', why: 'few_grades' })
  })

  it('never shows an interval wider than that of the grades alone', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 50 }),
        fc.integer({ min: 2, max: 300 }),
        (seed, errors, others) => {
          const { estimate, human } = choosePpi(pool(40, others, errors, seed))
          if (human.low === null) return
          if (estimate.low === null) throw new Error(estimate.reason)
          expect(estimate.high - estimate.low).toBeLessThanOrEqual(human.high - human.low)
        },
      ),
    )
  })

  it('holds the truth in about 95 of 100 studies, in intervals that are much narrower for a good judge', () => {
    let held = 0
    let narrower = 0
    const studies = 2000
    for (let seed = 0; seed < studies; seed++) {
      const { estimate, human } = choosePpi(pool(80, 400, 12, seed))
      if (estimate.low === null || human.low === null) throw new Error('no interval')
      if (estimate.low <= 0.7 && estimate.high >= 0.7) held += 1
      narrower += (estimate.high - estimate.low) / (human.high - human.low) / studies
    }
    expect(held / studies).toBeGreaterThan(0.93)
    expect(held / studies).toBeLessThan(0.97)
    expect(narrower).toBeLessThan(0.8)
  })
})
