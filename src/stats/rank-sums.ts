import type { Arrangements } from './arrangements.ts'
import { midranks } from './midranks.ts'

/** |A - 0.5| of several metrics under the labels as they are, and under any arrangement of them. */
export interface RankSums {
  /** NaN for a metric that has scores of one class only. */
  observed: Float64Array
  /** Fills `into` for the arrangement that puts each moved one on the unit `at`; a metric left with one class gets 0. */
  statistics(at: Uint32Array, into: Float64Array): void
}

/**
 * Rank sums of the good items for all metrics side by side, kept as sums of twice the midranks, which are whole numbers and so
 * exact. With U = R - m(m+1)/2 and A = U / (mn), |A - 0.5| = |2R - m(N+1)| / (2mn). Where metrics have gaps, the good items
 * that have a score are counted in further columns of the same table.
 */
export function rankSums(
  metrics: readonly { scores: Float64Array; present?: Uint8Array }[],
  order: Uint32Array,
  labels: Uint8Array,
  arrangements: Arrangements,
): RankSums {
  const gaps = metrics.some(({ present }) => present !== undefined)
  const width = gaps ? 2 * metrics.length : metrics.length
  const table = new Float64Array(order.length * width)
  const sizes = Float64Array.from(metrics, (metric, column) => {
    const counted = gaps ? metrics.length + column : undefined
    return fillColumn(table, width, { column, counted }, metric, order)
  })
  const totalGood = labels.reduce((sum, label) => sum + label, 0)
  const finish = (sums: Float64Array, into: Float64Array, empty: number) => {
    for (let k = 0; k < into.length; k++) {
      const size = sizes[k] as number
      const good = gaps ? (sums[into.length + k] as number) : totalGood
      const twice = Math.abs((sums[k] as number) - good * (size + 1))
      into[k] = good === 0 || good === size ? empty : twice / (2 * good * (size - good))
    }
  }
  const observed = new Float64Array(metrics.length)
  finish(sumOfGood(table, width, labels), observed, Number.NaN)
  const base = sumOfGood(table, width, arrangements.common)
  const sums = new Float64Array(width)
  const move = mover(table, width, arrangements)
  return {
    observed,
    statistics(at, into) {
      sums.set(base)
      move(sums, at)
      finish(sums, into, 0)
    },
  }
}

function sumOfGood(table: Float64Array, width: number, labels: Uint8Array): Float64Array {
  const sums = new Float64Array(width)
  labels.forEach((label, item) => {
    if (label === 1) for (let k = 0; k < width; k++) sums[k] = (sums[k] as number) + (table[item * width + k] as number)
  })
  return sums
}

/** Adds to sums, for each moved one, the rows of the items whose label it turns to good, less those that it turns to bad. */
function mover(table: Float64Array, width: number, { groups, moved }: Arrangements) {
  const firstUnit = new Uint32Array(groups.length + 1)
  groups.forEach(({ starts }, group) => {
    firstUnit[group + 1] = (firstUnit[group] as number) + starts.length
  })
  const starts = Uint32Array.from(groups.flatMap((group) => [...group.starts]))
  const unitsFrom = Uint32Array.from(moved, ({ group }) => firstUnit[group] as number)
  const ends = new Uint32Array(moved.length)
  moved.forEach(({ offsets }, j) => {
    ends[j] = (j === 0 ? 0 : (ends[j - 1] as number)) + offsets.length
  })
  const offsets = Uint32Array.from(moved.flatMap((one) => [...one.offsets]))
  const signs = Float64Array.from(moved.flatMap((one) => [...one.signs]))
  return (sums: Float64Array, at: Uint32Array) => {
    for (let j = 0, k = 0; j < at.length; j++) {
      const start = starts[(unitsFrom[j] as number) + (at[j] as number)] as number
      for (const end = ends[j] as number; k < end; k++) {
        const row = (start + (offsets[k] as number)) * width
        const sign = signs[k] as number
        for (let c = 0; c < width; c++) sums[c] = (sums[c] as number) + sign * (table[row + c] as number)
      }
    }
  }
}

/** Writes twice the midranks of one metric and, in the column `counted`, 1 for each item that has a score. Returns their count. */
function fillColumn(
  table: Float64Array,
  width: number,
  { column, counted }: { column: number; counted?: number | undefined },
  { scores, present }: { scores: Float64Array; present?: Uint8Array },
  order: Uint32Array,
): number {
  const places = [...order.keys()].filter((place) => present === undefined || present[order[place] as number] === 1)
  const ranks = midranks(Float64Array.from(places, (place) => scores[order[place] as number] as number))
  places.forEach((place, k) => {
    table[place * width + column] = 2 * (ranks[k] as number)
    if (counted !== undefined) table[place * width + counted] = 1
  })
  return places.length
}
