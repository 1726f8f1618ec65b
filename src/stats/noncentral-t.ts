import { normalCdf } from './normal-cdf.ts'

/** Where the density has fallen by exp(-60) the rest adds nothing to a double. */
const NEGLIGIBLE = -60
const WIDEST_STEP = 0.06

/**
 * Both tails at t of the noncentral t distribution: T = (Z + noncentrality) / sqrt(X / df), Z standard normal, X chi-square
 * with `df` > 0. Absolute error about 1e-14; t and the noncentrality are any finite numbers.
 *
 * P(T <= t) = E[Phi(t S - noncentrality)], S = sqrt(X / df). With S = e^u the integrand is smooth on the whole line and falls
 * off exponentially, so that the trapezoidal rule gains digits exponentially as its step shrinks (Trefethen and Weideman
 * 2014). The weights are divided by their own sum.
 */
export function noncentralT(t: number, df: number, noncentrality: number): { lower: number; upper: number } {
  if (!(df > 0 && Number.isFinite(df) && Number.isFinite(t) && Number.isFinite(noncentrality))) {
    throw new RangeError(`noncentralT(${t}, ${df}, ${noncentrality}) is not defined`)
  }
  const step = Math.min(WIDEST_STEP, 0.4 / Math.sqrt(2 * df + noncentrality * noncentrality))
  const total = { weight: 0, lower: 0, upper: 0 }
  const add = (u: number): boolean => {
    const logWeight = df * (u - Math.expm1(2 * u) / 2)
    if (logWeight < NEGLIGIBLE) return false
    const weight = Math.exp(logWeight)
    const z = t * Math.exp(u) - noncentrality
    total.weight += weight
    total.lower += weight * normalCdf(z)
    total.upper += weight * normalCdf(-z)
    return true
  }
  for (let k = 0; add(k * step); k++);
  for (let k = -1; add(k * step); k--);
  return { lower: total.lower / total.weight, upper: total.upper / total.weight }
}
