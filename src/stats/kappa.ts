import {
  type AgreementWithError,
  agreementInterval,
  type NoAgreement,
  noAgreement,
  requireAgreementTable,
} from './agreement.ts'
import { agreementWeights } from './agreement-weights.ts'
import { normalQuantile } from './normal-quantile.ts'
import { requireLevel } from './result.ts'

/** A kappa of two raters. */
export interface Kappa extends AgreementWithError {
  /** The standard error if the raters were independent (kappa 0): for the test only. */
  se0: number
  /** value / se0, standard normal for independent raters. */
  z: number
}

/**
 * Cohen's kappa of two raters: (po - pe) / (1 - pe) with po = sum_k p_kk and pe = sum_k p_k. p_.k, from the table of
 * counts `table[first rater's category][second rater's category]`. From -1 to 1; 0 is what independent raters reach.
 *
 * `se` is the large-sample (Fleiss, Cohen and Everitt 1969) error, the interval value ± z se cut to -1 .. 1, `se0` the
 * error of independent raters. Assumes independent items. When nearly all items fall into one category kappa is low though
 * the raters agree nearly always: show po, `gwetAc1` and the table beside it.
 * Undefined without items and when both raters put all items into the same category (pe = 1); no interval when the
 * standard error is 0, as for raters who agree on every item.
 * Source: Cohen 1960; reference row 12 of the tests is the example in the manual of SAS PROC FREQ.
 */
export function cohenKappa(
  table: readonly (readonly number[])[],
  options: { level?: number } = {},
): Kappa | NoAgreement {
  return kappaWithWeights(table, agreementWeights([...table.keys()], 'identity'), options)
}

/** {@link cohenKappa} with a weight 0 .. 1 for each pair of categories, 1 for equal ones. */
export function kappaWithWeights(
  table: readonly (readonly number[])[],
  weights: readonly ArrayLike<number>[],
  options: { level?: number },
): Kappa | NoAgreement {
  const { level = 0.95 } = options
  requireLevel(level)
  const n = requireAgreementTable(table)
  if (n === 0) return noAgreement('no items')
  const { rows, columns } = margins(table, n)
  const cell = (i: number, j: number) => (table[i]?.[j] as number) / n
  const weight = (i: number, j: number) => weights[i]?.[j] as number
  const chance = (i: number, j: number) => (rows[i] as number) * (columns[j] as number)
  const po = expectation(table.length, cell, weight)
  const pe = expectation(table.length, chance, weight)
  if (pe === 1) return noAgreement(ONE_CATEGORY, { po, pe, n })
  const value = (po - pe) / (1 - pe)
  const byRow = table.map((_, i) => columns.reduce((sum, share, j) => sum + share * weight(i, j), 0))
  const byColumn = table.map((_, j) => rows.reduce((sum, share, i) => sum + share * weight(i, j), 0))
  const both = (i: number, j: number) => (byRow[i] as number) + (byColumn[j] as number)
  const spread = deviation(table.length, cell, (i, j) => weight(i, j) - both(i, j) * (1 - value))
  const spread0 = deviation(table.length, chance, (i, j) => weight(i, j) - both(i, j))
  const scale = (1 - pe) * Math.sqrt(n)
  const factor = normalQuantile(1 - (1 - level) / 2)
  const result = agreementInterval({ value, po, pe, n }, spread / scale, factor)
  if (result.low === null) return result
  const se0 = spread0 / scale
  return { ...result, se0, z: value / se0 }
}

const ONE_CATEGORY = 'both raters put every item into the same category: agreement by chance is 1 too'

/** Each rater's share of items in each category. */
function margins(table: readonly (readonly number[])[], n: number): { rows: number[]; columns: number[] } {
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    rows: table.map((row) => sum(row) / n),
    columns: table.map((_, j) => sum(table.map((row) => row[j] as number)) / n),
  }
}

type OfCell = (i: number, j: number) => number

function expectation(size: number, probability: OfCell, figure: OfCell): number {
  let sum = 0
  for (let i = 0; i < size; i++) for (let j = 0; j < size; j++) sum += probability(i, j) * figure(i, j)
  return sum
}

/** The standard deviation of a figure over the cells; centred first, so that no spread gives no more than rounding. */
function deviation(size: number, probability: OfCell, figure: OfCell): number {
  const centre = expectation(size, probability, figure)
  return Math.sqrt(expectation(size, probability, (i, j) => (figure(i, j) - centre) ** 2))
}
