import { emptyClass } from './auroc.ts'
import { compensatedSum, mean } from './mean.ts'
import { requireFinite, requireLevel } from './result.ts'
import { fromUnit, safeUnit, timesUnit } from './safe-unit.ts'
import { studentTCdf, studentTQuantile } from './student-t.ts'

/** How far the mean score of the good items lies above that of the bad ones. What cannot be given is null, and `reason` says why. */
export interface Gap {
  meanGood: number | null
  meanBad: number | null
  /** meanGood - meanBad in units of the score; negative where bad items score higher. */
  difference: number | null
  /** Welch's t, its degrees of freedom and its two-sided p. */
  t: number | null
  df: number | null
  p: number | null
  low: number | null
  high: number | null
  /** The difference in pooled standard deviations, and the same corrected for small samples. */
  cohenD: number | null
  hedgesG: number | null
  reason?: string
}

const NOTHING = {
  ...{ meanGood: null, meanBad: null, difference: null, t: null, df: null, p: null },
  ...{ low: null, high: null, cohenD: null, hedgesG: null },
}

/**
 * Difference of two means with Welch's t interval, which allows unequal spread, and as an effect size.
 *
 * D = mean(x) - mean(y), SE² = s²x/m + s²y/n, df of Welch and Satterthwaite; d = D / pooled SD, g = d (1 - 3/(4N - 9)).
 * Assumes independent items; scores far from normal need some dozens. A gap beside an area under the curve near 0.5 comes
 * from a few extreme scores. Below two items in a class there is no spread and only the means are given; the same when
 * neither class has any spread.
 * Source: Welch 1947; Hedges 1981. Reference row 4.
 */
export function gap(good: ArrayLike<number>, bad: ArrayLike<number>, options: { level?: number } = {}): Gap {
  const { level = 0.95 } = options
  requireLevel(level)
  requireFinite(good, 'scores of good items')
  requireFinite(bad, 'scores of bad items')
  const unit = safeUnit(good, bad)
  const found = welch(timesUnit(good, unit), timesUnit(bad, unit), level)
  return fromUnit(found, unit, ['meanGood', 'meanBad', 'difference', 'low', 'high'])
}

function welch(good: Float64Array, bad: Float64Array, level: number): Gap {
  const m = good.length
  const n = bad.length
  const meanGood = mean(good).value
  const meanBad = mean(bad).value
  if (meanGood === null || meanBad === null) return { ...NOTHING, meanGood, meanBad, reason: emptyClass(m, n) }
  const difference = meanGood - meanBad
  const means = { meanGood, meanBad, difference }
  if (m < 2 || n < 2) return { ...NOTHING, ...means, reason: 'one item in a class has no spread' }
  const squaresGood = squaresAround(good, meanGood)
  const squaresBad = squaresAround(bad, meanBad)
  if (squaresGood === 0 && squaresBad === 0)
    return { ...NOTHING, ...means, reason: 'the scores within a class are all equal' }
  const ofGood = squaresGood / (m - 1) / m
  const ofBad = squaresBad / (n - 1) / n
  const se = Math.sqrt(ofGood + ofBad)
  const df = (ofGood + ofBad) ** 2 / (ofGood ** 2 / (m - 1) + ofBad ** 2 / (n - 1))
  const t = difference / se
  const half = studentTQuantile(1 - (1 - level) / 2, df) * se
  const cohenD = difference / Math.sqrt((squaresGood + squaresBad) / (m + n - 2))
  const hedgesG = cohenD * (1 - 3 / (4 * (m + n) - 9))
  const p = 2 * studentTCdf(-Math.abs(t), df)
  return { ...means, t, df, p, low: difference - half, high: difference + half, cohenD, hedgesG }
}

function squaresAround(values: ArrayLike<number>, centre: number): number {
  return compensatedSum(Float64Array.from(values, (value) => (value - centre) ** 2))
}
