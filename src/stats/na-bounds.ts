import { compensatedSum } from './mean.ts'
import { requireFinite } from './result.ts'

/** The mean difference A - B where scores are missing. */
export interface NaBounds {
  /** Questions asked, questions on which both have a score, and the scores missing in each arm. */
  n: number
  compared: number
  missingA: number
  missingB: number
  /** Mean difference over the questions compared; null when there is none. */
  difference: number | null
  /** Mean difference over all questions at worst for A (its missing scores lowest, B's highest) and at best; null for no questions. */
  low: number | null
  high: number | null
}

/**
 * How far could scores that could not be given (null) move the difference of two configurations on the same questions?
 *
 * The bounds assume nothing about why a score is missing: every missing one is put at the lowest, then at the highest value of
 * the scale (default 0 and 1). They hold the difference over all questions; the difference over the questions compared can lie
 * outside them, since it leaves questions out. They are no confidence interval: sampling error comes on top.
 * Source: Horowitz and Manski 2000, worst-case bounds.
 */
export function naBounds(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  options: { lowest?: number; highest?: number } = {},
): NaBounds {
  const { lowest = 0, highest = 1 } = options
  if (!(lowest < highest)) throw new RangeError(`a scale needs lowest < highest, got ${lowest} and ${highest}`)
  if (a.length !== b.length) throw new RangeError(`paired scores need equal lengths, got ${a.length} and ${b.length}`)
  for (const scores of [a, b]) {
    const present = scores.filter((score) => score !== null)
    requireFinite(present, 'scores')
    const outside = present.find((score) => score < lowest || score > highest)
    if (outside !== undefined) throw new RangeError(`scores lie between ${lowest} and ${highest}, got ${outside}`)
  }
  const n = a.length
  const pairs = a.map((score, place) => [score, b[place] ?? null] as const)
  const compared = pairs.flatMap(([first, second]) => (first === null || second === null ? [] : [first - second]))
  const meanWith = (missingA: number, missingB: number) =>
    n === 0 ? null : compensatedSum(pairs.map(([first, second]) => (first ?? missingA) - (second ?? missingB))) / n
  return {
    n,
    compared: compared.length,
    missingA: a.filter((score) => score === null).length,
    missingB: b.filter((score) => score === null).length,
    difference: compared.length === 0 ? null : compensatedSum(compared) / compared.length,
    low: meanWith(lowest, highest),
    high: meanWith(highest, lowest),
  }
}
