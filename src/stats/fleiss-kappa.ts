import type { AgreementWithError, NoAgreement } from './agreement.ts'
import { agreementWeights } from './agreement-weights.ts'
import { chanceCorrected } from './chance-corrected.ts'

/**
 * Fleiss' kappa of any number of raters: (po - pe) / (1 - pe) with po the mean over items of the share of equal pairs of
 * ratings and pe = sum_k pi_k², pi_k the mean share of category k. From -1 to 1. For two raters it is Scott's pi.
 *
 * `counts[item][category]` counts raters, who need not be the same for each item, nor equally many; items with one rating
 * tell about the shares only. The interval is value ± t_{n-1} se, cut to -1 .. 1, with Gwet's error over items, which does
 * not suppose kappa 0. Assumes independent items.
 * Undefined when no item has two ratings, with fewer than two categories, and when all ratings are the same (pe = 1); no
 * interval for one item and where the standard error is 0.
 * Source: Fleiss 1971; gaps and error as in Gwet 2014; reference rows 16 and 17 of the tests.
 */
export function fleissKappa(
  counts: readonly ArrayLike<number>[],
  options: { level?: number } = {},
): AgreementWithError | NoAgreement {
  const categories = counts[0]?.length ?? 0
  const weights = agreementWeights([...Array(categories).keys()], 'identity')
  return chanceCorrected({ counts }, weights, (shares) => shares.slice(), options)
}
