/** Where Wald's sequential test of a pass rate stands. */
export interface Sprt {
  decision: 'accept_p0' | 'accept_p1' | 'continue'
  /** ln of the likelihood under p1 over that under p0. */
  logRatio: number
  /** Accept p1 at or above `upper`, p0 at or below `lower`. */
  upper: number
  lower: number
}

/** Chances of accepting p1 though p0 is true (alpha), and p0 though p1 is true (beta). */
export interface SprtErrors {
  alpha?: number
  beta?: number
}

/** Wald's thresholds ln((1-b)/a) and ln(b/(1-a)); alpha + beta < 1. The true errors are at most
 * a / (1-b) and b / (1-a), and together at most a + b. */
export function sprtThresholds(errors: SprtErrors = {}): { upper: number; lower: number } {
  const { alpha = 0.05, beta = 0.2 } = errors
  if (!(alpha > 0 && beta > 0 && alpha + beta < 1)) {
    throw new RangeError(`errors are positive and together below 1, got ${alpha} and ${beta}`)
  }
  return { upper: Math.log((1 - beta) / alpha), lower: Math.log(beta / (1 - alpha)) }
}

/**
 * Wald's sequential probability ratio test of a pass rate p0 against p1, looked at after every answer.
 *
 * logRatio = passes ln(p1/p0) + fails ln((1-p1)/(1-p0)). Assumes independent answers in random order; it says nothing of
 * rates between the two, and its estimate of the rate at the stop is biased. p0 and p1 lie between 0 and 1 and differ.
 * Source: Wald 1945.
 */
export function sprt(
  counts: { passes: number; fails: number },
  rates: { p0: number; p1: number },
  errors: SprtErrors = {},
): Sprt {
  const { passes, fails } = counts
  const { p0, p1 } = rates
  if (![passes, fails].every((count) => Number.isInteger(count) && count >= 0)) {
    throw new RangeError(`passes and fails are whole numbers from 0, got ${passes} and ${fails}`)
  }
  if (![p0, p1].every((rate) => rate > 0 && rate < 1) || p0 === p1) {
    throw new RangeError(`the two rates lie between 0 and 1 and differ, got ${p0} and ${p1}`)
  }
  const { upper, lower } = sprtThresholds(errors)
  const logRatio = passes * Math.log(p1 / p0) + fails * (Math.log1p(-p1) - Math.log1p(-p0))
  const decision = logRatio >= upper ? 'accept_p1' : logRatio <= lower ? 'accept_p0' : 'continue'
  return { decision, logRatio, upper, lower }
}
