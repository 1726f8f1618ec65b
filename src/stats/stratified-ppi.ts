import { countClusters, influenceVariance } from './influence-variance.ts'
import { compensatedSum } from './mean.ts'
import { type PpiInput, type PpiMean, ppiInfluence, ppiPlusPlus, scaledInput } from './ppi.ts'
import { type Interval, type NoInterval, requireLevel } from './result.ts'
import { fromUnit, safeUnit } from './safe-unit.ts'
import { studentTQuantile } from './student-t.ts'

/** One part of the pool with grades of its own, such as the responses of one configuration. */
export interface PpiStratum extends PpiInput {
  name: string
}

/** A mean over strata, in units of the grades. */
export interface StratifiedPpi extends Interval {
  se: number
  df: number
  /** The estimate of each stratum with its share of all items. */
  strata: { name: string; weight: number; estimate: PpiMean | NoInterval }[]
}

/**
 * Mean over a pool that was sampled stratum by stratum: PPI++ in each, with a weight for the judge of its own, joined by size.
 *
 * sum_s (N_s / N) m_s with N_s all items of stratum s, graded or not; Var = sum_s (N_s / N)² Var(m_s). Student's t with the
 * degrees of freedom of Satterthwaite, (sum v_s)² / sum (v_s² / (n_s - 1)). A cluster that reaches over strata (the same question
 * under several configurations) has its influence summed over them; then the fewest degrees of freedom of a stratum are taken.
 * Assumes a random sample within each stratum. A stratum whose grades are all equal adds no variance, so let each hold both
 * kinds. Undefined without strata or with a stratum that has no graded item; without an interval when one has a single
 * graded item or cluster, or nothing varies.
 * Source: Fisch et al. 2024, arXiv 2406.04291; Cochran 1977, chapter 5.
 */
export function stratifiedPpi(
  strata: readonly PpiStratum[],
  options: { level?: number } = {},
): StratifiedPpi | NoInterval {
  const { level = 0.95 } = options
  requireLevel(level)
  const clustered = strata.filter(({ clusters }) => clusters !== undefined).length
  if (clustered !== 0 && clustered !== strata.length) throw new RangeError('all strata have clusters, or none')
  const unit = safeUnit(...strata.flatMap(({ grades, scores, scoresOnly }) => [grades, scores, scoresOnly]))
  const fields = ['value', 'low', 'high', 'se']
  const found = fromUnit(
    join(
      strata.map((stratum) => scaledInput(stratum, unit)),
      level,
    ),
    unit,
    fields,
  )
  if (found.low === null) return found
  const turned = found.strata.map((own) => ({ ...own, estimate: fromUnit(own.estimate, unit, fields) }))
  return { ...found, strata: turned }
}

function join(strata: readonly PpiStratum[], level: number): StratifiedPpi | NoInterval {
  const clustered = strata.filter(({ clusters }) => clusters !== undefined).length
  if (strata.length === 0) return { value: null, low: null, high: null, reason: 'no strata' }
  const sizes = strata.map(({ grades, scoresOnly }) => grades.length + scoresOnly.length)
  const total = compensatedSum(sizes)
  const estimates = strata.map((stratum, s) => ({
    name: stratum.name,
    weight: (sizes[s] as number) / total,
    estimate: ppiPlusPlus(stratum, { level }),
  }))
  const empty = estimates.find(({ estimate }) => estimate.value === null)
  if (empty !== undefined) return { value: null, low: null, high: null, reason: `${empty.name}: no graded items` }
  const value = compensatedSum(estimates.map(({ weight, estimate }) => weight * (estimate.value as number)))
  const single = strata.find(({ grades, clusters }) => (clusters ? countClusters(clusters.graded) : grades.length) < 2)
  if (single !== undefined) {
    return {
      value,
      low: null,
      high: null,
      reason: `${single.name}: one ${clustered > 0 ? 'cluster' : 'item'} has no spread`,
    }
  }
  return withInterval(strata, estimates, value, level)
}

type Estimate = StratifiedPpi['strata'][number]

function withInterval(
  strata: readonly PpiStratum[],
  estimates: readonly Estimate[],
  value: number,
  level: number,
): StratifiedPpi | NoInterval {
  const parts = strata.map((stratum, s) => {
    const { weight, estimate } = estimates[s] as Estimate
    return ppiInfluence(stratum, 'lambda' in estimate ? estimate.lambda : 0, weight)
  })
  const own = parts.map((part) => influenceVariance(part) ?? 0)
  const together = strata[0]?.clusters === undefined ? compensatedSum(own) : (influenceVariance(parts.flat()) ?? 0)
  const df = degreesOfFreedom(strata, own)
  const varies = estimates.some(({ estimate }) => estimate.low !== null)
  if (!varies || !(together > 0) || df === null)
    return { value, low: null, high: null, reason: 'no spread to learn from' }
  const se = Math.sqrt(together)
  const half = studentTQuantile(1 - (1 - level) / 2, df) * se
  return {
    value,
    low: value - half,
    high: value + half,
    se,
    df,
    strata: [...estimates],
  }
}

function degreesOfFreedom(strata: readonly PpiStratum[], variances: readonly number[]): number | null {
  const own = strata.map(({ grades, clusters }) => (clusters ? countClusters(clusters.graded) : grades.length) - 1)
  if (strata[0]?.clusters !== undefined) return Math.min(...own)
  const sum = compensatedSum(variances)
  if (sum === 0) return null
  return sum ** 2 / compensatedSum(variances.map((variance, s) => variance ** 2 / (own[s] as number)))
}
