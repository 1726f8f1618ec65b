import { compensatedSum, mean } from './mean.ts'
import { requireFinite } from './result.ts'
import { safeUnit, timesUnit } from './safe-unit.ts'
import { studentTCdf } from './student-t.ts'

/** A correlation from -1 to 1 with its two-sided p; null where there is none, and `reason` says why. */
export interface Correlation {
  value: number | null
  p: number | null
  n: number
  reason?: string
}

/**
 * Pearson's product-moment correlation of pairs, r = sxy / sqrt(sxx syy), with the p of t = r sqrt((n-2)/(1-r²)) on n-2 degrees
 * of freedom. It measures a straight line only. p assumes independent pairs and normal values.
 * Null with a reason for fewer than two pairs or values without spread; only p is null for two pairs.
 * Source: Pearson 1896; Student 1908.
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): Correlation {
  requireFinite(x, 'values to correlate')
  requireFinite(y, 'values to correlate')
  if (x.length !== y.length) throw new RangeError(`${x.length} values beside ${y.length} to correlate`)
  return correlate(timesUnit(x, safeUnit(x)), timesUnit(y, safeUnit(y)))
}

function correlate(x: Float64Array, y: Float64Array): Correlation {
  const n = x.length
  const meanX = mean(x).value
  const meanY = mean(y).value
  if (meanX === null || meanY === null || n < 2) return { value: null, p: null, n, reason: 'fewer than two pairs' }
  const fromX = x.map((value) => value - meanX)
  const fromY = y.map((value) => value - meanY)
  const xx = compensatedSum(fromX.map((value) => value * value))
  const yy = compensatedSum(fromY.map((value) => value * value))
  if (xx === 0 || yy === 0) return { value: null, p: null, n, reason: 'one side has the same value throughout' }
  const xy = compensatedSum(fromX.map((value, i) => value * (fromY[i] as number)))
  const value = Math.max(-1, Math.min(1, xy / Math.sqrt(xx * yy)))
  if (n === 2) return { value, p: null, n, reason: 'two pairs always lie on a line' }
  return { value, p: correlationP(value, n), n }
}

function correlationP(r: number, n: number): number {
  if (Math.abs(r) === 1) return 0
  return 2 * studentTCdf(-Math.abs(r) * Math.sqrt((n - 2) / ((1 - r) * (1 + r))), n - 2)
}
