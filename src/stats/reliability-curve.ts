import { requireForecasts } from './brier.ts'
import { equalCountBins } from './equal-count-bins.ts'
import { compensatedSum } from './mean.ts'
import type { Interval, NoInterval } from './result.ts'
import { wilson } from './wilson.ts'

/** Items of near forecasts, and how many of them were good. */
export interface ReliabilityBin {
  /** Lowest, highest and mean forecast. */
  low: number
  high: number
  meanForecast: number
  n: number
  good: number
  /** Share of good items with its Wilson interval. */
  share: Interval | NoInterval
}

/**
 * Of items forecast at about f, are about a share f good? Bins of about equal count, equal forecasts together, ascending.
 *
 * A calibrated forecast has `meanForecast` within most of the intervals. Forecasts from 0 to 1, labels 1 good and 0 bad. The
 * intervals take items as independent: with several items of one question they are too narrow. No items give no bins.
 * Source: Murphy and Winkler 1977; Wilson 1927.
 */
export function reliabilityCurve(
  forecasts: ArrayLike<number>,
  labels: ArrayLike<number>,
  options: { bins?: number; level?: number } = {},
): ReliabilityBin[] {
  const { bins = 10, level = 0.95 } = options
  requireForecasts(forecasts, labels)
  return equalCountBins(forecasts, bins).map((places) => {
    const own = Float64Array.from(places, (place) => forecasts[place] as number)
    const good = compensatedSum(Float64Array.from(places, (place) => labels[place] as number))
    const n = places.length
    const low = own[0] as number
    const high = own[n - 1] as number
    const meanForecast = Math.min(high, Math.max(low, compensatedSum(own) / n))
    return { low, high, meanForecast, n, good, share: wilson(good, n, { level }) }
  })
}
