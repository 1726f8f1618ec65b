import type { Interval, NoInterval } from './result.ts'
import { wilson } from './wilson.ts'

/** How finely a score of k out of n can be read. */
export interface RatioResolution {
  k: number
  n: number
  /** The score moves in steps of 1/n; null for n = 0. */
  step: number | null
  /** What the band is: the resolution of this one score, never a confidence interval of the system. */
  band: 'resolution'
  /** n <= 2: show the verdict (k of n), for a decimal would pretend. */
  verdictOnly: boolean
}

/**
 * Resolution of a ratio score k / n (claims supported out of claims made): the score, its grid step, and Wilson's band.
 *
 * The band says how coarse n claims are. Claims of one answer depend on each other and n changes between repeats, so it
 * is no confidence interval. Undefined (NA) for n = 0. Source: Wilson 1927 for the band; reference row 21.
 */
export function ratioResolution(
  k: number,
  n: number,
  options: { level?: number } = {},
): RatioResolution & (Interval | NoInterval) {
  const band = wilson(k, n, options)
  const step = n === 0 ? null : 1 / n
  return { ...band, k, n, step, band: 'resolution', verdictOnly: n <= 2 }
}
