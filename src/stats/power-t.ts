import { noncentralT } from './noncentral-t.ts'
import { studentTQuantile } from './student-t.ts'

/** `one`: n (pairs of) measurements against 0; `two`: n measurements in each of two independent groups. */
export type Samples = 'one' | 'two'

/** A number of measurements (a group) as the formula gives it, and rounded up. */
export type SampleSize = { value: number; whole: number } | { value: null; whole: null; reason: string }

const MOST = 1e9

/**
 * Power of the two-sided t test: the chance, from 0 to 1, of p <= alpha when the true standardised effect is `effect` (mean
 * or difference of means over the standard deviation; for paired scores that of the differences).
 *
 * T is noncentral t: one sample df = n-1, noncentrality effect sqrt(n); two samples df = 2n-2, effect sqrt(n/2); both tails count.
 * n > 1, need not be whole. Assumes normal, independent measurements; divide n by the design effect for clusters first.
 * Source: Cohen 1988; reference row 36 agrees with R's power.t.test.
 */
export function powerT(effect: number, n: number, options: { samples: Samples; alpha?: number }): number {
  const { samples, alpha = 0.05 } = options
  requireAlpha(alpha)
  if (!(Number.isFinite(effect) && n > 1 && Number.isFinite(n))) {
    throw new RangeError(`power of a t test needs an effect and n > 1, got effect ${effect}, n ${n}`)
  }
  const df = samples === 'one' ? n - 1 : 2 * n - 2
  const noncentrality = effect * Math.sqrt(samples === 'one' ? n : n / 2)
  const critical = studentTQuantile(1 - alpha / 2, df)
  return noncentralT(critical, df, noncentrality).upper + noncentralT(-critical, df, noncentrality).lower
}

/**
 * The number of measurements (in each group) at which {@link powerT} reaches `power` (default 0.8), by bisection. Undefined
 * (null) for an effect of 0 and when a thousand million do not suffice; at least 2.
 */
export function sampleSizeT(effect: number, options: { samples: Samples; power?: number; alpha?: number }): SampleSize {
  const { samples, power = 0.8, alpha = 0.05 } = options
  requirePower(power, alpha)
  if (effect === 0) return { value: null, whole: null, reason: 'no effect to find' }
  const reaches = (n: number) => powerT(effect, n, { samples, alpha }) >= power
  let enough = 2
  while (!reaches(enough)) {
    enough *= 2
    if (enough > MOST) return { value: null, whole: null, reason: 'more than a thousand million measurements' }
  }
  const value = enough === 2 ? 2 : bisect(enough / 2, enough, reaches)
  // A root found a hair above a whole number is that number.
  return { value, whole: Math.ceil(value - 1e-9 * value) }
}

/** The smallest positive effect that n measurements (in each group) find with `power` (default 0.8); n > 1. */
export function detectableEffectT(n: number, options: { samples: Samples; power?: number; alpha?: number }): number {
  const { samples, power = 0.8, alpha = 0.05 } = options
  requirePower(power, alpha)
  const reaches = (effect: number) => powerT(effect, n, { samples, alpha }) >= power
  let enough = 1
  while (!reaches(enough)) enough *= 2
  return bisect(0, enough, reaches)
}

function bisect(tooLow: number, enough: number, reaches: (value: number) => boolean): number {
  let low = tooLow
  let high = enough
  while (high - low > 1e-12 * high) {
    const middle = (low + high) / 2
    if (reaches(middle)) high = middle
    else low = middle
  }
  return high
}

function requirePower(power: number, alpha: number): void {
  requireAlpha(alpha)
  if (!(power > alpha && power < 1)) throw new RangeError(`a power lies between alpha and 1, got ${power}`)
}

function requireAlpha(alpha: number): void {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError(`alpha lies between 0 and 1, got ${alpha}`)
}
