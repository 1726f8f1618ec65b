/**
 * Standard error that an area under the ROC curve of `auc` (0 .. 1) has with `good` and `bad` items: for planning, where no
 * scores exist yet. 0 at auc = 0 and 1: never an estimate of doubt there, see `newcombeAuroc`.
 *
 * Var = [A(1-A) + (m-1)(Q1-A²) + (n-1)(Q2-A²)] / (mn), Q1 = A/(2-A), Q2 = 2A²/(1+A). Assumes independent items and
 * scores of near exponential form; divide counts by the design effect first when items cluster.
 * Source: Hanley and McNeil 1982. Reference row 3.
 */
export function hanleyMcNeil(auc: number, good: number, bad: number): number {
  if (!(auc >= 0 && auc <= 1)) throw new RangeError(`an area under the curve lies between 0 and 1, got ${auc}`)
  requireCounts(good, bad)
  const q1 = auc / (2 - auc)
  const q2 = (2 * auc * auc) / (1 + auc)
  const square = auc * auc
  const variance = auc * (1 - auc) + (good - 1) * (q1 - square) + (bad - 1) * (q2 - square)
  return Math.sqrt(Math.max(0, variance) / (good * bad))
}

/**
 * The larger of the two standard errors that `hanleyMcNeil` gives when the classes change places, (auc, m, n) and (auc, n, m). Its
 * formula is not symmetric, for it takes one class for the wider spread; before scores exist nobody knows which one that is.
 */
export function planningError(auc: number, good: number, bad: number): number {
  return Math.max(hanleyMcNeil(auc, good, bad), hanleyMcNeil(auc, bad, good))
}

/** Counts may be fractions (divided by a design effect), but each class needs at least one item. */
export function requireCounts(good: number, bad: number): void {
  if (!(good >= 1 && bad >= 1 && Number.isFinite(good) && Number.isFinite(bad))) {
    throw new RangeError(`each class needs at least one item, got ${good} good and ${bad} bad`)
  }
}
