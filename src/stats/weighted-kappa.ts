import type { NoAgreement } from './agreement.ts'
import { agreementWeights } from './agreement-weights.ts'
import { type Kappa, kappaWithWeights } from './kappa.ts'

/**
 * Weighted kappa of two raters on ordered categories: (po - pe) / (1 - pe) with po = sum w_ij p_ij and
 * pe = sum w_ij p_i. p_.j, from the table of counts `table[first rater's category][second rater's category]`.
 *
 * Weights: linear 1 - d, quadratic 1 - d², with d = |i - j| / (K - 1), or the difference of `values` over their range when
 * the categories are not evenly spaced. po and pe are weighted too. From -1 to 1.
 * Error, interval, assumptions and where it is undefined: as `cohenKappa`.
 * Source: Cohen 1968; errors of Fleiss, Cohen and Everitt 1969; reference row 13 of the tests.
 */
export function weightedKappa(
  table: readonly (readonly number[])[],
  weights: 'linear' | 'quadratic',
  options: { level?: number; values?: readonly number[] } = {},
): Kappa | NoAgreement {
  const { values = [...table.keys()], ...rest } = options
  if (values.length !== table.length) throw new RangeError('a weighted kappa needs one value for each category')
  if (new Set(values).size !== values.length || !values.every(Number.isFinite)) {
    throw new RangeError('the values of categories are finite and differ from each other')
  }
  return kappaWithWeights(table, agreementWeights(values, weights), rest)
}
