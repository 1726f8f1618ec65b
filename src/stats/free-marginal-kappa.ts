import type { AgreementWithError, NoAgreement } from './agreement.ts'
import { agreementWeights } from './agreement-weights.ts'
import { chanceCorrected } from './chance-corrected.ts'

/**
 * Free-marginal kappa of any number of raters: (po - 1/K) / (1 - 1/K) with po as in `fleissKappa`. For raters who need not
 * put a fixed number of items into each category. From -1 / (K - 1) to 1; for two raters it is `pabak`.
 *
 * `counts[item][category]` counts raters; a category that nobody used counts in K. Interval, assumptions and where it is
 * undefined: as `fleissKappa`, but ratings that are all the same give 1.
 * Source: Brennan and Prediger 1981; Randolph 2005; reference row 17 of the tests.
 */
export function freeMarginalKappa(
  counts: readonly ArrayLike<number>[],
  options: { level?: number } = {},
): AgreementWithError | NoAgreement {
  const categories = counts[0]?.length ?? 0
  const weights = agreementWeights([...Array(categories).keys()], 'identity')
  return chanceCorrected({ counts }, weights, (shares) => shares.map(() => 1 / categories), options)
}
