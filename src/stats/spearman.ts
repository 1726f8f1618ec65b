import { midranks } from './midranks.ts'
import { type Correlation, pearson } from './pearson.ts'

/**
 * Spearman's rank correlation: Pearson's of the midranks, from -1 to 1. 1 = the two orders agree throughout. Its p is that of the
 * t on n-2 degrees of freedom, near enough from about ten pairs. Assumes independent pairs.
 * Null with a reason as `pearson`. Source: Spearman 1904; equal to scipy.stats.spearmanr.
 */
export function spearman(x: ArrayLike<number>, y: ArrayLike<number>): Correlation {
  if (x.length !== y.length) throw new RangeError(`${x.length} values beside ${y.length} to correlate`)
  return pearson(midranks(x), midranks(y))
}
