/** The parts that an area under the ROC curve is made of; `auc` is null when a class is empty, and the rest is then without meaning. */
export interface Placements {
  auc: number | null
  /** V10: for each good score the share of bad scores below it, ties counting half. */
  ofGood: Float64Array
  /** V01: for each bad score the share of good scores above it, ties counting half. */
  ofBad: Float64Array
}

/**
 * Placement values of two samples: V10_i = mean_j psi(x_i, y_j) and V01_j = mean_i psi(x_i, y_j) with psi = 1 for x > y, 1/2
 * for a tie, 0 otherwise. Both have the mean A = (1/mn) sum_ij psi(x_i, y_j), the area under the ROC curve.
 * Each is counted in whole halves before the one division, so that no rounding enters A. Time N log N.
 * Source: DeLong, DeLong and Clarke-Pearson 1988; Hanley and Hajian-Tilaki 1997 for the name.
 */
export function placements(good: ArrayLike<number>, bad: ArrayLike<number>): Placements {
  const ofGood = halvesBelow(good, Float64Array.from(bad).sort())
  const ofBad = halvesBelow(bad, Float64Array.from(good).sort())
  const m = good.length
  const n = bad.length
  let halves = 0
  for (let i = 0; i < m; i++) {
    halves += ofGood[i] as number
    ofGood[i] = (ofGood[i] as number) / (2 * n)
  }
  for (let j = 0; j < n; j++) ofBad[j] = (2 * m - (ofBad[j] as number)) / (2 * m)
  return { auc: m === 0 || n === 0 ? null : halves / (2 * m * n), ofGood, ofBad }
}

/** For each value twice the count of sorted values below it, plus the count of equal ones: whole numbers. */
export function halvesBelow(values: ArrayLike<number>, sorted: Float64Array): Float64Array {
  const halves = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    const below = firstAtLeast(sorted, value)
    const notAbove = sorted[below] === value ? firstAbove(sorted, value, below) : below
    halves[i] = below + notAbove
  }
  return halves
}

function firstAtLeast(sorted: Float64Array, value: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) < value) low = middle + 1
    else high = middle
  }
  return low
}

function firstAbove(sorted: Float64Array, value: number, from: number): number {
  let low = from
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((sorted[middle] as number) <= value) low = middle + 1
    else high = middle
  }
  return low
}
