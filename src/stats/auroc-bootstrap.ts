import { emptyClass } from './auroc.ts'
import { type LabelledScores, requireClusters, requireLabels, splitByLabel } from './labelled-scores.ts'
import { compensatedSum } from './mean.ts'
import { placements } from './placements.ts'
import { quantileOfSorted } from './quantile.ts'
import { seededRandom } from './random.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'

/** An area under the ROC curve (0 .. 1) with its bootstrap distribution over clusters. */
export interface AurocBootstrap extends Interval {
  /** Mean and standard deviation (divisor: number of replicates) of the replicates kept. */
  mean: number
  sd: number
  /** Replicates kept, and those dropped because they drew one class only: many dropped means too few clusters of a class. */
  replicates: number
  dropped: number
  /** Whether every possible draw was taken instead of a random sample of draws; then the seed plays no part. */
  exact: boolean
  clusters: number
}

/** Up to this many possible draws (6 clusters: 6^6 = 46,656) all are taken. */
const MOST_EXACT_DRAWS = 50_000

/**
 * Area under the ROC curve with a percentile interval of the cluster bootstrap: draw as many clusters as there are, with
 * replacement, keep all members of each, take the area of what was drawn; repeat.
 *
 * Limits are the type 7 quantiles of the replicates that hold both classes. Up to 6 clusters every draw is enumerated; above
 * that `replicates` (default 2,000) seeded draws. Time grows with items x replicates (1,000 items: about 0.04 s); above 10,000
 * clusters use `clusteredAuroc`, which needs no seed and then differs by less than the noise of the draws. With few
 * clusters it is too narrow: in simulations a 95 % interval held the truth in 88, 91 and 93 % with 10, 20 and 40.
 * No interval for an empty class, one cluster, or where all replicates have one area (A = 1, A = 0, equal scores).
 * Source: Davison and Hinkley 1997, section 3.8; Field and Welsh 2007.
 */
export function aurocBootstrap(
  input: LabelledScores,
  options: { seed: number; replicates?: number; level?: number },
): AurocBootstrap | NoInterval {
  const { seed, replicates = 2000, level = 0.95 } = options
  requireLevel(level)
  if (!(Number.isInteger(replicates) && replicates >= 1)) {
    throw new RangeError(`a bootstrap needs at least one replicate, got ${replicates}`)
  }
  requireLabels(input.labels, input.clusters)
  requireClusters(input.clusters)
  const { good, bad } = splitByLabel(input.scores, input.labels)
  const value = placements(good, bad).auc
  if (value === null) return { value, low: null, high: null, reason: emptyClass(good.length, bad.length) }
  const { clusters, area } = resampler(input)
  if (clusters < 2) return { value, low: null, high: null, reason: 'one cluster has no spread' }
  const exact = clusters ** clusters <= MOST_EXACT_DRAWS
  const total = exact ? clusters ** clusters : replicates
  const draw = exact ? everyDraw(clusters) : randomDraw(clusters, seed)
  const areas = new Float64Array(total)
  let kept = 0
  for (let replicate = 0; replicate < total; replicate++) {
    const drawn = area(draw(replicate))
    if (drawn !== null) areas[kept++] = drawn
  }
  const sorted = areas.subarray(0, kept).sort()
  if (kept === 0) return { value, low: null, high: null, reason: 'every replicate lacks a class' }
  if (sorted[0] === sorted[kept - 1])
    return { value, low: null, high: null, reason: 'all replicates have the same area' }
  const mean = compensatedSum(sorted) / kept
  const sd = Math.sqrt(compensatedSum(sorted.map((one) => (one - mean) ** 2)) / kept)
  const low = quantileOfSorted(sorted, (1 - level) / 2)
  const high = quantileOfSorted(sorted, 1 - (1 - level) / 2)
  return { value, low, high, mean, sd, replicates: kept, dropped: total - kept, exact, clusters }
}

/** The area of the items when cluster c counts `times[c]` times; null when a class is not drawn. */
function resampler({ scores, labels, clusters }: LabelledScores) {
  const dense = new Map<number, number>()
  for (let i = 0; i < clusters.length; i++) {
    const cluster = clusters[i] as number
    if (!dense.has(cluster)) dense.set(cluster, dense.size)
  }
  const order = Uint32Array.from({ length: labels.length }, (_, item) => item)
  order.sort((i, j) => (scores[i] as number) - (scores[j] as number))
  const clusterOf = Uint32Array.from(order, (item) => dense.get(clusters[item] as number) as number)
  const labelOf = Uint8Array.from(order, (item) => labels[item] as number)
  const endsTie = Uint8Array.from(order, (item, place) => (scores[order[place + 1] as number] === scores[item] ? 0 : 1))
  const area = (times: Uint32Array): number | null => {
    let halves = 0
    let good = 0
    let bad = 0
    let goodTied = 0
    let badTied = 0
    for (let place = 0; place < clusterOf.length; place++) {
      const weight = times[clusterOf[place] as number] as number
      if (labelOf[place] === 1) goodTied += weight
      else badTied += weight
      if (endsTie[place] === 0) continue
      halves += goodTied * (2 * bad + badTied)
      good += goodTied
      bad += badTied
      goodTied = 0
      badTied = 0
    }
    return good === 0 || bad === 0 ? null : halves / (2 * good * bad)
  }
  return { clusters: dense.size, area }
}

function everyDraw(clusters: number): (draw: number) => Uint32Array {
  const times = new Uint32Array(clusters)
  return (draw) => {
    times.fill(0)
    for (let place = 0, rest = draw; place < clusters; place++, rest = Math.floor(rest / clusters)) {
      times[rest % clusters] = (times[rest % clusters] as number) + 1
    }
    return times
  }
}

function randomDraw(clusters: number, seed: number): () => Uint32Array {
  const random = seededRandom(seed)
  const chosen = new Uint32Array(clusters)
  const times = new Uint32Array(clusters)
  return () => {
    random.fill(chosen, clusters)
    times.fill(0)
    for (let place = 0; place < clusters; place++) {
      const cluster = chosen[place] as number
      times[cluster] = (times[cluster] as number) + 1
    }
    return times
  }
}
