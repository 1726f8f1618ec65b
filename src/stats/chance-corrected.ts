import { type AgreementWithError, agreementInterval, type NoAgreement, noAgreement, requireCount } from './agreement.ts'
import { requireLevel } from './result.ts'
import { studentTQuantile } from './student-t.ts'

/** Items by their ratings: `counts[i][k]` raters put items of kind i into category k, and there are `times[i]` of them. */
export interface RatedItems {
  counts: readonly ArrayLike<number>[]
  /** One of each kind when absent. */
  times?: readonly number[]
}

/** What a measure takes for agreement by chance: pe = sum_k shares[k] chance[k], the mean over items. */
export type ChanceAgreement = (shares: Float64Array, weights: readonly Float64Array[]) => Float64Array

/**
 * (po - pe) / (1 - pe) for any number of raters, with gaps. po is the mean over items with two or more ratings of the
 * (weighted) share of equal pairs; a category's share is the mean over all items with a rating of the share there.
 *
 * The standard error is Gwet's linearisation over items: with g_i the item's own (n / n2) (po_i - pe) / (1 - pe) (0 where
 * it has one rating) and pe_i its part in chance, u_i = g_i - 2 (1 - g) (pe_i - pe) / (1 - pe),
 * se² = sum (u_i - g)² / (n (n - 1)). Source: Gwet 2008; Gwet 2014, chapter 5.
 */
export function chanceCorrected(
  items: RatedItems,
  weights: readonly Float64Array[],
  chanceOf: ChanceAgreement,
  options: { level?: number },
): AgreementWithError | NoAgreement {
  const { level = 0.95 } = options
  requireLevel(level)
  const categories = weights.length
  const rated = readItems(items, weights)
  const { times, raters, equal, counts } = rated
  const n = times.reduce((sum, count) => sum + count, 0)
  if (n === 0) return noAgreement('no items')
  if (categories < 2) return noAgreement('agreement needs at least two categories', { po: null, pe: null, n })
  let pairable = 0
  let po = 0
  const shares = new Float64Array(categories)
  times.forEach((count, i) => {
    const own = raters[i] as number
    for (let k = 0; k < categories; k++) {
      shares[k] = (shares[k] as number) + count * ((counts[i]?.[k] as number) / own)
    }
    if (own < 2) return
    pairable += count
    po += count * (equal[i] as number)
  })
  if (pairable === 0) return noAgreement('no item has two ratings', { po: null, pe: null, n })
  po /= pairable
  // Divided at the end: where all ratings are the same the shares must be exactly 0 and 1.
  for (let k = 0; k < categories; k++) shares[k] = (shares[k] as number) / n
  const chance = chanceOf(shares, weights)
  const pe = chance.reduce((sum, part, k) => sum + part * (shares[k] as number), 0)
  if (pe >= 1) return noAgreement('all ratings are the same: agreement by chance is 1 too', { po, pe, n })
  const value = (po - pe) / (1 - pe)
  let squares = 0
  times.forEach((count, i) => {
    const own = raters[i] as number
    let byChance = 0
    for (let k = 0; k < categories; k++) byChance += ((chance[k] as number) * (counts[i]?.[k] as number)) / own
    const corrected = own < 2 ? 0 : ((n / pairable) * ((equal[i] as number) - pe)) / (1 - pe)
    squares += count * (corrected - value - (2 * (1 - value) * (byChance - pe)) / (1 - pe)) ** 2
  })
  const point = { value, po, pe, n }
  if (n < 2) return { ...point, low: null, high: null, reason: 'one item has no spread' }
  const factor = studentTQuantile(1 - (1 - level) / 2, n - 1)
  return agreementInterval(point, Math.sqrt(squares / n / (n - 1)), factor)
}

interface ReadItems {
  counts: ArrayLike<number>[]
  times: number[]
  raters: number[]
  /** The weighted share of equal pairs of each kind of item; meaningless where `raters` is 1. */
  equal: number[]
}

/** The kinds of items that have a rating, checked. */
function readItems(items: RatedItems, weights: readonly Float64Array[]): ReadItems {
  const read: ReadItems = { counts: [], times: [], raters: [], equal: [] }
  items.counts.forEach((counts, i) => {
    if (counts.length !== weights.length) throw new RangeError('every item has one count for each category')
    const times = items.times === undefined ? 1 : (items.times[i] as number)
    let raters = 0
    for (let k = 0; k < counts.length; k++) raters += requireCount(counts[k] as number)
    if (raters === 0 || times === 0) return
    let pairs = 0
    for (let k = 0; k < counts.length; k++) {
      const here = counts[k] as number
      if (here === 0) continue
      let near = -1
      for (let l = 0; l < counts.length; l++) near += (weights[k]?.[l] as number) * (counts[l] as number)
      pairs += here * near
    }
    read.counts.push(counts)
    read.times.push(times)
    read.raters.push(raters)
    read.equal.push(pairs / (raters * (raters - 1)))
  })
  return read
}
