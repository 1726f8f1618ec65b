import { type BootstrapDistribution, bootstrapStatistic, type Statistic } from './bootstrap-statistic.ts'
import { compensatedSum } from './mean.ts'
import { normalCdf } from './normal-cdf.ts'
import { normalQuantile } from './normal-quantile.ts'
import { quantileOfSorted } from './quantile.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'
import { safeUnit, timesUnit, withinRange } from './safe-unit.ts'

/** A statistic with its bias-corrected and accelerated bootstrap interval, and the two plain ones beside it. */
export interface Bca extends Interval {
  /** Bias correction and acceleration. */
  z0: number
  acceleration: number
  /** The shares of replicates at which the limits were read off. */
  lowShare: number
  highShare: number
  /** Replicates below the statistic, and equal to it. */
  below: number
  equal: number
  percentile: { low: number; high: number }
  /** 2 value - percentile limits, exchanged. */
  basic: { low: number; high: number }
  replicates: number
  dropped: number
  exact: boolean
}

/** Replicates that differ by less than this share of their range are the same number rounded differently. */
const TIE = 1e-10

/**
 * BCa interval of any statistic over independent units (questions, or clusters of them); units and size are those of the statistic.
 *
 * z0 = Phi^-1(share of replicates below the value, equal ones counted half); a = sum(u³) / (6 (sum u²)^1.5), u_i = mean of the
 * jackknife values - jackknife value without unit i; limits at the shares Phi(z0 + (z0+z_q) / (1 - a (z0+z_q))), type 7 quantiles.
 * Draws as in `bootstrapStatistic`: all of them up to 6 units. No interval when the statistic is undefined on all units or
 * without one of them, when all replicates are equal, or when all lie on one side of the value.
 * With few units it is too narrow: in simulations with means of skewed (exponential) values a 95 % interval held the truth
 * in 86 % with 10 units and in 92 % with 20 and 50. Source: Efron 1987; Davison and Hinkley 1997, section 5.3; reference rows 32 and 34.
 */
export function bca(
  units: number,
  statistic: Statistic,
  options: { seed: number; replicates?: number; level?: number },
): Bca | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  if (units === 0) return { value: null, low: null, high: null, reason: 'no values' }
  const value = statistic(Uint32Array.from({ length: units }, (_, place) => place))
  const none = (reason: string): NoInterval => ({ value, low: null, high: null, reason })
  if (value === null) return none('the statistic is undefined on these values')
  if (units < 2) return none('one unit has no spread')
  const drawn = bootstrapStatistic(units, statistic, options)
  const sorted = drawn.replicates
  const [lowest, highest] = [sorted[0], sorted[sorted.length - 1]]
  if (lowest === undefined || highest === undefined) return none('the statistic is undefined on every draw')
  if (highest - lowest <= TIE * Math.max(Math.abs(lowest), Math.abs(highest))) return none('all replicates are equal')
  const { below, equal } = position(sorted, value, TIE * (highest - lowest))
  const share = (below + equal / 2) / sorted.length
  if (share === 0 || share === 1) return none('all replicates lie on one side of the value')
  const left = jackknife(units, statistic)
  if (left === null) return none('the statistic is undefined without one of the units')
  return limits(value, { drawn, below, equal, z0: normalQuantile(share), acceleration: acceleration([left]), level })
}

/**
 * The acceleration from jackknife values of one or several independent samples: sum over samples of sum(U³) / n³ divided by
 * 6 (sum over samples of sum(U²) / n²)^1.5, U_i = (n-1) (mean - jackknife value i). One sample gives the form above. 0 when
 * no unit changes the statistic. Source: Efron and Tibshirani 1993, equation 14.15; reference row 33 for two samples.
 */
export function acceleration(jackknives: readonly ArrayLike<number>[]): number {
  const unit = safeUnit(...jackknives)
  let cubes = 0
  let squares = 0
  for (const values of jackknives) {
    const n = values.length
    const scaled = timesUnit(values, unit)
    const mean = compensatedSum(scaled) / n
    const influences = scaled.map((value) => ((n - 1) * (mean - value)) / n)
    cubes += compensatedSum(influences.map((u) => u * u * u))
    squares += compensatedSum(influences.map((u) => u ** 2))
  }
  // Products and a root, which are the same on every engine; powers of 3 and 1.5 are not.
  return squares === 0 ? 0 : cubes / (6 * squares * Math.sqrt(squares))
}

interface Ingredients {
  drawn: BootstrapDistribution
  below: number
  equal: number
  z0: number
  acceleration: number
  level: number
}

function limits(value: number, ingredients: Ingredients): Bca | NoInterval {
  const { drawn, below, equal, z0, acceleration: a, level } = ingredients
  const tail = (1 - level) / 2
  const shareAt = (q: number) => {
    const z = z0 + normalQuantile(q)
    return 1 - a * z > 0 ? normalCdf(z0 + z / (1 - a * z)) : null
  }
  const [lowShare, highShare] = [shareAt(tail), shareAt(1 - tail)]
  if (lowShare === null || highShare === null) {
    return { value, low: null, high: null, reason: 'a few units move the statistic too much for a BCa interval' }
  }
  const at = (share: number) => quantileOfSorted(drawn.replicates, share)
  const percentile = { low: at(tail), high: at(1 - tail) }
  return {
    value,
    low: at(lowShare),
    high: at(highShare),
    z0,
    acceleration: a,
    lowShare,
    highShare,
    below,
    equal,
    percentile,
    basic: { low: withinRange(2 * value - percentile.high), high: withinRange(2 * value - percentile.low) },
    replicates: drawn.replicates.length,
    dropped: drawn.dropped,
    exact: drawn.exact,
  }
}

function position(sorted: Float64Array, value: number, tolerance: number): { below: number; equal: number } {
  let below = 0
  while (below < sorted.length && (sorted[below] as number) < value - tolerance) below += 1
  let upTo = below
  while (upTo < sorted.length && (sorted[upTo] as number) <= value + tolerance) upTo += 1
  return { below, equal: upTo - below }
}

/** The statistic without each unit in turn; null when one of these is undefined. */
function jackknife(units: number, statistic: Statistic): Float64Array | null {
  const values = new Float64Array(units)
  const rest = Uint32Array.from({ length: units - 1 }, (_, place) => place + 1)
  for (let out = 0; out < units; out++) {
    if (out > 0) rest[out - 1] = out - 1
    const value = statistic(rest)
    if (value === null) return null
    values[out] = value
  }
  return values
}
