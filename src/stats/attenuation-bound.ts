import type { Figure } from './result.ts'

/**
 * The largest correlation that two unreliable measurements can show: sqrt(ICC_a ICC_b), 0 .. 1, reached when what they
 * measure is perfectly correlated. A judge cannot correlate with people better than their own repeats allow.
 *
 * Assumes errors that do not depend on each other. Undefined when either reliability is below 0.
 * Source: Spearman 1904.
 */
export function attenuationBound(reliabilityA: number, reliabilityB: number): Figure {
  for (const one of [reliabilityA, reliabilityB]) {
    if (!(one <= 1 && Number.isFinite(one))) throw new RangeError(`a reliability is a number up to 1, got ${one}`)
  }
  if (reliabilityA < 0 || reliabilityB < 0) {
    return { value: null, reason: 'a reliability below 0 is no share of variance' }
  }
  return { value: Math.sqrt(reliabilityA * reliabilityB) }
}
