import { choosePpi } from '../../stats/choose-ppi.ts'
import { mean } from '../../stats/mean.ts'
import type { PpiMean } from '../../stats/ppi.ts'
import { studentTQuantile } from '../../stats/student-t.ts'
import { calibratedRate } from './calibrated-rate.ts'
import { type Chosen, fromGrades, noRate, type RateCode, refusal } from './rate-choice.ts'
import { rateReason } from './rate-reason.ts'
import { guardVariance, type RateSample, rateSample } from './rate-sample.ts'
import { shareInterval } from './share-interval.ts'
import type { RateInput } from './trust-inputs.ts'
import type { TrustInterval } from './trust-line.ts'
import type { CorrectedRate } from './trust-report.ts'

/**
 * The share of right answers, 0 .. 1, among all responses of a configuration, from few grades and many scores, with its 95 %
 * interval; `reason` says in one sentence why this method was taken or why there is no rate (`value` null).
 *
 * In this order:
 * - every response graded: the plain share, Wilson's interval (clustered by question where questions repeat);
 * - a calibration set given: Rogan-Gladen with the interval of Lang and Reiczigel (`calibratedRate`), refused for another judge
 *   or metric version and for a judge that says nothing there;
 * - no rate at all without grades, when the graded responses are not (known to be) a random sample of all, when the run has got
 *   more responses since they were drawn, and when more than 10 % of the drawn ones were passed over;
 * - PPI++ with the scores when at least 30 questions are graded, scores and grades correlate (.4 or more and above what chance
 *   weights cost) and its interval is narrower than that of the grades alone; otherwise the grades alone.
 *
 * PPI++ is clustered by question and its interval, widened by `guardVariance`, is put into 0 .. 1. It covers responses
 * without a score. Assumes that graded and other responses differ by chance alone and that one judge scored both.
 * Source: arXiv 2311.01453; Lang and Reiczigel 2014; Wilson 1927.
 */
export function correctedRate(input: RateInput): CorrectedRate {
  const sample = rateSample(input.rows, input.lowerIsBetter)
  const human = shareInterval(sample.right, sample.questions)
  return finishRate(input, sample, human, chosen(input, sample, human))
}

/** Puts what was chosen together with what is told in any case. */
export function finishRate(
  input: Pick<RateInput, 'configuration' | 'metric'>,
  sample: Pick<RateSample, 'right' | 'known' | 'scoredOnly' | 'noScore'>,
  human: TrustInterval,
  choice: Chosen,
): CorrectedRate {
  const inUnits = sample.known.every((value) => value >= 0 && value <= 1)
  const rate: CorrectedRate = {
    configuration: input.configuration,
    metric: input.metric,
    graded: sample.right.length,
    scored_only: sample.scoredOnly,
    no_score: sample.noScore,
    judge_rate: inUnits ? mean(sample.known).value : null,
    human,
    lambda: null,
    unguarded: null,
    sensitivity: null,
    specificity: null,
    reason: '',
    ...choice,
  }
  return rate.reason === '' ? { ...rate, reason: rateReason(rate) } : rate
}

function chosen(input: RateInput, sample: RateSample, human: TrustInterval): Chosen {
  const graded = sample.right.length
  if (graded > 0 && graded === input.rows.length) return fromGrades('all_graded', human)
  if (input.calibration !== null) return calibratedRate(input, input.calibration)
  const refused = refusal(input, graded)
  if (refused !== null) return noRate(refused)
  if (input.metric === null) return fromGrades('no_metric', human)
  if (sample.scoredOnly === 0) return fromGrades('no_scores', human)
  const { method, why, ppi } = choosePpi(sample)
  if (method === 'human_only' || ppi === null || ppi.low === null) return fromGrades(humanCode(why), human)
  const guarded = guardedInterval(ppi, ppi.df ?? graded - 1, guardVariance(sample, ppi.lambda))
  if (human.low !== null && human.high !== null && guarded.high - guarded.low >= human.high - human.low) {
    return fromGrades('human_narrower', human)
  }
  return {
    ...guarded,
    method: 'ppi_plus_plus',
    lambda: ppi.lambda,
    unguarded: { low: ppi.low, high: ppi.high },
    reason_code: 'ppi_narrower',
  }
}

/** value ± t sqrt(se² + extra), put into 0 .. 1. */
export function guardedInterval(
  { value, se }: Pick<PpiMean, 'value' | 'se'>,
  df: number,
  extra: number,
): { value: number; low: number; high: number } {
  const half = studentTQuantile(0.975, df) * Math.sqrt(se * se + extra)
  const inside = (share: number) => Math.min(1, Math.max(0, share))
  return { value: inside(value), low: inside(value - half), high: inside(value + half) }
}

function humanCode(why: ReturnType<typeof choosePpi>['why']): RateCode {
  return why === 'ppi_narrower' ? 'human_narrower' : why
}
