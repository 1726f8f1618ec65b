import { mean } from './mean.ts'
import type { Figure } from './result.ts'

/** Two means of ratio scores that answer different questions. */
export interface RatioMeans {
  /** Mean of k_i / n_i: how a typical answer does; every answer counts alike. This is the one to report. */
  macro: Figure
  /** sum k_i / sum n_i: how a typical claim does; an answer counts by its claims. */
  pooled: Figure
  /** Answers that count, and answers without claims (n_i = 0), which have no score. */
  answers: number
  withoutClaims: number
}

/** Macro and pooled mean, 0 .. 1, of ratio scores `[k, n]`; null with a reason when no answer has a claim. */
export function ratioMeans(ratios: readonly (readonly [k: number, n: number])[]): RatioMeans {
  for (const [k, n] of ratios) {
    if (!(Number.isInteger(k) && Number.isInteger(n) && k >= 0 && k <= n)) {
      throw new RangeError(`a ratio score needs whole numbers 0 <= k <= n, got ${k} of ${n}`)
    }
  }
  const counted = ratios.filter(([, n]) => n > 0)
  const none: Figure = { value: null, reason: 'no answer has a claim' }
  const macro = counted.length === 0 ? none : mean(counted.map(([k, n]) => k / n))
  const sum = (place: 0 | 1) => counted.reduce((total, ratio) => total + ratio[place], 0)
  const pooled = counted.length === 0 ? none : { value: sum(0) / sum(1) }
  return { macro, pooled, answers: counted.length, withoutClaims: ratios.length - counted.length }
}
