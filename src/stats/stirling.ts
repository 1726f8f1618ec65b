import { logGamma } from './log-gamma.ts'

const SERIES_FROM = 15
/** The errors at the whole numbers 0 .. 15, that at 0 not in use. Written out, since a computed power differs between engines. */
const ERRORS = [
  0, 0.08106146679532726, 0.0413406959554093, 0.02767792568499834, 0.020790672103765093, 0.016644691189821193,
  0.013876128823070748, 0.01189670994589177, 0.010411265261972096, 0.009255462182712733, 0.00833056343336287,
  0.007573675487951841, 0.00694284010720953, 0.006408994188004207, 0.0059513701127588475, 0.005554733551962801,
]

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
