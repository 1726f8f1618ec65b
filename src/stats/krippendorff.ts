import { type Figure, requireFinite } from './result.ts'

/** What the ratings mean: names, an order, a scale of equal steps, or a scale with a true zero. */
export type Measurement = 'nominal' | 'ordinal' | 'interval' | 'ratio'

/**
 * Krippendorff's alpha of any number of raters, with gaps: 1 - Do / De. 1 is perfect, 0 what chance gives, below 0 worse.
 *
 * `ratings` is items x raters; null is a gap. Only items with two or more ratings count. Do is the mean squared difference
 * over pairs of ratings of one item, each item's m ratings weighing m in all; De over all pairs of ratings of any items.
 * The squared difference of c and k: nominal 0 or 1; interval (c - k)²; ratio ((c - k) / (c + k))²; ordinal
 * (sum_{g=c..k} n_g - (n_c + n_k) / 2)², the difference of the two values' mean ranks among all ratings that count.
 *
 * A point without interval: resample whole items for one. Undefined when no item has two ratings, when all ratings that
 * count are equal (nothing to tell apart), and for a negative rating on a ratio scale.
 * Source: Krippendorff 2004, chapter 11; Krippendorff 2011, "Computing Krippendorff's alpha-reliability"; reference rows 16
 * and 45 of the tests.
 */
export function krippendorffAlpha(ratings: readonly (readonly (number | null)[])[], measurement: Measurement): Figure {
  const items = ratings.map((item) => item.filter((rating) => rating !== null)).filter((item) => item.length > 0)
  for (const item of items) requireFinite(item, 'ratings')
  const pairable = items.filter((item) => item.length > 1)
  if (pairable.length === 0) return { value: null, reason: 'no item has two ratings' }
  const { values, counts, places } = index(pairable)
  if (values.length === 1) return { value: null, reason: 'all ratings are equal: there is nothing to tell apart' }
  if (measurement === 'ratio' && (values[0] as number) < 0) {
    return { value: null, reason: 'a ratio scale has no negative ratings' }
  }
  const squares = pairSquares(measurement, values, counts)
  const n = counts.reduce((sum, count) => sum + count, 0)
  let observed = 0
  for (const item of places) observed += squares.within(item) / (item.length - 1)
  return { value: 1 - ((n - 1) * observed) / squares.all() }
}

interface Indexed {
  /** The different ratings, ascending. */
  values: Float64Array
  /** How often each occurs. */
  counts: Float64Array
  /** Each item's ratings as places in `values`. */
  places: number[][]
}

function index(items: readonly (readonly number[])[]): Indexed {
  const values = different(items)
  const place = new Map<number, number>()
  values.forEach((value, i) => {
    place.set(value, i)
  })
  const counts = new Float64Array(values.length)
  const places = items.map((item) =>
    item.map((rating) => {
      const at = place.get(rating) as number
      counts[at] = (counts[at] as number) + 1
      return at
    }),
  )
  return { values, counts, places }
}

/** The different ratings, ascending; sorting beats a set where most of them differ. */
function different(items: readonly (readonly number[])[]): Float64Array {
  const all = new Float64Array(items.reduce((sum, item) => sum + item.length, 0))
  let filled = 0
  for (const item of items) for (const rating of item) all[filled++] = rating === 0 ? 0 : rating
  all.sort()
  return all.filter((rating, i) => i === 0 || rating !== all[i - 1])
}

/** Sums of squared differences over ordered pairs: of the ratings of one item (as places), and of all that count. */
interface PairSquares {
  within(item: readonly number[]): number
  all(): number
}

function pairSquares(measurement: Measurement, values: Float64Array, counts: Float64Array): PairSquares {
  if (measurement === 'interval') return scaleSquares(fromZeroToOne(values), counts)
  if (measurement === 'ordinal') return scaleSquares(midranks(counts), counts)
  return measurement === 'nominal' ? nominalSquares(counts) : ratioSquares(values, counts)
}

function nominalSquares(counts: Float64Array): PairSquares {
  const unequal = (total: number, alike: Iterable<number>) => {
    let sum = total * total
    for (const count of alike) sum -= count * count
    return sum
  }
  return {
    within(item) {
      const alike = new Map<number, number>()
      for (const place of item) alike.set(place, (alike.get(place) ?? 0) + 1)
      return unequal(item.length, alike.values())
    },
    all: () =>
      unequal(
        counts.reduce((sum, count) => sum + count, 0),
        counts,
      ),
  }
}

/** The only level without a short cut: the work grows with the square of the number of different ratings. */
function ratioSquares(values: Float64Array, counts: Float64Array): PairSquares {
  return {
    within(item) {
      let sum = 0
      item.forEach((a, i) => {
        for (let j = i + 1; j < item.length; j++) {
          const b = item[j] as number
          if (a !== b) sum += ratioSquare(values[Math.min(a, b)] as number, values[Math.max(a, b)] as number)
        }
      })
      return 2 * sum
    },
    all() {
      let sum = 0
      for (let a = 0; a < values.length; a++) {
        let ofValue = 0
        for (let b = a + 1; b < values.length; b++) {
          ofValue += (counts[b] as number) * ratioSquare(values[a] as number, values[b] as number)
        }
        sum += (counts[a] as number) * ofValue
      }
      return 2 * sum
    },
  }
}

/** ((b - a) / (a + b))² for 0 <= a < b, without a sum that could overflow. */
function ratioSquare(a: number, b: number): number {
  const part = a / b
  return ((1 - part) / (1 + part)) ** 2
}

/** Ascending values moved and stretched to 0 .. 1, which alpha does not notice, so that no square under- or overflows. */
function fromZeroToOne(values: Float64Array): Float64Array {
  const top = Math.max(Math.abs(values[0] as number), Math.abs(values.at(-1) as number))
  const low = (values[0] as number) / top
  const range = (values.at(-1) as number) / top - low
  return values.map((value) => (value / top - low) / range)
}

/** On a scale the squared differences of all pairs of m numbers add up to 2 m sum (x - mean)², so that none are formed. */
function scaleSquares(scale: Float64Array, counts: Float64Array): PairSquares {
  const ofMembers = (members: number, at: (i: number) => number, times: (i: number) => number, m: number) => {
    const origin = at(0)
    let centre = 0
    for (let i = 0; i < members; i++) centre += (times(i) * (at(i) - origin)) / m
    let sum = 0
    for (let i = 0; i < members; i++) sum += times(i) * (at(i) - origin - centre) ** 2
    return 2 * m * sum
  }
  return {
    within: (item) =>
      ofMembers(
        item.length,
        (i) => scale[item[i] as number] as number,
        () => 1,
        item.length,
      ),
    all: () => {
      const n = counts.reduce((sum, count) => sum + count, 0)
      return ofMembers(
        scale.length,
        (i) => scale[i] as number,
        (i) => counts[i] as number,
        n,
      )
    },
  }
}

/** The mean rank of each value among all ratings, from 0. */
function midranks(counts: Float64Array): Float64Array {
  let before = 0
  return counts.map((count) => {
    const rank = before + count / 2
    before += count
    return rank
  })
}
