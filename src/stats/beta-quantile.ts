import { incompleteBeta } from './incomplete-beta.ts'

/**
 * The x with P(X <= x) = p for X of Beta(a, b); a, b > 0, 0 <= p <= 1; exactly 0 at p = 0 and 1 at p = 1.
 * Bisection of `incompleteBeta` down to neighbouring doubles, so as exact as that is.
 */
export function betaQuantile(p: number, a: number, b: number): number {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a beta quantile needs 0 <= p <= 1, got ${p}`)
  if (!(a > 0 && b > 0)) throw new RangeError(`a beta distribution needs a, b > 0, got ${a} and ${b}`)
  if (p === 0 || p === 1) return p
  let low = 0
  let high = 1
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (incompleteBeta(middle, a, b) < p) low = middle
    else high = middle
  }
}
