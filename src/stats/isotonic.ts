import { requireFinite } from './result.ts'
import { safeUnit, timesUnit } from './safe-unit.ts'

/** The least-squares rising curve through points: equal scores share one fitted value, and it is flat within a block. */
export interface Isotonic {
  /** The distinct scores, ascending, and the fitted value at each, never falling. */
  scores: Float64Array
  values: Float64Array
  /** The fitted value at any score: linear between neighbours, level beyond the ends. */
  at(score: number): number
}

/**
 * Isotonic regression by pooling adjacent violators: of all curves that never fall with the score, the one with the least
 * sum of w (target - fit)².
 *
 * With 0/1 targets the fit is a probability in 0 .. 1. Equal scores are averaged before pooling. For a score where
 * lower is better, hand over its negative. It follows the data closely: in-sample fits flatter, see `outOfFoldCalibration`.
 * Weights default to 1 and must be above 0. Undefined for no points.
 * Source: Ayer et al. 1955; Barlow et al. 1972; Zadrozny and Elkan 2002 for calibration.
 */
export function isotonic(
  scores: ArrayLike<number>,
  targets: ArrayLike<number>,
  weights?: ArrayLike<number>,
): Isotonic | { at: null; reason: string } {
  requireFinite(scores, 'scores')
  requireFinite(targets, 'targets')
  if (weights !== undefined) requireWeights(weights)
  const n = scores.length
  if (targets.length !== n || (weights !== undefined && weights.length !== n)) {
    throw new RangeError(`${n} scores need as many targets and weights`)
  }
  if (n === 0) return { at: null, reason: 'no items' }
  const unit = safeUnit(targets)
  const points = averageTies(scores, timesUnit(targets, unit), weights)
  const values = pool(points.targets, points.weights).map((value) => value / unit)
  return { scores: points.scores, values, at: (score) => interpolate(points.scores, values, score) }
}

function requireWeights(weights: ArrayLike<number>): void {
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i] as number
    if (!(weight > 0 && Number.isFinite(weight))) throw new RangeError(`a weight is a number above 0, got ${weight}`)
  }
}

/** The distinct scores, ascending, with the total weight and the weighted sum of the targets of each. */
function averageTies(scores: ArrayLike<number>, targets: ArrayLike<number>, weights: ArrayLike<number> | undefined) {
  const order = new Uint32Array(scores.length)
  for (let i = 0; i < order.length; i++) order[i] = i
  const before = (a: number, b: number) =>
    (scores[a] as number) - (scores[b] as number) || (targets[a] as number) - (targets[b] as number)
  if (order.some((i) => i > 0 && before(i - 1, i) > 0)) order.sort(before)
  const distinct = new Float64Array(order.length)
  const sums = new Float64Array(order.length)
  const totals = new Float64Array(order.length)
  let last = -1
  for (const i of order) {
    const score = scores[i] as number
    if (last < 0 || distinct[last] !== score) distinct[++last] = score
    const weight = weights === undefined ? 1 : (weights[i] as number)
    sums[last] = (sums[last] as number) + weight * (targets[i] as number)
    totals[last] = (totals[last] as number) + weight
  }
  const size = last + 1
  return { scores: distinct.slice(0, size), targets: sums.slice(0, size), weights: totals.slice(0, size) }
}

/** Joins each block with the one before it while that has the higher mean; `sums` are weighted. */
function pool(sums: Float64Array, weights: Float64Array): Float64Array {
  const blockSum = new Float64Array(sums.length)
  const blockWeight = new Float64Array(sums.length)
  const blockEnd = new Uint32Array(sums.length)
  let blocks = 0
  for (let i = 0; i < sums.length; i++) {
    blockSum[blocks] = sums[i] as number
    blockWeight[blocks] = weights[i] as number
    blockEnd[blocks] = i + 1
    while (blocks > 0 && meanOf(blocks - 1) >= meanOf(blocks)) {
      blockSum[blocks - 1] = (blockSum[blocks - 1] as number) + (blockSum[blocks] as number)
      blockWeight[blocks - 1] = (blockWeight[blocks - 1] as number) + (blockWeight[blocks] as number)
      blockEnd[blocks - 1] = i + 1
      blocks -= 1
    }
    blocks += 1
  }
  function meanOf(block: number): number {
    return (blockSum[block] as number) / (blockWeight[block] as number)
  }
  const fitted = new Float64Array(sums.length)
  for (let block = 0, start = 0; block < blocks; block++) {
    fitted.fill(meanOf(block), start, blockEnd[block])
    start = blockEnd[block] as number
  }
  return fitted
}

function interpolate(scores: Float64Array, values: Float64Array, score: number): number {
  requireFinite([score], 'a score')
  let low = 0
  let high = scores.length - 1
  if (score <= (scores[low] as number)) return values[low] as number
  if (score >= (scores[high] as number)) return values[high] as number
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((scores[middle] as number) <= score) low = middle
    else high = middle
  }
  const from = values[low] as number
  const to = values[high] as number
  if (from === to) return from
  const left = (scores[low] as number) / 2
  const share = (score / 2 - left) / ((scores[high] as number) / 2 - left)
  return from * (1 - share) + to * share
}
