import { incompleteGamma } from './incomplete-gamma.ts'

/** P(X <= x) of the chi-square distribution with `df` > 0 degrees of freedom: P(df/2, x/2); 0 for x <= 0. */
export function chiSquareCdf(x: number, df: number): number {
  return incompleteGamma(df / 2, Math.max(0, x) / 2).lower
}

/** P(X > x), the upper tail and so the p value of a chi-square test, with full relative precision when it is small. */
export function chiSquareSf(x: number, df: number): number {
  return incompleteGamma(df / 2, Math.max(0, x) / 2).upper
}
