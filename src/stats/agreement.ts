import type { Interval, NoInterval } from './result.ts'

/** A chance-corrected agreement (1 - disagreement seen / disagreement by chance) with its interval. */
export interface Agreement extends Interval {
  /** The agreement seen, 0 .. 1: the share of items (of pairs of ratings) on which the raters agree; partly with weights. */
  po: number
  /** The agreement that chance alone would give, 0 .. 1, as this measure understands chance. */
  pe: number
  /** Items that count. */
  n: number
}

/** An agreement whose interval comes from a standard error. */
export interface AgreementWithError extends Agreement {
  se: number
}

/** No interval, or not even a point: `reason` says why. `po` and `pe` are null where they are undefined too. */
export interface NoAgreement extends NoInterval {
  po: number | null
  pe: number | null
  n: number
}

/** A standard error below this share of the scale is rounding, not spread. */
const NO_SPREAD = 1e-12

/** value ± factor se, cut to -1 .. 1; no interval where the standard error is 0, which would promise certainty. */
export function agreementInterval(
  point: { value: number; po: number; pe: number; n: number },
  se: number,
  factor: number,
): AgreementWithError | NoAgreement {
  if (se < NO_SPREAD) return { ...point, low: null, high: null, reason: NO_ERROR }
  const { value } = point
  return {
    ...point,
    low: Math.min(value, Math.max(-1, value - factor * se)),
    high: Math.max(value, Math.min(1, value + factor * se)),
    se,
  }
}

const NO_ERROR = 'the standard error is 0 on these counts, which would promise certainty: no interval'

export function noAgreement(
  reason: string,
  point: { po: number | null; pe: number | null; n: number } = { po: null, pe: null, n: 0 },
): NoAgreement {
  return { value: null, low: null, high: null, reason, ...point }
}

/** The number of items in a square table of whole counts; anything else is a bug of the caller and throws. */
export function requireAgreementTable(table: readonly (readonly number[])[]): number {
  let n = 0
  for (const row of table) {
    if (row.length !== table.length) throw new RangeError('a table of two raters has as many columns as rows')
    for (const count of row) n += requireCount(count)
  }
  return n
}

export function requireCount(count: number): number {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw new RangeError(`a count of ratings is a whole number from 0 on, got ${count}`)
  }
  return count
}
