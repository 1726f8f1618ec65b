import { equalCountBins } from './equal-count-bins.ts'
import { requireLabels } from './labelled-scores.ts'
import { compensatedSum } from './mean.ts'
import type { Figure } from './result.ts'

/** A Brier score and what makes it up; all from 0 to 1 except `withinBinCovariance`. */
export interface Brier {
  score: number
  /** Mean squared distance of a bin's mean forecast from its share of good items; 0 = calibrated. */
  reliability: number
  /** How far the shares of the bins lie from the overall share; larger is better. */
  resolution: number
  /** o (1 - o) of the overall share o: the score of always forecasting o. */
  uncertainty: number
  /** What is left within bins when forecasts in one bin differ: both 0 with one forecast a bin. */
  withinBinVariance: number
  withinBinCovariance: number
  bins: number
}

/** Forecasts besides 0 .. 1 and labels besides 0 and 1 are bugs and throw. */
export function requireForecasts(forecasts: ArrayLike<number>, labels: ArrayLike<number>): void {
  for (let i = 0; i < forecasts.length; i++) {
    const forecast = forecasts[i] as number
    if (!(forecast >= 0 && forecast <= 1)) throw new RangeError(`a forecast lies between 0 and 1, got ${forecast}`)
  }
  requireLabels(labels, forecasts)
}

/**
 * Mean squared difference between the forecast probability of "good" and what came out (1 good, 0 bad): sum (f - o)² / n.
 * 0 is perfect; always saying .5 gives .25. Undefined for no items. Source: Brier 1950.
 */
export function brierScore(forecasts: ArrayLike<number>, labels: ArrayLike<number>): Figure {
  requireForecasts(forecasts, labels)
  const n = labels.length
  if (n === 0) return { value: null, reason: 'no items' }
  const squares = new Float64Array(n)
  for (let i = 0; i < n; i++) squares[i] = ((forecasts[i] as number) - (labels[i] as number)) ** 2
  return { value: compensatedSum(squares) / n }
}

/**
 * The Brier score taken apart: score = reliability - resolution + uncertainty + within-bin variance - within-bin covariance,
 * exactly (to rounding).
 *
 * Over bins k of n_k items with mean forecast f_k and share of good items o_k: reliability sum n_k (f_k - o_k)² / n, resolution
 * sum n_k (o_k - o)² / n, uncertainty o (1 - o), variance sum (f - f_k)² / n, covariance 2 sum (f - f_k)(label - o_k) / n. Bins of
 * about equal count, equal forecasts together: with at most `bins` (default 10) distinct forecasts each is its own bin, the
 * within-bin terms are 0 and this is Murphy's decomposition. Few items a bin make reliability and resolution both look
 * larger than they are. Undefined for no items.
 * Source: Murphy 1973; Stephenson, Coelho and Jolliffe 2008, Weather and Forecasting 23, 752-757.
 */
export function brierDecomposition(
  forecasts: ArrayLike<number>,
  labels: ArrayLike<number>,
  options: { bins?: number } = {},
): Brier | { score: null; reason: string } {
  const { bins = 10 } = options
  const score = brierScore(forecasts, labels)
  if (score.value === null) return { score: null, reason: score.reason }
  const n = labels.length
  const overall = compensatedSum(labels) / n
  const groups = equalCountBins(forecasts, bins)
  const terms = groups.map((places) => binTerms(places, forecasts, labels, overall))
  const total = (name: keyof BinTerms) => compensatedSum(terms.map((term) => term[name])) / n
  return {
    score: score.value,
    reliability: total('reliability'),
    resolution: total('resolution'),
    uncertainty: overall * (1 - overall),
    withinBinVariance: total('variance'),
    withinBinCovariance: total('covariance'),
    bins: groups.length,
  }
}

interface BinTerms {
  reliability: number
  resolution: number
  variance: number
  covariance: number
}

function binTerms(
  places: Uint32Array,
  forecasts: ArrayLike<number>,
  labels: ArrayLike<number>,
  overall: number,
): BinTerms {
  const first = forecasts[places[0] as number] as number
  const offsets = Float64Array.from(places, (place) => (forecasts[place] as number) - first)
  const meanOffset = compensatedSum(offsets) / places.length
  const forecast = first + meanOffset
  const share = compensatedSum(Float64Array.from(places, (place) => labels[place] as number)) / places.length
  const deviations = offsets.map((offset) => offset - meanOffset)
  const products = deviations.map((deviation, i) => deviation * ((labels[places[i] as number] as number) - share))
  return {
    reliability: places.length * (forecast - share) ** 2,
    resolution: places.length * (share - overall) ** 2,
    variance: compensatedSum(deviations.map((deviation) => deviation * deviation)),
    covariance: 2 * compensatedSum(products),
  }
}
