import { stepUp } from './benjamini-hochberg.ts'

/**
 * Benjamini-Yekutieli adjusted p values, in the order given: Benjamini-Hochberg with K replaced by K (1 + 1/2 + ... + 1/K).
 * Keeps the expected share of false rejections at alpha under any dependence, at the price of that factor.
 * Source: Benjamini and Yekutieli 2001, theorem 1.3; reference row 35.
 */
export function benjaminiYekutieli(p: readonly number[]): number[] {
  let harmonic = 0
  for (let k = p.length; k >= 1; k--) harmonic += 1 / k
  return stepUp(p, p.length * harmonic)
}
