import { compensatedSum } from './mean.ts'
import { seededRandom } from './random.ts'
import { safeUnit, timesUnit, withinRange } from './safe-unit.ts'

/** A number computed from drawn units (questions, clusters): `chosen` holds their places, with repeats; null when undefined. */
export type Statistic = (chosen: Uint32Array) => number | null

/** The bootstrap distribution of a statistic. */
export interface BootstrapDistribution {
  /** The statistic of every draw for which it is defined, ascending. */
  replicates: Float64Array
  /** Draws for which the statistic was undefined, and which are left out. */
  dropped: number
  /** Every possible draw was taken; then the seed plays no part. */
  exact: boolean
  /** Mean and standard deviation (divisor: number of replicates) of the replicates; null when there is none. */
  mean: number | null
  sd: number | null
}

/** Up to this many possible draws (6 units: 6^6 = 46,656) all are taken. */
const MOST_EXACT_DRAWS = 50_000

/**
 * Draws `units` units with replacement, again and again, and computes the statistic of each draw.
 *
 * A unit is what is independent: a question with all its repeats, a conversation with all its questions. Up to 6 units all
 * draws are enumerated; above that `replicates` (default 2,000) seeded ones. `chosen` is one list that is filled
 * anew for each draw: the statistic must not keep it. Source: Efron 1979; Davison and Hinkley 1997, section 3.8 for clusters.
 */
export function bootstrapStatistic(
  units: number,
  statistic: Statistic,
  options: { seed: number; replicates?: number },
): BootstrapDistribution {
  const { seed, replicates = 2000 } = options
  if (!(Number.isInteger(units) && units >= 1))
    throw new RangeError(`a bootstrap needs at least one unit, got ${units}`)
  if (!(Number.isInteger(replicates) && replicates >= 1)) {
    throw new RangeError(`the number of replicates is a whole number from 1, got ${replicates}`)
  }
  const exact = units ** units <= MOST_EXACT_DRAWS
  const draws = exact ? units ** units : replicates
  const chosen = new Uint32Array(units)
  const values = new Float64Array(draws)
  const random = seededRandom(seed)
  let kept = 0
  for (let draw = 0; draw < draws; draw++) {
    if (exact) writeDigits(chosen, draw)
    else random.fill(chosen, units)
    const value = statistic(chosen)
    if (value === null) continue
    if (!Number.isFinite(value)) throw new RangeError(`a statistic is a finite number or null, got ${value}`)
    values[kept] = value
    kept += 1
  }
  const sorted = values.subarray(0, kept).sort()
  if (kept === 0) return { replicates: sorted, dropped: draws, exact, mean: null, sd: null }
  const unit = safeUnit(sorted)
  const scaled = timesUnit(sorted, unit)
  const mean = compensatedSum(scaled) / kept
  const sd = Math.sqrt(compensatedSum(scaled.map((value) => (value - mean) ** 2)) / kept)
  return { replicates: sorted, dropped: draws - kept, exact, mean: mean / unit, sd: withinRange(sd / unit) }
}

/** The number of the draw in base `chosen.length`: each ordered draw once. */
function writeDigits(chosen: Uint32Array, draw: number): void {
  for (let place = 0, rest = draw; place < chosen.length; place++, rest = Math.floor(rest / chosen.length)) {
    chosen[place] = rest % chosen.length
  }
}
