import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../stats/random.ts'
import { correctedRate } from './corrected-rate.ts'
import { rateInput, rateRows } from './test-support/rate-input.ts'
import type { RateInput, RateRow } from './trust-inputs.ts'

/** The counts of reference row 37 with twice as many grades: 24 + 10 agree, 2 + 4 do not; 150 of 200 others have a 1. */
const STUDY = [
  ...rateRows(24, true, 1, 'a'),
  ...rateRows(10, false, 0, 'b'),
  ...rateRows(2, true, 0, 'c'),
  ...rateRows(4, false, 1, 'd'),
  ...rateRows(150, null, 1, 'e'),
  ...rateRows(50, null, 0, 'f'),
]

describe('correctedRate', () => {
  it('weighs scores and grades together by PPI++ (checked with numpy and scipy)', () => {
    const rate = correctedRate(rateInput(STUDY))
    expect(rate).toMatchObject({
      method: 'ppi_plus_plus',
      reason_code: 'ppi_narrower',
      graded: 40,
      scored_only: 200,
      no_score: 0,
      reason: 'PPI++: the scores (correct) of 200 ungraded responses make the interval of 40 grades narrower',
    })
    expect(rate.lambda).toBeCloseTo(0.6441389949907528, 12)
    expect(rate.value).toBeCloseTo(0.6822069497495377, 12)
    expect(rate.unguarded?.low).toBeCloseTo(0.5596933553705581, 9)
    expect(rate.unguarded?.high).toBeCloseTo(0.8047205441285172, 9)
    expect(rate.low).toBeCloseTo(0.5556929749720986, 9)
    expect(rate.high).toBeCloseTo(0.8087209245269767, 9)
    expect(rate.human.value).toBe(0.65)
    expect(rate.judge_rate).toBeCloseTo(178 / 240, 12)
  })

  it('covers responses without a score at the mean of the scores', () => {
    const rate = correctedRate(rateInput([...STUDY, ...rateRows(10, null, null, 'g')]))
    expect(rate).toMatchObject({ method: 'ppi_plus_plus', scored_only: 200, no_score: 10 })
    expect(rate.lambda).toBeCloseTo(0.6764591407143055, 12)
    expect(rate.value).toBeCloseTo(0.6835545208687652, 12)
  })

  it('turns a score of which less is better', () => {
    const turned = STUDY.map((row) => ({ ...row, value: row.value === null ? null : 1 - row.value }))
    const rate = correctedRate(rateInput(turned, { lowerIsBetter: true }))
    expect(rate.value).toBeCloseTo(correctedRate(rateInput(STUDY)).value ?? Number.NaN, 12)
    expect(correctedRate(rateInput(turned)).reason_code).toBe('weak_correlation')
  })

  it('shows the grades alone, with Wilson, where the scores cannot help, and says why', () => {
    const wilson = { value: 0.65, low: expect.closeTo(0.4328543, 6), high: expect.closeTo(0.8188082, 6) }
    const few = [
      ...rateRows(13, true, 1, 'a'),
      ...rateRows(7, false, 0, 'b'),
      ...rateRows(100, null, 1, 'c'),
      ...rateRows(50, null, 0, 'd'),
    ]
    expect(correctedRate(rateInput(few))).toMatchObject({ method: 'human_only', reason_code: 'few_grades', ...wilson })
    expect(correctedRate(rateInput(few, { metric: null }))).toMatchObject({ reason_code: 'no_metric', ...wilson })
    const unscored = few.map((row) => (row.right === null ? { ...row, value: null } : row))
    expect(correctedRate(rateInput(unscored))).toMatchObject({ reason_code: 'no_scores', ...wilson })
    const noise = STUDY.map((row, place) => (row.right === null ? row : { ...row, value: place % 2 }))
    expect(correctedRate(rateInput(noise))).toMatchObject({
      method: 'human_only',
      reason_code: 'weak_correlation',
      lambda: null,
    })
    const hardly = [...STUDY.slice(0, 40), ...rateRows(1, null, 1, 'e')]
    expect(correctedRate(rateInput(hardly))).toMatchObject({ method: 'human_only', reason_code: 'human_narrower' })
  })

  it('is the plain share where every response is graded, however they were chosen', () => {
    const rate = correctedRate(
      rateInput([...rateRows(3, true, null, 'a'), ...rateRows(7, false, null, 'b')], { sampling: 'chosen' }),
    )
    expect(rate).toMatchObject({ method: 'human_only', reason_code: 'all_graded', value: 0.3, judge_rate: null })
    // Reference row 19.
    expect(rate.low).toBeCloseTo(0.1077912674, 9)
    expect(rate.high).toBeCloseTo(0.6032218525, 9)
  })

  it('refuses, and still tells the graded share, where the grades do not speak for the rest', () => {
    const refusals: [Partial<RateInput>, string][] = [
      [{ sampling: 'chosen' }, 'not_random'],
      [{ sampling: 'mixed' }, 'not_random'],
      [{ sampling: 'unknown' }, 'sampling_unknown'],
      [{ runGrew: true }, 'run_grew'],
      [{ skipped: 5 }, 'many_skipped'],
    ]
    for (const [extra, code] of refusals) {
      const rate = correctedRate(rateInput(STUDY, extra))
      expect(rate).toMatchObject({ method: null, value: null, low: null, high: null, reason_code: code, graded: 40 })
      expect(rate.reason).toMatch(/^no rate/)
      expect(rate.human.value).toBe(0.65)
    }
    // 4 of 44 drawn are fewer than one in ten.
    expect(correctedRate(rateInput(STUDY, { skipped: 4 })).method).toBe('ppi_plus_plus')
    expect(correctedRate(rateInput(rateRows(5, null, 1, 'a')))).toMatchObject({
      reason_code: 'no_grades',
      human: { value: null },
    })
    expect(correctedRate(rateInput([]))).toMatchObject({ reason_code: 'no_grades', judge_rate: null })
  })

  it('counts repeats of a question as one cluster', () => {
    const twice = [...STUDY, ...STUDY]
    const rate = correctedRate(rateInput(twice))
    const once = correctedRate(rateInput(STUDY))
    expect(rate.graded).toBe(80)
    expect(rate.value).toBeCloseTo(once.value ?? Number.NaN, 2)
    // As wide as without the copies; the weight differs a little, since covariances divide by n - 1.
    expect((rate.high ?? 0) - (rate.low ?? 0)).toBeCloseTo((once.high ?? 0) - (once.low ?? 0), 2)
  })

  it('does not depend on the order of the rows and stays within 0 .. 1', () => {
    const row = fc.record({
      test_case_id: fc.constantFrom(...Array.from({ length: 60 }, (_, i) => `q${i}`)),
      right: fc.constantFrom(true, false, null),
      value: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: null }),
    })
    fc.assert(
      fc.property(fc.array(row, { maxLength: 150 }), (all) => {
        const rate = correctedRate(rateInput(all))
        const turned = correctedRate(rateInput([...all].reverse()))
        expect(turned.method).toBe(rate.method)
        if (rate.value !== null) expect(turned.value).toBeCloseTo(rate.value, 10)
        for (const end of [rate.value, rate.low, rate.high]) if (end !== null) expect(end >= 0 && end <= 1).toBe(true)
      }),
      { numRuns: 60 },
    )
  })
})

