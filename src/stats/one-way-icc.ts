import { designEffect } from './design-effect.ts'
import { compensatedSum, mean } from './mean.ts'
import { requireFinite } from './result.ts'
import { safeUnit, timesUnit } from './safe-unit.ts'

/** How alike values of one group are, with the mean squares behind it. */
export interface OneWayIcc {
  /** ICC(1,1), -1 / (k0 - 1) .. 1; below 0 when groups differ less than chance would make them. */
  value: number
  /** Mean squares between and within groups, in squared units of the values. */
  bms: number
  wms: number
  /** The group size that enters the formula: n0, the common size when all groups have it. */
  k0: number
  /** How much the variance of the mean over all values grows by the groups: 1 + (k - 1) ICC, k = sum n_g² / sum n_g. */
  designEffect: number
  groups: number
  n: number
}

/** No ICC: `reason` says why. */
export interface NoIcc {
  value: null
  reason: string
  k0: number | null
  designEffect: null
  groups: number
  n: number
}

/**
 * Intraclass correlation ICC(1,1) of values in groups (repeats of an item, configurations of a question), from the one-way
 * analysis of variance: (BMS - WMS) / (BMS + (k0 - 1) WMS).
 *
 * Groups may differ in size: k0 = (N - sum n_g² / N) / (G - 1). Empty groups are left out; groups of one count for BMS.
 * 0 / 1 values are allowed: then it is the likeness of labels within a question.
 * Assumes exchangeable values within a group. Undefined for fewer than two groups, when no group has two values, and when
 * all values are equal (or are beyond 1e150, too large to be squared).
 * Source: Shrout and Fleiss 1979, case 1; unequal sizes as in Donner 1986; reference row 18 of the tests.
 */
export function oneWayIcc(groups: readonly ArrayLike<number>[]): OneWayIcc | NoIcc {
  const filled = groups.filter((group) => group.length > 0)
  for (const group of filled) requireFinite(group, 'the values of a group')
  const sizes = filled.map((group) => group.length)
  const n = sizes.reduce((sum, size) => sum + size, 0)
  const none = (reason: string, k0: number | null): NoIcc => {
    return { value: null, reason, k0, designEffect: null, groups: filled.length, n }
  }
  if (filled.length < 2) return none('it takes two groups', null)
  const squares = sizes.reduce((sum, size) => sum + size * size, 0)
  const k0 = (n - squares / n) / (filled.length - 1)
  if (n === filled.length) return none('no group has two values', k0)
  const unit = safeUnit(...filled)
  const scaled = filled.map((group) => timesUnit(group, unit))
  const { bms, wms } = meanSquares(scaled, n)
  const below = bms + (k0 - 1) * wms
  if (below === 0) return none('all values are equal', k0)
  const value = (bms - wms) / below
  if (unit < SMALLEST_UNIT) return none('the values are too large to be squared', k0)
  const squared = { bms: bms / unit / unit, wms: wms / unit / unit }
  return { value, ...squared, k0, designEffect: designEffect(squares / n, value), groups: filled.length, n }
}

/** Values beyond about 1e150, whose mean squares are no numbers any more. */
const SMALLEST_UNIT = 2 ** -500

function meanSquares(groups: readonly ArrayLike<number>[], n: number): { bms: number; wms: number } {
  const means = groups.map((group) => mean(group).value ?? 0)
  const lowest = means.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  const moved = groups.map((group, g) => group.length * ((means[g] as number) - lowest))
  const overall = lowest + compensatedSum(moved) / n
  const between = groups.map((group, g) => group.length * ((means[g] as number) - overall) ** 2)
  const within = new Float64Array(n)
  let next = 0
  groups.forEach((group, g) => {
    const middle = means[g] as number
    for (let i = 0; i < group.length; i++) within[next++] = ((group[i] as number) - middle) ** 2
  })
  return { bms: compensatedSum(between) / (groups.length - 1), wms: compensatedSum(within) / (n - groups.length) }
}
