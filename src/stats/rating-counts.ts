import { requireFinite } from './result.ts'

/** Ratings counted by item and category. */
export interface RatingCounts {
  /** The categories' values, ascending unless they were given. */
  categories: readonly number[]
  /** `counts[item][category]`: the raters who put the item there. */
  counts: Float64Array[]
}

/**
 * Counts ratings (items x raters; null is a gap and no category) by item and category.
 *
 * Memory grows with items x categories: for marks on a scale, not for scores that all differ.
 * The categories are those given, in their order, or all that occur. A rating outside the categories given throws.
 */
export function ratingCounts(
  ratings: readonly (readonly (number | null)[])[],
  options: { categories?: readonly number[] } = {},
): RatingCounts {
  const given = ratings.map((item) => item.filter((rating) => rating !== null))
  for (const item of given) requireFinite(item, 'ratings')
  const categories = options.categories ?? [...new Set(given.flat())].sort((a, b) => a - b)
  const place = new Map(categories.map((category, index) => [category, index]))
  const counts = given.map((item) => {
    const own = new Float64Array(categories.length)
    for (const rating of item) {
      const index = place.get(rating)
      if (index === undefined) throw new RangeError(`the rating ${rating} is no category`)
      own[index] = (own[index] as number) + 1
    }
    return own
  })
  return { categories, counts }
}
