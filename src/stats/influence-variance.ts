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
 * Without clusters sum_p n_p / (n_p - 1) sum_i u_pi². With clusters, a_pc being the sum of the values of kind p in cluster c:
 * g sum_c (sum_p a_pc)² + sum_p (g_p - g) sum_c a_pc², g = G / (G - 1) over all clusters, g_p the same over those that hold an
 * item of kind p. Never negative, since g_p >= g, and without clusters the same as with one item a cluster.
 * With `corrected` false every factor n / (n - 1) is 1. Undefined for a kind of fewer than two items or clusters.
 */
export function influenceVariance(parts: readonly InfluencePart[], corrected = true): number | null {
  const clustered = parts.some((part) => part.clusters !== undefined)
  const factor = (units: number) => (corrected ? units / (units - 1) : 1)
  const sums = parts.map((part) => [...sumsByCluster(part).entries()])
  if (sums.some((own) => own.length < 2)) return null
  const together = new Map<number, number>()
  const terms: number[] = []
  for (const own of sums) {
    for (const [cluster, sum] of own) together.set(cluster, (together.get(cluster) ?? 0) + sum)
  }
  const overall = clustered ? factor(together.size) : 0
  for (const own of sums) terms.push((factor(own.length) - overall) * squares(own.map(([, sum]) => sum)))
  if (clustered) terms.push(overall * squares([...together.values()]))
  return compensatedSum(terms)
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

function squares(values: readonly number[]): number {
  return compensatedSum(values.map((value) => value * value))
}