/** Studies with a judge that passes right answers with `sensitivity` and fails wrong ones with `specificity`. */
function simulate(study: { p: number; graded: number; all: number; sensitivity: number; specificity: number }) {
  const random = seededRandom(20260301)
  const chance = (share: number) => random.integer(1_000_000) < share * 1_000_000
  const studies = 2000
  const found = { covered: 0, width: 0, humanWidth: 0, usedPpi: 0 }
  for (let s = 0; s < studies; s++) {
    const all = Array.from({ length: study.all }, (_, i): RateRow => {
      const right = chance(study.p)
      const passed = chance(right ? study.sensitivity : 1 - study.specificity)
      return { test_case_id: `q${i}`, right: i < study.graded ? right : null, value: passed ? 1 : 0 }
    })
    const { low, high, human, method } = correctedRate(rateInput(all))
    if (low === null || high === null || human.low === null || human.high === null) throw new Error('no interval')
    if (low <= study.p && study.p <= high) found.covered += 1 / studies
    if (method === 'ppi_plus_plus') found.usedPpi += 1 / studies
    found.width += (high - low) / studies
    found.humanWidth += (human.high - human.low) / studies
  }
  return found
}

describe('2,000 simulated studies', { timeout: 60_000 }, () => {
  it.each([
    { p: 0.7, graded: 40, all: 200, sensitivity: 0.92, specificity: 0.85 },
    { p: 0.9, graded: 60, all: 400, sensitivity: 0.98, specificity: 0.98 },
    { p: 0.8, graded: 30, all: 300, sensitivity: 0.95, specificity: 0.9 },
  ])('have the truth within the interval in 93 % or more, and a narrower one than by grades alone: %o', (study) => {
    const { covered, width, humanWidth, usedPpi } = simulate(study)
    expect(covered).toBeGreaterThan(0.93)
    expect(width).toBeLessThan(0.85 * humanWidth)
    expect(usedPpi).toBeGreaterThan(0.85)
  })

  it('keep to the grades, and lose nothing, with a judge that guesses', () => {
    const { covered, width, humanWidth, usedPpi } = simulate({
      p: 0.7,
      graded: 40,
      all: 200,
      sensitivity: 0.6,
      specificity: 0.4,
    })
    expect(covered).toBeGreaterThan(0.93)
    expect(width).toBeLessThanOrEqual(humanWidth)
    expect(usedPpi).toBeLessThan(0.05)
  })
})
