import { arrangementsOf, type ExchangeGroup, everyArrangement, randomArrangements } from './arrangements.ts'
import { requireClusters, requireLabels } from './labelled-scores.ts'
import { rankSums } from './rank-sums.ts'
import { requireFinite } from './result.ts'
import { shareOfReached, TIED, westfallYoung } from './westfall-young.ts'

/** One metric's scores, an item a place. Where `present` is 0 the metric has no score and `scores` is not read. */
export interface PermutedMetric {
  scores: Float64Array
  present?: Uint8Array
}

export interface LabelPermutationInput {
  metrics: readonly PermutedMetric[]
  /** 1 good, 0 bad. */
  labels: Uint8Array
  /** Dense cluster numbers. Within a cluster the items must stand in one order everywhere, for instance by configuration. */
  clusters: Uint32Array
  scheme: 'between_clusters' | 'within_cluster'
  replicates: number
  seed: number
}

/** Permutation p values of several metrics, in their order. */
export interface LabelPermutation {
  /** Null where a metric has scores of one class only, or nothing can be permuted. */
  p: (number | null)[]
  /** Adjusted for the number of metrics by the step-down maximum statistic of Westfall and Young. */
  pMax: (number | null)[]
  /** Whether every possible arrangement was taken instead of a random sample; then the seed plays no part. */
  exact: boolean
  /** Arrangements taken. */
  replicates: number
  /** Why a p is null. */
  reason?: string
}

/** Up to this many different arrangements all are taken. */
const MOST_EXACT = 50_000
/** Replicates between two reports of progress, fewer for many items. */
const WORK_PER_REPORT = 1_000_000

/**
 * Does a metric separate good from bad better than chance? The labels are permuted in ways that keep what belongs together,
 * and |A - 0.5|, A the area under the ROC curve, is taken anew for all metrics under each permutation.
 *
 * `between_clusters` moves whole label vectors between clusters of equal size: nothing is assumed of what happens within a
 * cluster. `within_cluster` permutes the labels inside each cluster: the stronger claim that the metric ranks the items of one
 * cluster. p is two-sided: the exact share of arrangements with a statistic at least as large where there are at most 50,000,
 * otherwise (1 + #) / (1 + B) from `replicates` seeded draws. A permutation that leaves a metric with one class counts as 0.
 * The generator gives its progress between pieces of work and returns the result; a caller that stops it stops the work.
 * Null with a reason when no permutation changes the labels, or a metric has one class.
 * Source: Pitman 1937; Phipson and Smyth 2010 for the 1 + ; Westfall and Young 1993. Reference row 3: 59/1716.
 */
export function* labelPermutation(
  input: LabelPermutationInput,
): Generator<{ done: number; total: number }, LabelPermutation> {
  const { metrics, replicates, seed } = input
  requireInput(input)
  const { groups, order } = exchangeGroups(input)
  const labels = Uint8Array.from(order, (item) => input.labels[item] as number)
  const arrangements = arrangementsOf(groups, labels)
  const none = metrics.map(() => null)
  if (!(arrangements.count > 1)) {
    return { p: none, pMax: none, exact: true, replicates: 0, reason: nothingToPermute(input) }
  }
  const sums = rankSums(metrics, order, labels, arrangements)
  const { observed } = sums
  const adjusting = westfallYoung(observed)
  const reached = new Float64Array(metrics.length)
  const statistics = new Float64Array(metrics.length)
  const take = (at: Uint32Array) => {
    sums.statistics(at, statistics)
    adjusting.count(statistics)
    for (let k = 0; k < reached.length; k++) {
      if ((statistics[k] as number) >= (observed[k] as number) - TIED) reached[k] = (reached[k] as number) + 1
    }
  }
  const exact = arrangements.count <= MOST_EXACT
  const total = exact ? arrangements.count : replicates
  const step = Math.max(1, Math.floor(WORK_PER_REPORT / (1 + arrangements.moved.length * metrics.length)))
  let done = 0
  const draw = exact ? drawFrom(everyArrangement(arrangements)) : randomArrangements(arrangements, seed)
  while (done < total) {
    take(draw())
    done += 1
    if (done % step === 0) yield { done, total }
  }
  const p = Array.from(observed, (statistic, k) =>
    Number.isNaN(statistic) ? null : shareOfReached(reached[k] as number, total, exact),
  )
  const reason = p.includes(null) ? { reason: 'the items that have a score are all good or all bad' } : {}
  return { p, pMax: adjusting.adjusted(total, exact), exact, replicates: total, ...reason }
}

function drawFrom(all: Generator<Uint32Array>): () => Uint32Array {
  return () => all.next().value as Uint32Array
}

function requireInput({ metrics, labels, clusters, replicates }: LabelPermutationInput): void {
  requireLabels(labels, clusters, ...metrics.map(({ scores }) => scores))
  requireClusters(clusters)
  for (const { scores, present } of metrics) {
    if (present === undefined) requireFinite(scores, 'scores')
    else {
      requireLabels(present, scores)
      requireFinite(
        scores.filter((_, item) => present[item] === 1),
        'scores',
      )
    }
  }
  if (!(Number.isInteger(replicates) && replicates >= 1)) {
    throw new RangeError(`a permutation test needs at least one replicate, got ${replicates}`)
  }
}

/** The items cluster by cluster, and which of them exchange labels. */
function exchangeGroups({ labels, clusters, scheme }: LabelPermutationInput): {
  groups: ExchangeGroup[]
  order: Uint32Array
} {
  const members = new Map<number, number[]>()
  for (let item = 0; item < labels.length; item++) {
    const cluster = clusters[item] as number
    const list = members.get(cluster)
    if (list === undefined) members.set(cluster, [item])
    else list.push(item)
  }
  const bySize = new Map<number, number[]>()
  const within: ExchangeGroup[] = []
  const order = new Uint32Array(labels.length)
  let next = 0
  for (const list of members.values()) {
    within.push({ starts: list.map((_, k) => next + k), size: 1 })
    const starts = bySize.get(list.length)
    if (starts === undefined) bySize.set(list.length, [next])
    else starts.push(next)
    order.set(list, next)
    next += list.length
  }
  return {
    order,
    groups: scheme === 'within_cluster' ? within : [...bySize].map(([size, starts]) => ({ starts, size })),
  }
}

function nothingToPermute({ labels, scheme }: LabelPermutationInput): string {
  if (labels.length === 0) return 'no items'
  if (labels.every((label) => label === labels[0])) return labels[0] === 1 ? 'no bad items' : 'no good items'
  return scheme === 'within_cluster'
    ? 'no cluster holds both good and bad items'
    : 'no two clusters of equal size differ in their labels'
}
