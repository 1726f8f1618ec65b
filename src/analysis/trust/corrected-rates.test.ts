import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../stats/random.ts'
import { ALL_CONFIGURATIONS, correctedRates } from './corrected-rates.ts'
import { rateInput } from './test-support/rate-input.ts'
import type { RateInput, RateRow } from './trust-inputs.ts'

const input = (configuration: string, rows: RateRow[], extra: Partial<RateInput> = {}) =>
  rateInput(rows, { configuration, ...extra })

/** Marks and scores, one letter a question: R, W right or wrong and scored so, r, w scored otherwise, 1, 0 only scored, - neither. */
function study(letters: string): RateRow[] {
  const kinds: Record<string, [boolean | null, number | null]> = {
    R: [true, 1],
    W: [false, 0],
    r: [true, 0],
    w: [false, 1],
    '1': [null, 1],
    '0': [null, 0],
    '-': [null, null],
  }
  return [...letters].map((letter, place) => {
    const [right, value] = kinds[letter] ?? [null, null]
    return { test_case_id: `q${place}`, right, value }
  })
}

describe('correctedRates', () => {
  it('has a last rate for all configurations, each weighing as many responses as it has', () => {
    // Half of 4 responses and all of 2 are right by the grades: not 4 of 6 graded but (4 x 1/2 + 2 x 1) / 6.
    const [a, b, all] = correctedRates([input('a', study('RW11')), input('b', study('RR'))])
    expect([a?.configuration, b?.configuration, all?.configuration]).toEqual(['a', 'b', ALL_CONFIGURATIONS])
    expect(all).toMatchObject({ method: 'human_only', reason_code: 'few_grades', graded: 4, scored_only: 2 })
    expect(all?.value).toBeCloseTo(4 / 6, 12)
    expect(all?.low).toBeLessThan(4 / 6)
    expect(correctedRates([input('a', study('RW11'))])).toHaveLength(1)
    expect(correctedRates([])).toEqual([])
  })

  it('is the plain share where everything is graded, with questions as clusters', () => {
    const all = correctedRates([input('a', study('RRWW')), input('b', study('RRWW'))]).at(-1)
    expect(all).toMatchObject({ method: 'human_only', reason_code: 'all_graded', value: 0.5, graded: 8 })
    // Four questions of two equal marks: CR1 is sqrt(4 x 1 x 4 / 3) / 8 and t with 3 degrees of freedom is 3.18.
    expect(all?.low).toBe(0)
    expect(all?.high).toBe(1)
  })

  it('has an interval also where all grades are equal', () => {
    const all = correctedRates([input('a', study('RRR11')), input('b', study('RRR11'))]).at(-1)
    expect(all).toMatchObject({ method: 'human_only', value: 1, high: 1 })
    // Wilson of 3 of 3 questions: 3 / (3 + z²).
    expect(all?.low).toBeCloseTo(0.4385029682, 9)
  })

  it('is refused where a configuration has no rate', () => {
    const all = correctedRates([input('a', study('RW11')), input('b', study('1111'))]).at(-1)
    expect(all).toMatchObject({ method: null, value: null, reason_code: 'no_grades', graded: 2 })
    expect(all?.human.value).toBe(0.5)
  })

  it('takes the verdicts of all configurations together where there is a calibration set', () => {
    const calibration = { good: 50, goodPassed: 45, bad: 50, badFailed: 40, sameJudge: true }
    const rates = correctedRates(['1110', '1100'].map((letters, i) => input(`c${i}`, study(letters), { calibration })))
    expect(rates.map(({ method }) => method)).toEqual(['lang_reiczigel', 'lang_reiczigel', 'lang_reiczigel'])
    expect(rates.at(-1)?.judge_rate).toBe(5 / 8)
  })

  it('covers the rate of all in simulated studies of three configurations of unequal samples', {
    timeout: 60_000,
  }, () => {
    const random = seededRandom(7)
    const chance = (share: number) => random.integer(1_000_000) < share * 1_000_000
    const shares = [0.9, 0.7, 0.5]
    const graded = [20, 30, 60]
    const studies = 600
    let covered = 0
    let usedPpi = 0
    let narrower = 0
    for (let s = 0; s < studies; s++) {
      // A question that is hard for one configuration is hard for all: half of the answers follow the question.
      const luck = Array.from({ length: 150 }, () => random.integer(1_000_000) / 1_000_000)
      const inputs = shares.map((share, place) => {
        const rows = luck.map((own, i): RateRow => {
          const right = chance(0.5) ? own < share : chance(share)
          const value = (right ? chance(0.93) : chance(0.1)) ? 1 : 0
          return { test_case_id: `q${i}`, right: i < (graded[place] ?? 0) ? right : null, value }
        })
        return input(`c${place}`, rows)
      })
      const all = correctedRates(inputs).at(-1)
      if (all?.low === undefined || all.low === null || all.high === null) throw new Error('no interval')
      if (all.low <= 0.7 && 0.7 <= all.high) covered += 1 / studies
      if (all.method === 'ppi_plus_plus') usedPpi += 1 / studies
      if (all.human.low !== null && all.human.high !== null) {
        narrower += (all.high - all.low) / (all.human.high - all.human.low) / studies
      }
    }
    expect(covered).toBeGreaterThan(0.93)
    expect(usedPpi).toBeGreaterThan(0.95)
    expect(narrower).toBeLessThan(0.85)
  })
})
