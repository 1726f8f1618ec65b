import { type Contrast, type ContrastOptions, contrast } from './contrast.ts'
import type { NoInterval } from './result.ts'

/** What all changes together do beyond the sum of what each does alone, in units of the score. */
export type AdditivityGap = (Contrast & { excludesZero: boolean }) | NoInterval

/**
 * y(all) - y(base) - sum_i [y(base + i) - y(base)] per question, averaged: 0 when the changes neither help nor hinder each other.
 *
 * One list of scores a configuration, one score a question in the same order. When `excludesZero`, shares of the improvement by
 * change must not be published: they do not add up to it. An interval that holds 0 does not prove additivity.
 * With two changes this is the difference of differences, twice the interaction in Yates's form (`factorialEffects`). Assumptions,
 * and where it is undefined: as `contrast`. Source: Montgomery, Design and Analysis of Experiments, chapter 6.
 */
export function additivityGap(
  scores: { base: ArrayLike<number>; changes: readonly ArrayLike<number>[]; all: ArrayLike<number> },
  options: ContrastOptions = {},
): AdditivityGap {
  const { base, changes, all } = scores
  const weights = [1, changes.length - 1, ...changes.map(() => -1)]
  const gap = contrast([all, base, ...changes], weights, options)
  return gap.low === null ? gap : { ...gap, excludesZero: gap.low > 0 || gap.high < 0 }
}
