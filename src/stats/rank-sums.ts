import type { Arrangements } from './arrangements.ts'
import { midranks } from './midranks.ts'

/** |A - 0.5| of several metrics under the labels as they are, and under any arrangement of them. */
export interface RankSums {
  /** NaN for a metric that has scores of one class only. */
  observed: Float64Array
  /** Fills `into` for the arrangement that puts each moved one on the unit `at`; a metric left with one class gets 0. */
  statistics(at: Uint32Array, into: Float64Array): void
}

interface PermutedScores {
  scores: Float64Array
  present?: Uint8Array
}

/**
 * Rank sums of the good items for all metrics, kept as sums of twice the midranks, which are whole numbers and so exact. With
 * U = R - m(m+1)/2 and A = U / (mn), |A - 0.5| = |2R - m(N+1)| / (2mn). Where metrics have gaps, the good items that have a
 * score are counted in further columns.
 */
export function rankSums(
  metrics: readonly PermutedScores[],
  order: Uint32Array,
  labels: Uint8Array,
  arrangements: Arrangements,
): RankSums {
  const ranks = metrics.map((metric) => rankColumn(metric, order))
  const gaps = metrics.some(({ present }) => present !== undefined)
  const columns = gaps ? [...ranks, ...ranks.map((column) => column.map((rank) => (rank > 0 ? 1 : 0)))] : ranks
  const sizes = Float64Array.from(ranks, (column) => column.reduce((sum, rank) => sum + (rank > 0 ? 1 : 0), 0))
  const totalGood = labels.reduce((sum, label) => sum + label, 0)
  const finish = (sums: Float64Array, into: Float64Array, empty: number) => {
    for (let k = 0; k < into.length; k++) {
      const size = sizes[k] as number
      const good = gaps ? (sums[into.length + k] as number) : totalGood
      const twice = Math.abs((sums[k] as number) - good * (size + 1))
      into[k] = good === 0 || good === size ? empty : twice / (2 * good * (size - good))
    }
  }
  const sumsOf = (labels: Uint8Array) =>
    Float64Array.from(columns, (column) => column.reduce((sum, rank, item) => sum + rank * (labels[item] as number), 0))
  const observed = new Float64Array(metrics.length)
  finish(sumsOf(labels), observed, Number.NaN)
  const base = sumsOf(arrangements.common)
  const sums = new Float64Array(columns.length)
  const move = mover(columns, arrangements)
  return {
    observed,
    statistics(at, into) {
      sums.set(base)
      move(sums, at)
      finish(sums, into, 0)
    },
  }
}

/** Adds to each sum, for each moved one, the ranks of the items whose label it turns to good, less those it turns to bad. */
function mover(columns: readonly Float64Array[], { groups, moved }: Arrangements) {
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
  const items = new Uint32Array(offsets.length)
  return (sums: Float64Array, at: Uint32Array) => {
    for (let j = 0, k = 0; j < at.length; j++) {
      const start = starts[(unitsFrom[j] as number) + (at[j] as number)] as number
      for (const end = ends[j] as number; k < end; k++) items[k] = start + (offsets[k] as number)
    }
    for (let from = 0; from < columns.length; from += 4) addFour(sums, columns, from, items, signs)
  }
}

/** Four columns at a time: reading the items costs as much as reading ranks. The first stands in for those that are not there. */
function addFour(
  sums: Float64Array,
  columns: readonly Float64Array[],
  from: number,
  items: Uint32Array,
  signs: Float64Array,
): void {
  const first = columns[from] as Float64Array
  const second = columns[from + 1] ?? first
  const third = columns[from + 2] ?? first
  const fourth = columns[from + 3] ?? first
  let a = 0
  let b = 0
  let c = 0
  let d = 0
  for (let k = 0; k < items.length; k++) {
    const item = items[k] as number
    const sign = signs[k] as number
    a += sign * (first[item] as number)
    b += sign * (second[item] as number)
    c += sign * (third[item] as number)
    d += sign * (fourth[item] as number)
  }
  const last = columns.length - 1
  sums[from] = (sums[from] as number) + a
  if (from + 1 <= last) sums[from + 1] = (sums[from + 1] as number) + b
  if (from + 2 <= last) sums[from + 2] = (sums[from + 2] as number) + c
  if (from + 3 <= last) sums[from + 3] = (sums[from + 3] as number) + d
}

/** Twice the midranks of the items that have a score, 0 for the others. */
function rankColumn({ scores, present }: PermutedScores, order: Uint32Array): Float64Array {
  const places = Uint32Array.from(order.keys()).filter((place) => present?.[order[place] as number] !== 0)
  const ranks = midranks(Float64Array.from(places, (place) => scores[order[place] as number] as number))
  const column = new Float64Array(order.length)
  places.forEach((place, k) => {
    column[place] = 2 * (ranks[k] as number)
  })
  return column
}
