import { placements } from './placements.ts'
import { type Figure, requireFinite } from './result.ts'

/**
 * Area under the ROC curve: the chance that a good item scores above a bad one, ties counting half. 0.5 = no better than a
 * coin, 1 = every good item above every bad one, 0 = the reverse.
 *
 * A = (1/mn) sum_ij psi(x_i, y_j) = U / (mn), U of Mann and Whitney. Exact but for one division. Assumes nothing; it says
 * nothing about how sure it is: use `delong`, or `clusteredAuroc` when items belong together.
 * Undefined (null with a reason) when a class is empty.
 * Source: Bamber 1975; Hanley and McNeil 1982. Reference rows 2, 3 and 8.
 */
export function auroc(good: ArrayLike<number>, bad: ArrayLike<number>): Figure {
  requireFinite(good, 'scores of good items')
  requireFinite(bad, 'scores of bad items')
  const { auc } = placements(good, bad)
  return auc === null ? { value: null, reason: emptyClass(good.length, bad.length) } : { value: auc }
}

/** Why nothing can be said about how scores separate two classes of which one is empty. */
export function emptyClass(good: number, bad: number): string {
  if (good === 0 && bad === 0) return 'no items'
  return good === 0 ? 'no good items' : 'no bad items'
}
