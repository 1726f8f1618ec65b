import { type ClusterTotals, describeTotals, isOneMean } from './cluster-totals.ts'
import { compensatedSum } from './mean.ts'
import { quantileOfSorted } from './quantile.ts'
import { seededRandom } from './random.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'

/** A mean with its bootstrap distribution over clusters. */
export interface ClusterBootstrap extends Interval {
  /** Mean and standard deviation (divisor: number of replicates) of the replicates. */
  mean: number
  sd: number
  replicates: number
  /** Whether every possible draw was taken instead of a random sample of draws; then the seed plays no part. */
  exact: boolean
  clusters: number
}

/** Up to this many possible draws (6 clusters: 6^6 = 46,656) all are taken. */
const MOST_EXACT_DRAWS = 50_000

/**
 * Mean of all values with a percentile interval of the cluster bootstrap: draw as many clusters as there are, with
 * replacement, keep all members of each, take the mean of the members; repeat.
 *
 * Limits are the type 7 quantiles of the replicates. Up to 6 clusters every draw is enumerated; above that `replicates`
 * (default 2,000) seeded draws. Time grows with clusters x replicates (10,000 clusters: about 0.2 s); above 10,000 clusters the
 * reports use `clusterRobust`, which then differs by less than the bootstrap's own noise.
 * Assumes that clusters are independent draws; what happens within one is free. With few clusters it is too narrow: in
 * simulations a 95 % interval held the truth in 91, 93 and 95 % with 10, 20 and 40.
 * No interval for fewer than two clusters, or when every cluster has the same mean: all replicates would be equal, and
 * an interval without width would claim certainty.
 * Source: Davison and Hinkley 1997, section 3.8; Field and Welsh 2007. Reference row 31 enumerates all 4^4 draws.
 */
export function clusterBootstrap(
  totals: ClusterTotals,
  options: { seed: number; replicates?: number; level?: number },
): ClusterBootstrap | NoInterval {
  const { seed, replicates = 2000, level = 0.95 } = options
  requireLevel(level)
  const unit = safeUnit(totals.sums)
  const found = resample({ ...totals, sums: timesUnit(totals.sums, unit) }, { seed, replicates, level })
  return fromUnit(found, unit, ['value', 'low', 'high', 'mean', 'sd'])
}

function resample(
  totals: ClusterTotals,
  { seed, replicates, level }: { seed: number; replicates: number; level: number },
): ClusterBootstrap | NoInterval {
  const described = describeTotals(totals)
  const clusters = totals.sums.length
  if (described === undefined) return { value: null, low: null, high: null, reason: 'no values' }
  const { mean: value, lowest, highest } = described
  if (clusters < 2) return { value, low: null, high: null, reason: 'one cluster has no spread' }
  if (isOneMean(lowest, highest)) {
    return { value, low: null, high: null, reason: 'all clusters have the same mean' }
  }
  const exact = clusters ** clusters <= MOST_EXACT_DRAWS
  const means = (exact ? allDraws(totals) : randomDraws(totals, seed, replicates)).sort()
  const within = (limit: number) => Math.min(highest, Math.max(lowest, limit))
  const mean = compensatedSum(means) / means.length
  const sd = Math.sqrt(compensatedSum(means.map((drawn) => (drawn - mean) ** 2)) / means.length)
  const low = within(quantileOfSorted(means, (1 - level) / 2))
  const high = within(quantileOfSorted(means, 1 - (1 - level) / 2))
  return { value, low, high, mean, sd, replicates: means.length, exact, clusters }
}

/** The mean of every one of the G^G ordered draws. */
function allDraws({ sums, counts }: ClusterTotals): Float64Array {
  const clusters = sums.length
  const means = new Float64Array(clusters ** clusters)
  for (let draw = 0; draw < means.length; draw++) {
    let sum = 0
    let count = 0
    for (let place = 0, rest = draw; place < clusters; place++, rest = Math.floor(rest / clusters)) {
      sum += sums[rest % clusters] as number
      count += counts[rest % clusters] as number
    }
    means[draw] = sum / count
  }
  return means
}

function randomDraws(totals: ClusterTotals, seed: number, replicates: number): Float64Array {
  const random = seededRandom(seed)
  const sums = Float64Array.from(totals.sums)
  const counts = Float64Array.from(totals.counts)
  const chosen = new Uint32Array(sums.length)
  const means = new Float64Array(replicates)
  for (let draw = 0; draw < replicates; draw++) {
    random.fill(chosen, sums.length)
    let sum = 0
    let count = 0
    for (let place = 0; place < chosen.length; place++) {
      const cluster = chosen[place] as number
      sum += sums[cluster] as number
      count += counts[cluster] as number
    }
    means[draw] = sum / count
  }
  return means
}
