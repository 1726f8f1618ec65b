import { compensatedSum } from './mean.ts'

/**
 * What the items of one kind add to an estimate: their influence values (which sum to 0, rounding aside) and, where items
 * depend on each other, the cluster number of each. Clusters may reach over several kinds.
 */
export interface InfluencePart {
  values: Float64Array
  clusters?: ArrayLike<number> | undefined
}

/**
 * Variance of an estimate from the influence values of its items.
 *
 * sum over all ordered pairs of kinds p, q (also p = q) of g_pq sum_c a_pc a_qc, with a_pc the sum of the values of kind p in
 * cluster c and g_pq = G / (G - 1) over the clusters that hold an item of p or of q. Without clusters, or with one item a
 * cluster, that is sum_p n_p / (n_p - 1) sum_i u_pi². It is never negative: g is a sum of powers of 1/G, and the matrix of
 * 1/G is positive semidefinite. With `corrected` false every factor is 1.
 * Undefined for a kind of fewer than two items or clusters.
 */
export function influenceVariance(parts: readonly InfluencePart[], corrected = true): number | null {
  const factor = (units: number) => (corrected ? units / (units - 1) : 1)
  const sums = parts.map(sumsByCluster)
  if (sums.some((own) => own.size < 2)) return null
  const terms: number[] = []
  for (const [p, own] of sums.entries()) {
    terms.push(factor(own.size) * compensatedSum(Array.from(own.values(), (sum) => sum * sum)))
    if (parts[p]?.clusters === undefined) continue
    for (const other of sums.slice(p + 1)) {
      const shared = [...own].filter(([cluster]) => other.has(cluster))
      const products = shared.map(([cluster, sum]) => sum * (other.get(cluster) as number))
      terms.push(2 * factor(own.size + other.size - shared.length) * compensatedSum(products))
    }
  }
  return Math.max(0, compensatedSum(terms))
}

/** How many different clusters there are. */
export function countClusters(...lists: readonly ArrayLike<number>[]): number {
  const seen = new Set<number>()
  for (const list of lists) for (let i = 0; i < list.length; i++) seen.add(list[i] as number)
  return seen.size
}

/** Items without a cluster are clusters of their own, numbered by their place. */
function sumsByCluster({ values, clusters }: InfluencePart): Map<number, number> {
  const sums = new Map<number, number>()
  for (const [place, value] of values.entries()) {
    const cluster = clusters === undefined ? place : (clusters[place] as number)
    sums.set(cluster, (sums.get(cluster) ?? 0) + value)
  }
  return sums
}
