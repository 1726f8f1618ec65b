import { compensatedSum } from './mean.ts'
import { seededRandom } from './random.ts'
import { requireFinite } from './result.ts'

/** The two-sided sign-flip test of a mean difference of 0. */
export type SignFlip =
  | {
      p: number
      /** Every arrangement of signs was taken: then the seed plays no part. */
      exact: boolean
      /** Of `replicates` arrangements, `asExtreme` gave a mean at least as far from 0 as the one observed. */
      asExtreme: number
      replicates: number
      /** Units that can flip: clusters (or single differences) whose sum is not 0. */
      units: number
    }
  | { p: null; reason: string }

/** Up to this many units all 2^units arrangements of signs are taken. */
const MOST_EXACT_UNITS = 16
/** Sums that differ by less than this share of the total of all sizes are the same number rounded differently. */
const TIE = 1e-10
/** Each random draw decides three groups of seven signs; the sum of a group is looked up. */
const GROUP = 7
const GROUP_SIZE = 2 ** GROUP
const GROUPS_A_DRAW = 3

/**
 * How often would a mean difference as large as this come up if each difference could as well have had the other sign?
 *
 * Give single differences, or clusters of them: a cluster is flipped as a whole, since what happens within it may depend.
 * Statistic |sum of all differences|. Up to 16 units that are not 0 every arrangement is taken and p = #{>=} / 2^units;
 * above that `replicates` (default 10,000) seeded arrangements and p = (1 + #{>=}) / (1 + replicates). Equal sums count as
 * at least as extreme whatever their rounding. All differences 0 give p = 1; no differences give null.
 * Assumes only that under no effect a unit's difference is as likely as its negative. Source: Fisher 1935; Winkler et al.
 * 2014 for whole blocks; reference rows 28 and 30.
 */
export function signFlip(
  differences: ArrayLike<number> | readonly ArrayLike<number>[],
  options: { seed: number; replicates?: number },
): SignFlip {
  const { seed, replicates = 10_000 } = options
  if (!(Number.isInteger(replicates) && replicates >= 1)) {
    throw new RangeError(`the number of replicates is a whole number from 1, got ${replicates}`)
  }
  const sums = unitSums(differences)
  if (sums.length === 0) return { p: null, reason: 'no differences' }
  let scale = 0
  for (const sum of sums) scale += Math.abs(sum)
  const moving = sums.filter((sum) => Math.abs(sum) > TIE * scale)
  const threshold = Math.abs(compensatedSum(moving)) - TIE * scale
  if (moving.length <= MOST_EXACT_UNITS) {
    const asExtreme = countAll(moving, threshold)
    const all = 2 ** moving.length
    return { p: asExtreme / all, exact: true, asExtreme, replicates: all, units: moving.length }
  }
  const asExtreme = countSampled(moving, threshold, seed, replicates)
  return { p: (1 + asExtreme) / (1 + replicates), exact: false, asExtreme, replicates, units: moving.length }
}

function unitSums(differences: ArrayLike<number> | readonly ArrayLike<number>[]): Float64Array {
  const units: (number | ArrayLike<number>)[] = Array.from<number | ArrayLike<number>>(differences)
  const sums = new Float64Array(units.length)
  for (const [place, unit] of units.entries()) {
    const own = typeof unit === 'number' ? [unit] : unit
    requireFinite(own, 'differences')
    sums[place] = compensatedSum(own)
  }
  return sums
}

/** Walks through all arrangements in Gray order: one sign changes at a time. */
function countAll(sums: Float64Array, threshold: number): number {
  const signed = Float64Array.from(sums)
  let sum = compensatedSum(signed)
  let count = Math.abs(sum) >= threshold ? 1 : 0
  for (let draw = 1; draw < 2 ** sums.length; draw++) {
    const place = 31 - Math.clz32(draw & -draw)
    const before = signed[place] as number
    signed[place] = -before
    sum -= 2 * before
    if (Math.abs(sum) >= threshold) count += 1
  }
  return count
}

/** Takes 21 differences at a time and signs them for all arrangements, so that the tables at hand stay small. */
function countSampled(sums: Float64Array, threshold: number, seed: number, replicates: number): number {
  const random = seededRandom(seed)
  const drawn = new Uint32Array(replicates)
  const totals = new Float64Array(replicates)
  const mask = GROUP_SIZE - 1
  for (let first = 0; first < sums.length; first += GROUP * GROUPS_A_DRAW) {
    random.fill(drawn, GROUP_SIZE ** GROUPS_A_DRAW)
    const low = signedTotals(sums, first)
    const middle = signedTotals(sums, first + GROUP)
    const high = signedTotals(sums, first + 2 * GROUP)
    for (let replicate = 0; replicate < replicates; replicate++) {
      const bits = drawn[replicate] as number
      totals[replicate] =
        (totals[replicate] as number) +
        (low[bits & mask] as number) +
        (middle[(bits >>> GROUP) & mask] as number) +
        (high[bits >>> (2 * GROUP)] as number)
    }
  }
  let count = 0
  for (let replicate = 0; replicate < replicates; replicate++) {
    if (Math.abs(totals[replicate] as number) >= threshold) count += 1
  }
  return count
}

/** For each of the 128 ways to sign the seven sums from `first` on, their total. */
function signedTotals(sums: Float64Array, first: number): Float64Array {
  const totals = new Float64Array(GROUP_SIZE)
  for (let signs = 0; signs < GROUP_SIZE; signs++) {
    let total = 0
    for (let place = 0; place < GROUP && first + place < sums.length; place++) {
      const sum = sums[first + place] as number
      total += (signs >> place) & 1 ? sum : -sum
    }
    totals[signs] = total
  }
  return totals
}
