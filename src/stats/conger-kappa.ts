import { ratingCounts } from './rating-counts.ts'

/**
 * Conger's kappa of several raters, each with an own habit: Cohen's kappa for more than two. (po - pe) / (1 - pe) with po
 * the mean over items with two or more ratings of the share of equal pairs, and pe the chance that two different raters
 * agree, each drawing from the shares of categories in all that this rater rated: the mean of sum_k p_ak p_bk over pairs
 * a, b of raters. From -1 to 1.
 *
 * `ratings` is items x raters, every rater in the same place for all items; null is a gap. A point only, without interval.
 * Undefined when no item has two ratings and when all ratings are the same (pe = 1). A rater without ratings is left out.
 * Source: Conger 1980; gaps as in Gwet 2014; reference row 16 of the tests.
 */
export function congerKappa(ratings: readonly (readonly (number | null)[])[]): CongerKappa {
  const { categories, counts } = ratingCounts(ratings)
  const po = meanEqualPairs(counts)
  const chances = raterShares(ratings, categories)
  if (po === null) return { value: null, reason: 'no item has two ratings', po, pe: null }
  let pe = 0
  let pairs = 0
  chances.forEach((first, a) => {
    for (const second of chances.slice(a + 1)) {
      pairs += 1
      first.forEach((share, k) => {
        pe += share * (second[k] as number)
      })
    }
  })
  pe /= pairs
  if (pe === 1) return { value: null, reason: 'all ratings are the same: agreement by chance is 1 too', po, pe }
  return { value: (po - pe) / (1 - pe), po, pe }
}

/** A kappa without interval; `po` is the agreement seen and `pe` that of chance. */
export type CongerKappa =
  | { value: number; po: number; pe: number }
  | { value: null; reason: string; po: number | null; pe: number | null }

function meanEqualPairs(counts: readonly Float64Array[]): number | null {
  let sum = 0
  let items = 0
  for (const own of counts) {
    const raters = own.reduce((total, count) => total + count, 0)
    if (raters < 2) continue
    items += 1
    sum += own.reduce((total, count) => total + count * (count - 1), 0) / (raters * (raters - 1))
  }
  return items === 0 ? null : sum / items
}

/** The shares of the categories in what each rater rated. */
function raterShares(ratings: readonly (readonly (number | null)[])[], categories: readonly number[]): number[][] {
  const raters = ratings.reduce((most, item) => Math.max(most, item.length), 0)
  const place = new Map(categories.map((category, index) => [category, index]))
  const counts = Array.from({ length: raters }, () => categories.map(() => 0))
  for (const item of ratings) {
    item.forEach((rating, rater) => {
      if (rating === null) return
      const own = counts[rater] as number[]
      const index = place.get(rating) as number
      own[index] = (own[index] as number) + 1
    })
  }
  return counts.flatMap((own) => {
    const all = own.reduce((total, count) => total + count, 0)
    return all === 0 ? [] : [own.map((count) => count / all)]
  })
}
