/**
 * How much the variance of a mean grows because values come in groups of k alike ones: 1 + (k - 1) ICC (Kish 1965).
 *
 * Divide a number of answers by it to get the number of independent ones that tell as much. k >= 1 (a mean size for groups
 * that differ), ICC up to 1 as `oneWayIcc` gives it. Below 1 for a negative ICC; plan with no less than 1. Below 0 it
 * is no variance, so 0 is the least.
 */
export function designEffect(k: number, icc: number): number {
  if (!(k >= 1 && Number.isFinite(k))) throw new RangeError(`a group has at least one value, got ${k}`)
  if (!(icc <= 1 && Number.isFinite(icc))) throw new RangeError(`an ICC is a number up to 1, got ${icc}`)
  return Math.max(0, 1 + (k - 1) * icc)
}
