/** The places of p values in ascending order of their values; refuses what is not a probability. */
export function ascendingPlaces(p: readonly number[]): number[] {
  for (const value of p) {
    if (!(value >= 0 && value <= 1)) throw new RangeError(`a p value lies between 0 and 1, got ${value}`)
  }
  return p.map((_, place) => place).sort((a, b) => (p[a] as number) - (p[b] as number))
}

/**
 * Holm's adjusted p values, in the order given: with p_(1) <= ... <= p_(K), adjusted p_(i) = max_{j <= i} min(1, (K-j+1) p_(j)).
 *
 * Rejecting where the adjusted value is at most alpha keeps the chance of any false rejection in the family at alpha,
 * whatever the dependence. Each is at least its own p and at most 1; no p values give none.
 * Source: Holm 1979; reference row 35.
 */
export function holm(p: readonly number[]): number[] {
  const adjusted = new Array<number>(p.length).fill(0)
  let highest = 0
  for (const [rank, place] of ascendingPlaces(p).entries()) {
    highest = Math.max(highest, Math.min(1, (p.length - rank) * (p[place] as number)))
    adjusted[place] = highest
  }
  return adjusted
}
