import { type AgreementWithError, type NoAgreement, requireAgreementTable } from './agreement.ts'
import { type AgreementWeights, agreementWeights } from './agreement-weights.ts'
import { type ChanceAgreement, chanceCorrected } from './chance-corrected.ts'
import { ratingCounts } from './rating-counts.ts'

/** With `weights` other than identity the measure is Gwet's AC2. */
export interface GwetOptions {
  level?: number
  weights?: AgreementWeights
}

/**
 * Gwet's AC1 of two raters: (po - pe) / (1 - pe) with pe = (1 / (K-1)) sum_k pi_k (1 - pi_k), pi_k the mean share of
 * category k over the raters. From -1 to 1. Unlike kappa it stays high when the raters agree nearly always and nearly
 * all items fall into one category.
 *
 * `table[first rater's category][second rater's category]` counts items; a category that nobody used counts in K. Weighted
 * (AC2): pe = (sum of all weights / (K (K-1))) sum_k pi_k (1 - pi_k), categories evenly spaced.
 * The interval is value ± t_{n-1} se, cut to -1 .. 1, with Gwet's error over items. Assumes independent items.
 * Undefined without items or with fewer than two categories; no interval for one item and where the standard error is 0,
 * as for raters who agree on every item.
 * Source: Gwet 2008; Gwet 2014; reference rows 14 and 15 of the tests.
 */
export function gwetAc1(
  table: readonly (readonly number[])[],
  options: GwetOptions = {},
): AgreementWithError | NoAgreement {
  requireAgreementTable(table)
  const { weights = 'identity', ...rest } = options
  const kinds = table.flatMap((row, i) => row.map((_, j) => ofPair(table.length, i, j)))
  const items = { counts: kinds, times: table.flat() }
  return chanceCorrected(items, agreementWeights([...table.keys()], weights), gwetChance, rest)
}

/**
 * {@link gwetAc1} of any number of raters from their ratings (items x raters). A gap (null) is absent, never a category:
 * items with one rating tell about the categories' shares only, items with none count for nothing.
 *
 * `categories` gives the scale when not every value of it occurs; it changes K and so the result.
 */
export function gwetAc1Ratings(
  ratings: readonly (readonly (number | null)[])[],
  options: GwetOptions & { categories?: readonly number[] } = {},
): AgreementWithError | NoAgreement {
  const { weights = 'identity', categories: scale, ...rest } = options
  const { categories, counts } = ratingCounts(ratings, scale === undefined ? {} : { categories: scale })
  return chanceCorrected({ counts }, agreementWeights(categories, weights), gwetChance, rest)
}

const gwetChance: ChanceAgreement = (shares, weights) => {
  const categories = shares.length
  let all = 0
  for (const row of weights) for (const weight of row) all += weight
  return shares.map((share) => (all * (1 - share)) / (categories * (categories - 1)))
}

function ofPair(categories: number, i: number, j: number): Float64Array {
  const counts = new Float64Array(categories)
  counts[i] = 1
  counts[j] = (counts[j] as number) + 1
  return counts
}
