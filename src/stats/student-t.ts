import { incompleteBeta, incompleteBetaOf } from './incomplete-beta.ts'
import { normalQuantile } from './normal-quantile.ts'

/** P(T <= t) of Student's t with `df` > 0 degrees of freedom: 1 - I_x(df/2, 1/2) / 2 with x = df / (df + t²) for t >= 0. */
export function studentTCdf(t: number, df: number): number {
  if (!(df > 0)) throw new RangeError(`Student's t needs df > 0, got ${df}`)
  const square = t * t
  // Near 0 the first form would lose digits: df / (df + t²) rounds to 1.
  const ofSquare = square / (df + square)
  const ofDf = df / (df + square)
  const tail =
    square < 1
      ? 0.5 - incompleteBeta(ofSquare, 0.5, df / 2) / 2
      : ofDf === 0 || ofSquare === 1
        ? incompleteBeta(ofDf, df / 2, 0.5) / 2
        : incompleteBetaOf({ x: ofDf, complement: ofSquare }, df / 2, 0.5) / 2
  return t >= 0 ? 1 - tail : tail
}

/** The t with P(T <= t) = p, by bisection between bounds that hold it; 0 < p < 1, df > 0. */
export function studentTQuantile(p: number, df: number): number {
  if (!(p > 0 && p < 1)) throw new RangeError(`a t quantile needs 0 < p < 1, got ${p}`)
  if (p === 0.5) return 0
  if (p < 0.5) return -studentTQuantile(1 - p, df)
  let low = 0
  let high = Math.max(1, normalQuantile(p))
  while (studentTCdf(high, df) < p) high *= 2
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return middle
    if (studentTCdf(middle, df) < p) low = middle
    else high = middle
  }
}
