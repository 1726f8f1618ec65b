import { type Agreement, type NoAgreement, noAgreement, requireAgreementTable } from './agreement.ts'
import { wilson } from './wilson.ts'

/**
 * Prevalence- and bias-adjusted kappa of two raters: 2 po - 1 for two categories, (K po - 1) / (K - 1) for K (the kappa of
 * Brennan and Prediger). From -1 / (K - 1) to 1. It depends on the share of equal ratings alone: pe = 1 / K.
 *
 * `table[i][j]` counts items; a category that nobody used counts in K. The interval is Wilson's for po, carried over.
 * Assumes independent items. Undefined without items or with fewer than two categories.
 * Source: Byrt, Bishop and Carlin 1993; Brennan and Prediger 1981.
 */
export function pabak(
  table: readonly (readonly number[])[],
  options: { level?: number } = {},
): Agreement | NoAgreement {
  const n = requireAgreementTable(table)
  const categories = table.length
  const equal = table.reduce((sum, row, i) => sum + (row[i] as number), 0)
  const share = wilson(equal, n, options)
  if (share.low === null) return noAgreement('no items')
  if (categories < 2) return noAgreement('agreement needs at least two categories', { po: share.value, pe: null, n })
  const adjusted = (po: number) => (categories * po - 1) / (categories - 1)
  return {
    value: adjusted(share.value),
    low: adjusted(share.low),
    high: adjusted(share.high),
    po: share.value,
    pe: 1 / categories,
    n,
  }
}
