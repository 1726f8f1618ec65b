import type { RateInput } from './trust-inputs.ts'
import type { TrustInterval } from './trust-line.ts'
import type { CorrectedRate } from './trust-report.ts'

/** Above this share of the drawn responses the ones that were passed over may differ from the others. */
export const MOST_SKIPPED = 0.1

export type RateCode = CorrectedRate['reason_code']

/** What is chosen; the rest of a CorrectedRate is the same whatever is. */
export type Chosen = Pick<CorrectedRate, 'value' | 'low' | 'high' | 'method' | 'reason_code'> &
  Partial<Pick<CorrectedRate, 'lambda' | 'unguarded' | 'sensitivity' | 'specificity' | 'judge_rate' | 'reason'>>

/** Why no rate of all responses follows from the graded ones, or null. */
export function refusal(input: Pick<RateInput, 'sampling' | 'runGrew' | 'skipped'>, graded: number): RateCode | null {
  if (graded === 0) return 'no_grades'
  if (input.sampling === 'chosen' || input.sampling === 'mixed') return 'not_random'
  if (input.sampling === 'unknown') return 'sampling_unknown'
  if (input.runGrew) return 'run_grew'
  return input.skipped > MOST_SKIPPED * (graded + input.skipped) ? 'many_skipped' : null
}

export function noRate(code: RateCode): Chosen {
  return { value: null, low: null, high: null, method: null, reason_code: code }
}

export function fromGrades(code: RateCode, human: TrustInterval): Chosen {
  const { value, low, high } = human
  return { value, low, high, method: 'human_only', reason_code: code }
}
