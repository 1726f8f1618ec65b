import { mean } from './mean.ts'
import { type Interval, type NoInterval, requireFinite } from './result.ts'
import { safeUnit, timesUnit, withinRange } from './safe-unit.ts'
import { wilson } from './wilson.ts'

/** How often repeats of one item disagree. */
export interface FlipRate {
  /** Items with two or more repeats, and those of them whose repeats are not all equal. */
  items: number
  flipped: number
  /** Items with fewer than two repeats, which say nothing. */
  leftOut: number
  /** Mean over items of the standard deviation (divisor repeats - 1) within the item, in units of the score; null for no items. */
  meanWithinSd: number | null
}

/**
 * Flip rate of repeated verdicts or scores: the share, 0 .. 1, of items whose repeats are not all equal, with Wilson's
 * interval over items. `groups` holds the repeats of each item.
 *
 * Grows with the number of repeats, so compare only rates of equally many. Assumes independent items. Undefined when no
 * item has two repeats. Source: Wilson 1927 for the interval.
 */
export function flipRate(
  groups: readonly ArrayLike<number>[],
  options: { level?: number } = {},
): FlipRate & (Interval | NoInterval) {
  for (const group of groups) requireFinite(group, 'repeats')
  const repeated = groups.filter((group) => group.length > 1)
  const flipped = repeated.filter((group) => Array.from(group).some((value) => value !== group[0])).length
  const counts = { items: repeated.length, flipped, leftOut: groups.length - repeated.length }
  const meanWithinSd = mean(repeated.map(deviation)).value
  if (repeated.length === 0) {
    return { value: null, low: null, high: null, reason: 'no item has two repeats', ...counts, meanWithinSd }
  }
  return { ...wilson(flipped, repeated.length, options), ...counts, meanWithinSd }
}

function deviation(group: ArrayLike<number>): number {
  const unit = safeUnit(group)
  const values = timesUnit(group, unit)
  const centre = mean(values).value ?? 0
  const squares = values.map((value) => (value - centre) ** 2)
  return withinRange(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (group.length - 1)) / unit)
}
