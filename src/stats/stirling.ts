import { logGamma } from './log-gamma.ts'

const SERIES_FROM = 15
const ERRORS = smallErrors()

/**
 * ln Gamma(x + 1) - ln(sqrt(2 pi x) (x/e)^x) for x > 0: what Stirling's formula leaves out, from a series above 15.
 * Source: Loader 2000, "Fast and accurate computation of binomial probabilities".
 */
export function stirlingError(x: number): number {
  if (x <= SERIES_FROM) {
    return ERRORS[x] ?? logGamma(x) - (x - 0.5) * Math.log(x) + x - Math.log(2 * Math.PI) / 2
  }
  const s = 1 / (x * x)
  return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - s / 1188) * s) * s) * s) / x
}

function smallErrors(): Float64Array {
  const errors = new Float64Array(SERIES_FROM + 1)
  let factorial = 1
  for (let n = 1; n <= SERIES_FROM; n++) {
    factorial *= n
    errors[n] = Math.log(factorial / (Math.sqrt(2 * Math.PI * n) * (n / Math.E) ** n))
  }
  return errors
}

/** x ln(x / m) + m - x for x, m > 0; as a series where x is near m and the terms would cancel. */
export function deviance(x: number, m: number): number {
  const difference = x - m
  if (Math.abs(difference) >= 0.1 * (x + m)) return x * Math.log(x / m) - difference
  const v = difference / (x + m)
  let sum = difference * v
  let power = 2 * x * v
  for (let j = 3; ; j += 2) {
    power *= v * v
    const next = sum + power / j
    if (next === sum) return sum
    sum = next
  }
}
