import { safeUnit } from './safe-unit.ts'

/** How near two categories are: identity counts only equal ones; linear and quadratic give credit for near ones. */
export type AgreementWeights = 'identity' | 'linear' | 'quadratic'

/**
 * The weights 0 .. 1 of each pair of categories, from the categories' values: 1 for equal ones, else 0 (identity),
 * 1 - d (linear) or 1 - d² (quadratic) with d = |a - b| / (highest - lowest).
 * Source: Cicchetti and Allison 1971 (linear), Fleiss and Cohen 1973 (quadratic).
 */
export function agreementWeights(categories: ArrayLike<number>, weights: AgreementWeights): Float64Array[] {
  const unit = safeUnit(categories)
  const values = Array.from(categories, (category) => category * unit)
  const range =
    values.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY) -
    values.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)
  return values.map((a) =>
    Float64Array.from(values, (b) => {
      if (a === b) return 1
      if (weights === 'identity') return 0
      const distance = Math.abs(a - b) / range
      return 1 - (weights === 'linear' ? distance : distance ** 2)
    }),
  )
}
