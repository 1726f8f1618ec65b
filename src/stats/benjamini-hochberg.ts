import { ascendingPlaces } from './holm.ts'

/**
 * Benjamini-Hochberg adjusted p values, in the order given: adjusted p_(i) = min_{j >= i} min(1, K p_(j) / j).
 *
 * Rejecting where the adjusted value is at most alpha keeps the expected share of false rejections among the rejections
 * at alpha, when the tests are independent or positively dependent. For exploring; verdicts use `holm`.
 * Source: Benjamini and Hochberg 1995; reference row 35 is their data.
 */
export function benjaminiHochberg(p: readonly number[]): number[] {
  return stepUp(p, p.length)
}

/** min_{j >= i} min(1, factor p_(j) / j) for each p value, in the order given. */
export function stepUp(p: readonly number[], factor: number): number[] {
  const adjusted = new Array<number>(p.length).fill(0)
  const places = ascendingPlaces(p)
  let lowest = 1
  for (let rank = places.length; rank >= 1; rank--) {
    const place = places[rank - 1] as number
    lowest = Math.min(lowest, (factor * (p[place] as number)) / rank)
    adjusted[place] = lowest
  }
  return adjusted
}
