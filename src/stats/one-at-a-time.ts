import { type Contrast, type ContrastOptions, contrast } from './contrast.ts'
import type { NoInterval } from './result.ts'

/** What one change did to the base: its mean effect per question, in units of the score. */
export interface OneAtATimeEffect {
  factor: string
  effect: Contrast | NoInterval
}

/**
 * Effects of changes made one at a time: e_q = y_q(base + change) - y_q(base), averaged over questions (`contrast`).
 *
 * `base` and each `scores` hold one score a question, in the same order; repeats are averaged before. These are simple effects:
 * they hold at the base, and changes that help or hinder each other do not show (`additivityGap`, `factorialEffects`).
 * Effects share the scores of the base, so they are not independent of each other.
 * Source: Daniel 1973, Journal of the American Statistical Association 68, 353-360.
 */
export function oneAtATime(
  base: ArrayLike<number>,
  changes: readonly { factor: string; scores: ArrayLike<number> }[],
  options: ContrastOptions = {},
): OneAtATimeEffect[] {
  return changes.map(({ factor, scores }) => ({ factor, effect: contrast([scores, base], [1, -1], options) }))
}
