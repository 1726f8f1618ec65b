import { describe, expect, it } from 'vitest'
import { calibratedRate, calibrationSet } from './calibrated-rate.ts'
import { correctedRate } from './corrected-rate.ts'
import type { CalibrationSet, RateInput, RateRow } from './trust-inputs.ts'

function rows(n: number, value: number | null, prefix: string): RateRow[] {
  return Array.from({ length: n }, (_, i) => ({ test_case_id: `${prefix}${i}`, right: null, value }))
}

const CALIBRATION: CalibrationSet = { good: 50, goodPassed: 45, bad: 50, badFailed: 40, sameJudge: true }
/** Reference row 39: 140 of 200 passed; .7 counts as passed and .2 does not. */
const STUDY = [...rows(140, 0.7, 'a'), ...rows(60, 0.2, 'b')]

function input(extra: Partial<RateInput> = {}): RateInput {
  return {
    configuration: 'base',
    rows: STUDY,
    metric: 'correct',
    lowerIsBetter: false,
    sampling: 'unknown',
    skipped: 0,
    runGrew: false,
    calibration: CALIBRATION,
    ...extra,
  }
}

describe('calibratedRate', () => {
  it('puts the judge right by its errors on the calibration set (reference row 39), without any grade here', () => {
    const rate = correctedRate(input())
    expect(rate).toMatchObject({
      method: 'lang_reiczigel',
      reason_code: 'calibrated',
      sensitivity: 0.9,
      specificity: 0.8,
    })
    expect(rate.value).toBeCloseTo(0.7201145316, 9)
    expect(rate.low).toBeCloseTo(0.5842221225, 9)
    expect(rate.high).toBeCloseTo(0.8639323826, 9)
    expect(rate.judge_rate).toBe(0.7)
    expect(rate.human).toMatchObject({ value: null, low: null })
  })

  it('leaves responses without a score out, and reads scores of which less is better', () => {
    const some = calibratedRate({ rows: [...STUDY, ...rows(30, null, 'c')], lowerIsBetter: false }, CALIBRATION)
    expect(some.value).toBeCloseTo(0.7201145316, 9)
    const turned = STUDY.map((row) => ({ ...row, value: 1 - (row.value ?? 0) }))
    expect(calibratedRate({ rows: turned, lowerIsBetter: true }, CALIBRATION).value).toBeCloseTo(0.7201145316, 9)
  })

  it('refuses another judge, a judge that is no better than a coin, and missing counts', () => {
    const code = (calibration: Partial<CalibrationSet>, all = STUDY) =>
      correctedRate(input({ rows: all, calibration: { ...CALIBRATION, ...calibration } }))
    expect(code({ sameJudge: false })).toMatchObject({ method: null, value: null, reason_code: 'other_judge' })
    expect(code({ goodPassed: 25, badFailed: 25 })).toMatchObject({ method: null, reason_code: 'uninformative_judge' })
    const none = code({ bad: 0, badFailed: 0 })
    expect(none).toMatchObject({ value: null, reason_code: 'uninformative_judge', specificity: null, sensitivity: 0.9 })
    expect(none.reason).toContain('no wrong answers')
    expect(code({}, rows(5, null, 'a'))).toMatchObject({ method: null, reason_code: 'no_scores', judge_rate: null })
    expect(code({}, rows(5, 3, 'a'))).toMatchObject({ method: null, reason_code: 'no_scores', judge_rate: null })
  })

  it('counts verdicts that repeat within a question once', () => {
    const twice = [...STUDY, ...STUDY]
    const rate = calibratedRate({ rows: twice, lowerIsBetter: false }, CALIBRATION)
    const once = calibratedRate({ rows: STUDY, lowerIsBetter: false }, CALIBRATION)
    expect(rate.low).toBeCloseTo(once.low ?? Number.NaN, 12)
    expect(rate.high).toBeCloseTo(once.high ?? Number.NaN, 12)
  })
})

describe('calibrationSet', () => {
  it('counts the verdicts on answers whose truth is known', () => {
    const graded = [
      { right: true, value: 0.5 },
      { right: true, value: 0.49 },
      { right: false, value: 0.9 },
      { right: false, value: 0 },
      { right: false, value: 0.1 },
    ]
    expect(calibrationSet(graded, { lowerIsBetter: false, sameJudge: true })).toEqual({
      good: 2,
      goodPassed: 1,
      bad: 3,
      badFailed: 2,
      sameJudge: true,
    })
    expect(calibrationSet(graded, { lowerIsBetter: true, sameJudge: false })).toMatchObject({
      goodPassed: 2,
      badFailed: 1,
    })
  })
})
