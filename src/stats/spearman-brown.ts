import type { Figure } from './result.ts'

/**
 * Spearman-Brown: the reliability of the mean of k repeats, k ICC / (1 + (k - 1) ICC), from that of one (0 .. 1).
 *
 * k >= 1, not necessarily whole. Assumes repeats that are exchangeable. Undefined for a reliability below 0, which is no
 * share of variance.
 * Source: Spearman 1910; Brown 1910.
 */
export function spearmanBrown(reliability: number, k: number): Figure {
  requireReliability(reliability)
  if (!(k >= 1 && Number.isFinite(k))) throw new RangeError(`a mean needs at least one repeat, got ${k}`)
  if (reliability < 0) return { value: null, reason: NEGATIVE }
  return { value: (k * reliability) / (1 + (k - 1) * reliability) }
}

/**
 * The least whole number of repeats whose mean has at least the wanted reliability (0 < target < 1):
 * target (1 - ICC) / (ICC (1 - target)), rounded up. Undefined where one repeat has a reliability of 0 or below.
 */
export function repeatsForReliability(reliability: number, target: number): Figure {
  requireReliability(reliability)
  if (!(target > 0 && target < 1)) throw new RangeError(`a wanted reliability lies between 0 and 1, got ${target}`)
  if (reliability < 0) return { value: null, reason: NEGATIVE }
  if (reliability === 0) return { value: null, reason: 'repeats of a reliability of 0 say nothing, however many' }
  if (reliability >= target) return { value: 1 }
  const exact = (target * (1 - reliability)) / (reliability * (1 - target))
  return { value: Math.ceil(exact * (1 - 1e-12)) }
}

const NEGATIVE = 'a reliability below 0 is no share of variance'

function requireReliability(reliability: number): void {
  if (!(reliability <= 1 && Number.isFinite(reliability))) {
    throw new RangeError(`a reliability is a number up to 1, got ${reliability}`)
  }
}
