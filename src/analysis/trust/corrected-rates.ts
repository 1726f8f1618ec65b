import { choosePpi } from '../../stats/choose-ppi.ts'
import { stratifiedPpi } from '../../stats/stratified-ppi.ts'
import { correctedRate, finishRate, guardedInterval } from './corrected-rate.ts'
import { type Chosen, fromGrades, noRate } from './rate-choice.ts'
import { guardVariance, type RateSample, rateSample } from './rate-sample.ts'
import { shareInterval } from './share-interval.ts'
import type { RateInput } from './trust-inputs.ts'
import type { TrustInterval } from './trust-line.ts'
import type { CorrectedRate } from './trust-report.ts'

/** Stands for all configurations together. */
export const ALL_CONFIGURATIONS = '*'

/**
 * `correctedRate` of each configuration and, of two or more, a last one for all together ({@link ALL_CONFIGURATIONS}).
 *
 * That one is the mean over all responses: each configuration's rate weighs as many responses as it has, whatever share of them is
 * graded, and answers to one question under several configurations may depend on each other. Its method is chosen as for one
 * configuration, with a weight of the scores of each configuration's own (so `lambda` is null). It is refused when one of the
 * configurations has no rate, for the same reason. With a calibration set the judge's verdicts are taken together.
 * Source: arXiv 2406.04291 for strata.
 */
export function correctedRates(inputs: readonly RateInput[]): CorrectedRate[] {
  const rates = inputs.map(correctedRate)
  const [first] = inputs
  if (first === undefined || inputs.length < 2) return rates
  return [...rates, together(inputs, first, rates)]
}

function together(inputs: readonly RateInput[], first: RateInput, rates: readonly CorrectedRate[]): CorrectedRate {
  const all: RateInput = { ...first, configuration: ALL_CONFIGURATIONS, rows: inputs.flatMap(({ rows }) => rows) }
  const ungraded = all.rows.some(({ right }) => right === null)
  if (!ungraded || all.calibration !== null) return correctedRate(all)
  const numbers = new Map<string, number>()
  const samples = inputs.map(({ rows, lowerIsBetter }) => rateSample(rows, lowerIsBetter, numbers))
  const pooled = rateSample(all.rows, all.lowerIsBetter)
  const refused = rates.find(({ method }) => method === null)
  if (refused !== undefined) {
    const graded = shareInterval(pooled.right, pooled.questions)
    return finishRate(all, pooled, graded, noRate(refused.reason_code))
  }
  const alone = stratified(samples.map(withoutScores))
  const alike = new Set(pooled.right).size < 2
  const human = alike ? shareInterval(pooled.right, pooled.questions) : asInterval(alone)
  return finishRate(all, pooled, human, choose(all, samples, pooled, human))
}

function choose(all: RateInput, samples: RateSample[], pooled: RateSample, human: TrustInterval): Chosen {
  if (all.metric === null) return fromGrades('no_metric', human)
  if (pooled.scoredOnly === 0) return fromGrades('no_scores', human)
  const { why } = choosePpi(pooled)
  if (why === 'few_grades' || why === 'weak_correlation') return fromGrades(why, human)
  const ppi = stratified(samples)
  if ('reason' in ppi) return fromGrades('human_narrower', human)
  const { value, low, high, unguarded } = ppi
  if (human.low !== null && human.high !== null && high - low >= human.high - human.low) {
    return fromGrades('human_narrower', human)
  }
  return { value, low, high, method: 'ppi_plus_plus', unguarded, reason_code: 'ppi_narrower' }
}

/** Scores that say nothing: PPI then weighs the grades of each configuration by its responses and no more. */
function withoutScores(sample: RateSample): RateSample {
  const { grades, scoresOnly } = sample
  return { ...sample, scores: new Float64Array(grades.length), scoresOnly: new Float64Array(scoresOnly.length) }
}

function asInterval(found: ReturnType<typeof stratified>): TrustInterval {
  return 'reason' in found ? found : { value: found.value, low: found.low, high: found.high }
}

function stratified(
  samples: readonly RateSample[],
): { value: number; low: number; high: number; unguarded: { low: number; high: number } } | NoStratified {
  const found = stratifiedPpi(samples.map((sample, place) => ({ ...sample, name: String(place) })))
  if (found.low === null)
    return { value: found.value, low: null, high: null, reason: 'too few grades in a configuration' }
  const extra = found.strata.reduce((sum, { weight, estimate }, place) => {
    const sample = samples[place]
    const lambda = 'lambda' in estimate ? estimate.lambda : 0
    return sample === undefined ? sum : sum + weight ** 2 * guardVariance(sample, lambda)
  }, 0)
  return { ...guardedInterval(found, found.df, extra), unguarded: { low: found.low, high: found.high } }
}

interface NoStratified {
  value: number | null
  low: null
  high: null
  reason: string
}
