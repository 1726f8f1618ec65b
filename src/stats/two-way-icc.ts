import { compensatedSum } from './mean.ts'
import { oneWayIcc } from './one-way-icc.ts'
import { type Figure, requireFinite } from './result.ts'
import { safeUnit, timesUnit } from './safe-unit.ts'

/** The intraclass correlations of items rated by the same raters, and the mean squares behind them. */
export interface TwoWayIcc {
  /** ICC(1,1): raters taken as interchangeable. */
  oneWay: Figure
  /** ICC(2,1): raters drawn from many, so that a rater who marks higher counts as disagreement. */
  twoWayRandom: Figure
  /** ICC(3,1): these raters only; a rater who marks higher throughout costs nothing. */
  twoWayMixed: Figure
  /** Mean squares between items, within items, between raters, and of what is left. */
  bms: number
  wms: number
  jms: number
  ems: number
}

/**
 * Intraclass correlations of a complete table of items x raters, single ratings, by Shrout and Fleiss 1979:
 * ICC(1,1) = (BMS - WMS) / (BMS + (k-1) WMS), ICC(2,1) = (BMS - EMS) / (BMS + (k-1) EMS + k (JMS - EMS) / n),
 * ICC(3,1) = (BMS - EMS) / (BMS + (k-1) EMS), for n items and k raters.
 *
 * At most 1; below 0 where items differ less than chance would make them. Null with a reason where all values are equal
 * (or, for the two-way ones, where nothing but the raters differs); the whole is undefined for fewer than two items or
 * raters. A table with a gap or of uneven rows throws: use `krippendorffAlpha` for gaps.
 * Reference row 18 of the tests.
 */
export function twoWayIcc(ratings: readonly ArrayLike<number>[]): TwoWayIcc | { value: null; reason: string } {
  const n = ratings.length
  const k = ratings[0]?.length ?? 0
  for (const item of ratings) {
    if (item.length !== k) throw new RangeError('every item needs a rating of every rater')
    requireFinite(item, 'ratings')
  }
  if (n < 2 || k < 2) return { value: null, reason: 'it takes two items and two raters' }
  const unit = safeUnit(...ratings)
  return analyse(
    ratings.map((item) => timesUnit(item, unit)),
    unit,
  )
}

function analyse(ratings: readonly Float64Array[], unit: number): TwoWayIcc | { value: null; reason: string } {
  const n = ratings.length
  const k = ratings[0]?.length ?? 0
  const rows = ratings.map((item) => compensatedSum(item) / k)
  const columns = Array.from({ length: k }, (_, j) => compensatedSum(ratings.map((item) => item[j] as number)) / n)
  const overall = compensatedSum(rows) / n
  const jms = (n * compensatedSum(columns.map((own) => (own - overall) ** 2))) / (k - 1)
  const rest = ratings.flatMap((item, i) => {
    return columns.map((column, j) => ((item[j] as number) - (rows[i] as number) - column + overall) ** 2)
  })
  const ems = compensatedSum(rest) / ((n - 1) * (k - 1))
  const one = oneWayIcc(ratings)
  if (one.value === null) {
    const equal: Figure = { value: null, reason: one.reason }
    return { oneWay: equal, twoWayRandom: equal, twoWayMixed: equal, bms: 0, wms: 0, jms: 0, ems: 0 }
  }
  if (unit < SMALLEST_UNIT) return { value: null, reason: 'the ratings are too large to be squared' }
  const { bms, wms } = one
  const spread = bms + (k - 1) * ems
  const largest = ratings.flatMap((item) => Array.from(item)).reduce((a, b) => Math.max(a, Math.abs(b)), 0)
  const share = (part: number, whole: number): Figure => {
    return whole > ROUNDING * largest ** 2 ? { value: part / whole } : { value: null, reason: 'items do not differ' }
  }
  return {
    oneWay: { value: one.value },
    twoWayRandom: share(bms - ems, spread + (k * (jms - ems)) / n),
    twoWayMixed: share(bms - ems, spread),
    bms: bms / unit / unit,
    wms: wms / unit / unit,
    jms: jms / unit / unit,
    ems: ems / unit / unit,
  }
}

/** Ratings beyond about 1e150, whose mean squares are no numbers any more. */
const SMALLEST_UNIT = 2 ** -500
/** Mean squares below this share of the largest rating's square come from rounding. */
const ROUNDING = 1e-28
