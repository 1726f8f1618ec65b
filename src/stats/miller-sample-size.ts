import { normalQuantile } from './normal-quantile.ts'
import type { SampleSize } from './power-t.ts'

/** What is known or assumed about two configurations that answer the same questions; variances in squared score units. */
export interface MillerPlan {
  /** Variance over questions of the expected difference A - B. */
  between: number
  /** Mean variance within a question, over repeats, of each configuration; 0 when an answer never changes. */
  withinA?: number
  withinB?: number
  /** Repeats of each question, from 1. */
  repeatsA?: number
  repeatsB?: number
}

interface Errors {
  alpha?: number
  power?: number
}

/**
 * How many questions find a mean difference of `difference`, by Miller's formula:
 * n = (z_{alpha/2} + z_beta)² (between + withinA / repeatsA + withinB / repeatsB) / difference², two-sided.
 *
 * `value` as the formula gives it, `whole` rounded up. Undefined (null) for a difference of 0. Assumes independent questions
 * (multiply by the design effect otherwise) and many of them; for few use `sampleSizeT`.
 * Source: Miller 2024, arXiv 2411.00640, section 5; with 1/9, .03, .05 and .8 it gives 968.9975.
 */
export function millerSampleSize(plan: MillerPlan & { difference: number }, errors: Errors = {}): SampleSize {
  const { difference } = plan
  if (!Number.isFinite(difference)) throw new RangeError(`a difference is a finite number, got ${difference}`)
  if (difference === 0) return { value: null, whole: null, reason: 'no difference to find' }
  const value = (quantiles(errors) ** 2 * variance(plan)) / difference ** 2
  return { value, whole: Math.ceil(value) }
}

/** The smallest difference, in score units, that n questions find: the formula of {@link millerSampleSize} solved for it. */
export function millerDetectableDifference(plan: MillerPlan & { questions: number }, errors: Errors = {}): number {
  if (!(plan.questions > 0)) throw new RangeError(`a number of questions is positive, got ${plan.questions}`)
  return quantiles(errors) * Math.sqrt(variance(plan) / plan.questions)
}

function variance({ between, withinA = 0, withinB = 0, repeatsA = 1, repeatsB = 1 }: MillerPlan): number {
  if (![between, withinA, withinB].every((one) => one >= 0 && Number.isFinite(one))) {
    throw new RangeError(`variances are numbers from 0, got ${between}, ${withinA}, ${withinB}`)
  }
  if (!(repeatsA >= 1 && repeatsB >= 1)) throw new RangeError(`repeats are at least 1, got ${repeatsA} and ${repeatsB}`)
  return between + withinA / repeatsA + withinB / repeatsB
}

function quantiles({ alpha = 0.05, power = 0.8 }: Errors): number {
  if (!(alpha > 0 && alpha < 1 && power > 0 && power < 1)) {
    throw new RangeError(`alpha and power lie between 0 and 1, got ${alpha} and ${power}`)
  }
  return normalQuantile(1 - alpha / 2) + normalQuantile(power)
}
