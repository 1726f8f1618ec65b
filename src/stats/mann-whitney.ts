import { midranks } from './midranks.ts'
import { normalSf } from './normal-cdf.ts'
import { type Figure, requireFinite } from './result.ts'

/** The rank sum test of two samples. All p are two-sided. */
export interface MannWhitney {
  /** Pairs in which x lies above y, ties counting half: from 0 to mn; U / (mn) is the area under the ROC curve. */
  u: Figure
  /** From all orders of the ranks; only without ties and up to mn = 2,500. `labelPermutation` gives it with ties. */
  pExact: Figure
  /** Normal approximation with the variance corrected for ties, without and with continuity correction. */
  pNormal: Figure
  pNormalCorrected: Figure
}

/** Up to this product of the counts the exact distribution is worked out. */
const MOST_EXACT = 2500

/**
 * Mann-Whitney U test: does one of two independent samples tend to be larger?
 *
 * U = R_x - m(m+1)/2 from midranks; mean mn/2, variance mn/12 [(N+1) - sum(t³-t) / (N(N-1))] over groups of t ties; the
 * continuity correction takes 1/2 from |U - mn/2|. The exact p is min(1, 2 P(U >= max(U, mn-U))). Assumes independent items.
 * Undefined (null with a reason) for an empty sample; p also when all values are equal.
 * Source: Mann and Whitney 1947. Reference rows 1 and 3; equal to scipy.stats.mannwhitneyu.
 */
export function mannWhitney(x: ArrayLike<number>, y: ArrayLike<number>): MannWhitney {
  requireFinite(x, 'values of the first sample')
  requireFinite(y, 'values of the second sample')
  const m = x.length
  const n = y.length
  if (m === 0 || n === 0) {
    const none: Figure = { value: null, reason: 'a sample is empty' }
    return { u: none, pExact: none, pNormal: none, pNormalCorrected: none }
  }
  const both = new Float64Array(m + n)
  both.set(x)
  both.set(y, m)
  const ranks = midranks(both)
  let sum = 0
  for (let i = 0; i < m; i++) sum += ranks[i] as number
  const u = sum - (m * (m + 1)) / 2
  const ties = tieTerm(ranks)
  const total = m + n
  const variance = ((m * n) / 12) * (total + 1 - ties / (total * (total - 1)))
  const allTied = ranks.every((rank) => rank === ranks[0])
  const distance = Math.abs(u - (m * n) / 2)
  const normal = (by: number): Figure => {
    if (allTied) return { value: null, reason: 'all values are equal' }
    return { value: 2 * normalSf(Math.max(0, distance - by) / Math.sqrt(variance)) }
  }
  return { u: { value: u }, pExact: exact(m, n, u, ties), pNormal: normal(0), pNormalCorrected: normal(0.5) }
}

/** sum(t³ - t) over groups of t equal ranks. */
export function tieTerm(ranks: Float64Array): number {
  const sorted = Float64Array.from(ranks).sort()
  let term = 0
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1
    const size = end - start
    term += size * size * size - size
    start = end
  }
  return term
}

function exact(m: number, n: number, u: number, ties: number): Figure {
  if (ties > 0) return { value: null, reason: 'with ties there is no exact distribution of U' }
  if (m * n > MOST_EXACT) return { value: null, reason: 'too many pairs for the exact distribution' }
  const density = distribution(m, n)
  let tail = 0
  for (let k = density.length - 1; k >= Math.max(u, m * n - u); k--) tail += density[k] as number
  return { value: Math.min(1, 2 * tail) }
}

/** P(U = k), k = 0 .. mn, by p(i, j, k) = i/(i+j) p(i-1, j, k-j) + j/(i+j) p(i, j-1, k): the largest value is an x or a y. */
function distribution(m: number, n: number): Float64Array {
  const size = m * n + 1
  let above = Array.from({ length: n + 1 }, () => Float64Array.of(1))
  for (let i = 1; i <= m; i++) {
    const row = [Float64Array.of(1)]
    for (let j = 1; j <= n; j++) {
      const next = new Float64Array(Math.min(size, i * j + 1))
      const larger = above[j] as Float64Array
      const smaller = row[j - 1] as Float64Array
      for (let k = 0; k < larger.length; k++) next[k + j] = (i / (i + j)) * (larger[k] as number)
      for (let k = 0; k < smaller.length; k++) next[k] = (next[k] as number) + (j / (i + j)) * (smaller[k] as number)
      row.push(next)
    }
    above = row
  }
  return above[n] as Float64Array
}
