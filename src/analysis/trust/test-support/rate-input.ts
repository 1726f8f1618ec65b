import type { RateInput, RateRow } from '../trust-inputs.ts'

/** `n` rows of one kind, each a question of its own. */
export function rateRows(n: number, right: boolean | null, value: number | null, prefix: string): RateRow[] {
  return Array.from({ length: n }, (_, i) => ({ test_case_id: `${prefix}${i}`, right, value }))
}

/** Rows of a random sample that was graded whole, scored by `correct`. */
export function rateInput(rows: RateRow[], extra: Partial<RateInput> = {}): RateInput {
  return {
    configuration: 'base',
    rows,
    metric: 'correct',
    lowerIsBetter: false,
    sampling: 'random',
    skipped: 0,
    runGrew: false,
    calibration: null,
    ...extra,
  }
}
