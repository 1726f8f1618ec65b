import { langReiczigel } from '../../stats/lang-reiczigel.ts'
import { oneWayIcc } from '../../stats/one-way-icc.ts'
import type { JudgedCounts } from '../../stats/rogan-gladen.ts'
import { judgeSaysRight } from './judge-says-right.ts'
import { type Chosen, noRate } from './rate-choice.ts'
import type { CalibrationSet, RateInput } from './trust-inputs.ts'

/**
 * Counts what a judge said of answers whose truth is known. `rows` are graded answers of another run with their scores (0 .. 1, cut
 * at .5); `sameJudge` is whether the fingerprint of the judge and the version of the metric are those of the scores to be corrected.
 */
export function calibrationSet(
  rows: Iterable<{ right: boolean; value: number }>,
  { lowerIsBetter, sameJudge }: { lowerIsBetter: boolean; sameJudge: boolean },
): CalibrationSet {
  const counts = { good: 0, goodPassed: 0, bad: 0, badFailed: 0 }
  for (const { right, value } of rows) {
    const passed = judgeSaysRight(value, lowerIsBetter)
    if (right) {
      counts.good += 1
      if (passed) counts.goodPassed += 1
    } else {
      counts.bad += 1
      if (!passed) counts.badFailed += 1
    }
  }
  return { ...counts, sameJudge }
}

/**
 * The share of right answers from the judge's verdicts on all scored responses, put right for its errors on the calibration set:
 * Rogan-Gladen at the adjusted shares, with the interval of Lang and Reiczigel (form: `langReiczigel`). Grades of this run
 * play no part.
 *
 * Where questions repeat, the verdicts count as that many fewer as their likeness within questions demands (design effect), which
 * widens the interval. Refused for another judge, without right or wrong answers in the calibration set, without
 * scores, for scores beyond 0 .. 1, and when the judge is no better than a coin there (Se' + Sp' <= 1).
 * Assumes that the judge errs here as often as there.
 */
export function calibratedRate(
  { rows, lowerIsBetter }: Pick<RateInput, 'rows' | 'lowerIsBetter'>,
  calibration: CalibrationSet,
): Chosen {
  const { good, goodPassed, bad, badFailed, sameJudge } = calibration
  if (!sameJudge) return noRate('other_judge')
  const shares = {
    sensitivity: good === 0 ? null : goodPassed / good,
    specificity: bad === 0 ? null : badFailed / bad,
  }
  if (good === 0 || bad === 0) {
    const missing = good === 0 ? 'right' : 'wrong'
    const reason = `the calibration set has no ${missing} answers with a score, so the judge's errors are not known`
    return { ...noRate('uninformative_judge'), ...shares, reason }
  }
  const verdicts = verdictsOf(rows, lowerIsBetter)
  if (verdicts === null) return noRate('no_scores')
  const own = { good, goodPassed, bad, badFailed }
  const point = langReiczigel({ ...verdicts.all, ...own })
  const interval = langReiczigel({ ...verdicts.effective, ...own })
  const judge_rate = verdicts.all.passed / verdicts.all.judged
  if (point.low === null || interval.low === null) {
    return { ...noRate('uninformative_judge'), ...shares, judge_rate }
  }
  const { low, high } = interval
  const value = Math.min(high, Math.max(low, point.value))
  return { value, low, high, method: 'lang_reiczigel', reason_code: 'calibrated', ...shares, judge_rate }
}

type Verdicts = Pick<JudgedCounts, 'passed' | 'judged'>

/** The judge's verdicts, and as many independent ones as tell as much; null without scores or with scores beyond 0 .. 1. */
function verdictsOf(rows: RateInput['rows'], lowerIsBetter: boolean): { all: Verdicts; effective: Verdicts } | null {
  const byQuestion = new Map<string, number[]>()
  let passed = 0
  let judged = 0
  for (const { test_case_id, value } of rows) {
    if (value === null) continue
    if (!(value >= 0 && value <= 1)) return null
    const verdict = judgeSaysRight(value, lowerIsBetter) ? 1 : 0
    passed += verdict
    judged += 1
    const own = byQuestion.get(test_case_id)
    if (own === undefined) byQuestion.set(test_case_id, [verdict])
    else own.push(verdict)
  }
  if (judged === 0) return null
  const all = { passed, judged }
  if (byQuestion.size === judged) return { all, effective: all }
  const { designEffect } = oneWayIcc([...byQuestion.values()])
  const effective = Math.max(1, Math.floor(judged / Math.max(1, designEffect ?? judged / byQuestion.size)))
  return { all, effective: { passed: Math.round((passed / judged) * effective), judged: effective } }
}
