/** What one cluster adds up to, over its good (`a`) and its bad (`b`) items, of V10 - A and V01 - A. */
interface ClusterInfluence {
  a: Float64Array
  b: Float64Array
  /** How many clusters hold any item, a good item, a bad item. */
  clusters: number
  withGood: number
  withBad: number
}

/**
 * Influences summed by cluster. `good` and `bad` are the placement values less their mean (or differences of two such), in
 * the order in which good and bad items stand in `labels`.
 */
export function clusterInfluence(
  good: ArrayLike<number>,
  bad: ArrayLike<number>,
  labels: ArrayLike<number>,
  clusters: ArrayLike<number>,
): ClusterInfluence {
  let size = 0
  for (let i = 0; i < clusters.length; i++) size = Math.max(size, (clusters[i] as number) + 1)
  const a = new Float64Array(size)
  const b = new Float64Array(size)
  const held = new Uint8Array(size)
  for (let i = 0, x = 0, y = 0; i < labels.length; i++) {
    const cluster = clusters[i] as number
    if (labels[i] === 1) a[cluster] = (a[cluster] as number) + (good[x++] as number)
    else b[cluster] = (b[cluster] as number) + (bad[y++] as number)
    held[cluster] = (held[cluster] as number) | (labels[i] === 1 ? 1 : 2)
  }
  const count = (test: (bits: number) => boolean) => held.reduce((sum, bits) => sum + (test(bits) ? 1 : 0), 0)
  return {
    a,
    b,
    clusters: count((bits) => bits > 0),
    withGood: count((bits) => (bits & 1) > 0),
    withBad: count((bits) => (bits & 2) > 0),
  }
}

/**
 * Variance of an area under the ROC curve when the items of one cluster depend on each other:
 * S10/m + S01/n + 2 S11/(mn), S10 = I10/((I10-1) m) sum a_c², S01 = I01/((I01-1) n) sum b_c², S11 = I/(I-1) sum a_c b_c.
 * Never negative; with one item a cluster it is DeLong's. Needs two clusters with a good and two with a bad item.
 * Source: Obuchowski 1997.
 */
export function obuchowskiVariance(influence: ClusterInfluence, good: number, bad: number): number {
  const { a, b, clusters, withGood, withBad } = influence
  let aa = 0
  let bb = 0
  let ab = 0
  for (let c = 0; c < a.length; c++) {
    aa += (a[c] as number) ** 2
    bb += (b[c] as number) ** 2
    ab += (a[c] as number) * (b[c] as number)
  }
  const factor = (count: number) => count / (count - 1)
  const s10 = (factor(withGood) * aa) / good
  const s01 = (factor(withBad) * bb) / bad
  return Math.max(0, s10 / good + s01 / bad + (2 * factor(clusters) * ab) / (good * bad))
}

/** From this many clusters on the normal quantile serves; below it the standard error is itself rough. */
export const ENOUGH_CLUSTERS = 40

/**
 * Degrees of freedom of that variance: clusters - 1 below 40 clusters. From there on those of Satterthwaite over the parts of the
 * two classes, (v10 + v01)² / (v10² / (I10-1) + v01² / (I01-1)), where they are fewer: a class in three clusters is known from
 * three, however many clusters hold the other.
 */
export function obuchowskiDf(influence: ClusterInfluence, good: number, bad: number): number {
  const { a, b, clusters, withGood, withBad } = influence
  const part = (sums: Float64Array, count: number, items: number) => {
    let squares = 0
    for (const sum of sums) squares += (sum / items) ** 2
    return (count / (count - 1)) * squares
  }
  const ofGood = part(a, withGood, good)
  const ofBad = part(b, withBad, bad)
  const both = ofGood + ofBad
  if (clusters < ENOUGH_CLUSTERS || both === 0) return clusters - 1
  const shares = (ofGood / both) ** 2 / (withGood - 1) + (ofBad / both) ** 2 / (withBad - 1)
  return Math.min(clusters - 1, 1 / shares)
}
