import { requireClusters, requireLabels } from './labelled-scores.ts'
import { seededRandom } from './random.ts'

/** Items to be split into folds: what each is (1 good, 0 bad), and the cluster that must stay whole. */
export interface FoldInput {
  labels: ArrayLike<number>
  clusters: ArrayLike<number>
  /** How many folds are wanted; a whole number from 2. */
  folds: number
  seed: number
}

/**
 * The fold (0, 1, 2, ...) of each item, for cross-validation in which all items of a cluster are held out together.
 *
 * The clusters are shuffled (seeded), the largest taken first, and each goes to the fold where the sum over folds and classes
 * of (items of the class in the fold / items of the class)² grows least; among equals to the fold with the fewest items.
 * So both classes spread over the folds as evenly as whole clusters allow, to within one item where every cluster is one item.
 * No fold is empty unless there are fewer clusters than folds: then each cluster is its own fold. The result depends on
 * the cluster numbers and the seed, not on the order of the items. Source: Stone 1974 for cross-validation;
 * the rule of assignment is our own.
 */
export function clusterFolds({ labels, clusters, folds, seed }: FoldInput): Uint32Array {
  requireLabels(labels, clusters)
  requireClusters(clusters)
  if (!(Number.isInteger(folds) && folds >= 2)) throw new RangeError(`folds are a whole number from 2, got ${folds}`)
  const { placeOf, ascending, good, bad } = countClasses(labels, clusters)
  const totalGood = Math.max(1, sumOf(good))
  const totalBad = Math.max(1, sumOf(bad))
  const size = (place: number) => (good[place] as number) + (bad[place] as number)
  const order = shuffled(ascending, seed).sort((a, b) => size(b) - size(a))
  const used = Math.min(folds, Math.max(1, order.length))
  const goodIn = new Float64Array(used)
  const badIn = new Float64Array(used)
  const foldOf = new Uint32Array(order.length)
  for (const place of order) {
    const newGood = good[place] as number
    const newBad = bad[place] as number
    let best = 0
    let least = Number.POSITIVE_INFINITY
    let fewest = Number.POSITIVE_INFINITY
    for (let fold = 0; fold < used; fold++) {
      const g = goodIn[fold] as number
      const b = badIn[fold] as number
      const growth = (2 * g * newGood) / totalGood ** 2 + (2 * b * newBad) / totalBad ** 2
      if (growth > least || (growth === least && g + b >= fewest)) continue
      best = fold
      least = growth
      fewest = g + b
    }
    goodIn[best] = (goodIn[best] as number) + newGood
    badIn[best] = (badIn[best] as number) + newBad
    foldOf[place] = best
  }
  return placeOf.map((place) => foldOf[place] as number)
}

/**
 * The place of each item's cluster in the order of first appearance, the good and bad items of each place, and the places
 * by ascending cluster number.
 */
function countClasses(labels: ArrayLike<number>, clusters: ArrayLike<number>) {
  const known = new Map<number, number>()
  const placeOf = new Uint32Array(labels.length)
  const good = new Float64Array(labels.length)
  const bad = new Float64Array(labels.length)
  for (let i = 0; i < labels.length; i++) {
    const cluster = clusters[i] as number
    let place = known.get(cluster)
    if (place === undefined) {
      place = known.size
      known.set(cluster, place)
    }
    placeOf[i] = place
    const counts = labels[i] === 1 ? good : bad
    counts[place] = (counts[place] as number) + 1
  }
  const numbers = [...known.keys()]
  const ascending = numbers.map((_, place) => place).sort((a, b) => (numbers[a] as number) - (numbers[b] as number))
  return { placeOf, ascending, good, bad }
}

/** The same list in random order (Fisher and Yates). */
function shuffled(list: readonly number[], seed: number): number[] {
  const random = seededRandom(seed)
  const order = [...list]
  for (let last = order.length - 1; last > 0; last--) {
    const other = random.integer(last + 1)
    const held = order[last] as number
    order[last] = order[other] as number
    order[other] = held
  }
  return order
}

function sumOf(counts: Float64Array): number {
  let sum = 0
  for (const count of counts) sum += count
  return sum
}
