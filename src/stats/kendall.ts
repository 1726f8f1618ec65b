import { midranks } from './midranks.ts'
import { normalSf } from './normal-cdf.ts'
import type { Correlation } from './pearson.ts'

/** Up to this many pairs of values without ties the p comes from all orders. */
const MOST_EXACT = 50

/**
 * Kendall's tau-b: among pairs of items, the surplus of those that both sides order alike over those that they order otherwise,
 * (C - D) / sqrt((P - Tx)(P - Ty)), P = n(n-1)/2, Tx and Ty the pairs tied on a side. From -1 to 1.
 *
 * p is two-sided: exact without ties up to 50 items, otherwise normal with the variance corrected for ties. Assumes
 * independent items. Null with a reason for fewer than two items or a side without spread. Time n log n.
 * Source: Kendall 1938, 1945; Knight 1966 for the count; equal to scipy.stats.kendalltau.
 */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): Correlation {
  const n = x.length
  if (n !== y.length) throw new RangeError(`${n} values beside ${y.length} to correlate`)
  const ranksX = midranks(x)
  const ranksY = midranks(y)
  if (n < 2) return { value: null, p: null, n, reason: 'fewer than two pairs' }
  const pairs = (n * (n - 1)) / 2
  const tiesX = tiesOf(ranksX.slice().sort())
  const tiesY = tiesOf(ranksY.slice().sort())
  if (tiesX.pairs === pairs || tiesY.pairs === pairs) {
    return { value: null, p: null, n, reason: 'one side has the same value throughout' }
  }
  const base = 2 * n + 2
  const byX = ranksX.map((rank, i) => 2 * rank * base + 2 * (ranksY[i] as number)).sort()
  const turned = inversions(byX.map((both) => both % base))
  const onBoth = tiesOf(byX)
  const surplus = pairs - tiesX.pairs - tiesY.pairs + onBoth.pairs - 2 * turned
  const value = surplus / Math.sqrt(pairs - tiesX.pairs) / Math.sqrt(pairs - tiesY.pairs)
  const noTies = tiesX.pairs === 0 && tiesY.pairs === 0
  const p = noTies && n <= MOST_EXACT ? exactP(n, turned) : normalP(n, surplus, tiesX, tiesY)
  return { value: Math.max(-1, Math.min(1, value)), p, n }
}

/** Sums over groups of t equal neighbours: t(t-1)/2, t(t-1)(t-2) and t(t-1)(2t+5). */
interface Ties {
  pairs: number
  triples: number
  spread: number
}

function tiesOf(sorted: Float64Array): Ties {
  const ties = { pairs: 0, triples: 0, spread: 0 }
  for (let start = 0; start < sorted.length; ) {
    let end = start + 1
    while (end < sorted.length && sorted[end] === sorted[start]) end += 1
    const t = end - start
    ties.pairs += (t * (t - 1)) / 2
    ties.triples += t * (t - 1) * (t - 2)
    ties.spread += t * (t - 1) * (2 * t + 5)
    start = end
  }
  return ties
}

/** How many pairs of a list stand the wrong way round, counted while it is merged into order. */
function inversions(list: Float64Array): number {
  let from = list
  let into = new Float64Array(list.length)
  let count = 0
  for (let width = 1; width < list.length; width *= 2) {
    for (let start = 0; start < list.length; start += 2 * width) {
      const middle = Math.min(start + width, list.length)
      const end = Math.min(start + 2 * width, list.length)
      for (let k = start, i = start, j = middle; k < end; k++) {
        if (j >= end || (i < middle && (from[i] as number) <= (from[j] as number))) into[k] = from[i++] as number
        else {
          count += middle - i
          into[k] = from[j++] as number
        }
      }
    }
    const merged = into
    into = from as Float64Array<ArrayBuffer>
    from = merged
  }
  return count
}

/** Twice the share of the n! orders with at most as few inversions as the nearer end, at most 1. */
function exactP(n: number, turned: number): number {
  let shares = Float64Array.of(1)
  for (let k = 2; k <= n; k++) {
    const next = new Float64Array(shares.length + k - 1)
    for (let i = 0; i < shares.length; i++) {
      for (let moved = 0; moved < k; moved++) next[i + moved] = (next[i + moved] as number) + (shares[i] as number) / k
    }
    shares = next
  }
  const nearer = Math.min(turned, (n * (n - 1)) / 2 - turned)
  let tail = 0
  for (let i = 0; i <= nearer; i++) tail += shares[i] as number
  return Math.min(1, 2 * tail)
}

function normalP(n: number, surplus: number, x: Ties, y: Ties): number {
  const all = n * (n - 1)
  const first = (all * (2 * n + 5) - x.spread - y.spread) / 18
  const second = (2 * x.pairs * y.pairs) / all
  const third = n > 2 ? (x.triples * y.triples) / (9 * all * (n - 2)) : 0
  return 2 * normalSf(Math.abs(surplus) / Math.sqrt(first + second + third))
}
