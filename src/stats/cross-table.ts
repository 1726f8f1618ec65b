/** Two raters' ratings of the same items, counted. */
export interface CrossTable<T> {
  /** What the rows and columns stand for. */
  categories: readonly T[]
  /** `table[i][j]`: items that the first rater put into category i and the second into j. */
  table: number[][]
}

/**
 * Counts the items of two raters by pairs of categories; an item that either left out (null) is not counted.
 *
 * The categories are those given, in their order, or all that occur in counted items, ascending. A rating outside the
 * categories given throws.
 */
export function crossTable<T extends number | string>(
  first: readonly (T | null)[],
  second: readonly (T | null)[],
  options: { categories?: readonly T[] } = {},
): CrossTable<T> {
  if (first.length !== second.length) throw new RangeError('two raters need one place for each item')
  const pairs = first.flatMap((a, item): [T, T][] => {
    const b = second[item]
    return a === null || b === null || b === undefined ? [] : [[a, b]]
  })
  const categories = options.categories ?? [...new Set(pairs.flat())].sort(ascending)
  const place = new Map(categories.map((category, index) => [category, index]))
  const table = categories.map(() => categories.map(() => 0))
  for (const [a, b] of pairs) {
    const row = table[place.get(a) ?? -1]
    const column = place.get(b)
    if (row === undefined || column === undefined) throw new RangeError(`the rating ${a} or ${b} is no category`)
    row[column] = (row[column] as number) + 1
  }
  return { categories, table }
}

function ascending<T extends number | string>(a: T, b: T): number {
  return a < b ? -1 : a > b ? 1 : 0
}
