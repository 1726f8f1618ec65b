import { deviance, stirlingError } from './stirling.ts'

const TINY = 1e-300
const PRECISION = 1e-15
const MOST_TERMS = 10_000

/**
 * The regularised incomplete beta function I_x(a, b), the distribution function of Beta(a, b); a, b > 0, 0 <= x <= 1.
 * Continued fraction of DLMF 8.17.22, evaluated by the method of Lentz; I_x(a, b) = 1 - I_{1-x}(b, a) where that converges
 * faster. x^a (1-x)^b / B(a, b) in Loader's form, in which nothing large cancels, so that a and b may be millions.
 */
export function incompleteBeta(x: number, a: number, b: number): number {
  if (!(a > 0 && b > 0 && x >= 0 && x <= 1)) throw new RangeError(`incompleteBeta(${x}, ${a}, ${b}) is not defined`)
  if (x === 0 || x === 1) return x
  return incompleteBetaOf({ x, complement: 1 - x }, a, b)
}

/** {@link incompleteBeta} for 0 < x < 1 with 1 - x given, where a caller knows it better than the subtraction gives it. */
export function incompleteBetaOf({ x, complement }: { x: number; complement: number }, a: number, b: number): number {
  // One side is taken once: where both would turn to the other by rounding there would be no end.
  return x > (a + 1) / (a + b + 2) ? 1 - lowerPart(complement, x, b, a) : lowerPart(x, complement, a, b)
}

function lowerPart(x: number, complement: number, a: number, b: number): number {
  const n = a + b
  const stirling = stirlingError(n) - stirlingError(a) - stirlingError(b)
  const exponent = stirling - deviance(a, n * x) - deviance(b, n * complement)
  const front = Math.exp(exponent) * Math.sqrt(b / (2 * Math.PI * a * n))
  return Math.min(1, front / continuedFraction(x, a, b))
}

function continuedFraction(x: number, a: number, b: number): number {
  let value = 1
  let c = 1
  let d = 0
  for (let term = 1; term <= MOST_TERMS; term++) {
    const m = Math.floor(term / 2)
    const numerator =
      term % 2 === 0
        ? (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
        : (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / nonZero(1 + numerator * d)
    c = nonZero(1 + numerator / c)
    value *= c * d
    if (Math.abs(c * d - 1) < PRECISION) return value
  }
  return value
}

function nonZero(value: number): number {
  return Math.abs(value) < TINY ? TINY : value
}
