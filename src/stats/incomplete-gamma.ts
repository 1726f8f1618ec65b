import { logGamma } from './log-gamma.ts'

const PRECISION = 1e-16
const MOST_TERMS = 1_000_000
const TINY = 1e-300

/**
 * The regularised incomplete gamma functions P(a, x) and Q(a, x) = 1 - P(a, x): the lower and the upper tail at x of the
 * gamma distribution with shape a > 0 and scale 1; x >= 0 (Infinity allowed). The smaller one has full relative precision.
 * Source: DLMF 8.7.1 (series, below a + 1) and 8.9.2 (continued fraction, above), the latter by the method of Lentz.
 */
export function incompleteGamma(a: number, x: number): { lower: number; upper: number } {
  if (!(a > 0 && Number.isFinite(a) && x >= 0)) throw new RangeError(`incompleteGamma(${a}, ${x}) is not defined`)
  if (x === 0) return { lower: 0, upper: 1 }
  if (x === Number.POSITIVE_INFINITY) return { lower: 1, upper: 0 }
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  if (x < a + 1) {
    const lower = Math.min(1, front * series(a, x))
    return { lower, upper: 1 - lower }
  }
  const upper = Math.min(1, front * continuedFraction(a, x))
  return { lower: 1 - upper, upper }
}

function series(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n <= MOST_TERMS; n++) {
    term *= x / (a + n)
    sum += term
    if (term < sum * PRECISION) return sum
  }
  return sum
}

function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = 1 / TINY
  let d = 1 / b
  let value = d
  for (let n = 1; n <= MOST_TERMS; n++) {
    const numerator = -n * (n - a)
    b += 2
    d = 1 / nonZero(numerator * d + b)
    c = nonZero(b + numerator / c)
    value *= c * d
    if (Math.abs(c * d - 1) < 1e-15) return value
  }
  return value
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
