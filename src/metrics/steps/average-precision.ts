/**
 * Average precision of a ranked list whose items are useful with probability p_k (0 or 1 when only verdicts are known):
 *
 *   AP = sum_k P@k p_k / sum_k p_k,  P@k = (p_1 + ... + p_k) / k
 *
 * For 0 and 1 this is the textbook value, exact: [1,0] 1, [0,1] .5, [1,0,1] .8333. 0 when nothing is useful. From 0 to 1.
 */
export function averagePrecision(useful: readonly number[]): number {
  let found = 0
  let sum = 0
  for (const [index, p] of useful.entries()) {
    found += p
    sum += (found / (index + 1)) * p
  }
  return found === 0 ? 0 : Math.min(1, sum / found)
}

/** An item's probability, or undefined where it is not known. */
type Known = number | undefined

/** Sweeps after which the lowest value is not lowered further; it settles after a few. */
const MOST_SWEEPS = 500

/** The lowest and highest average precision that the unknown items leave possible, each of them anywhere from 0 to 1. */
export function averagePrecisionBounds(useful: readonly Known[]): [number, number] {
  return [lowest(useful), highest(useful)]
}

/**
 * In each unknown item the value falls and then rises, so the highest is at 0 or 1 of each. For every number c of unknown
 * items that are 1 the best sum is found place by place; its divisor is then fixed.
 */
function highest(useful: readonly Known[]): number {
  let best = [0]
  let known = 0
  for (const [index, p] of useful.entries()) {
    const rank = index + 1
    if (p !== undefined) {
      known += p
      best = best.map((sum, ones) => sum + (p * (known + ones)) / rank)
      continue
    }
    const next = [...best, Number.NEGATIVE_INFINITY]
    for (const [ones, sum] of best.entries()) {
      next[ones + 1] = Math.max(next[ones + 1] ?? 0, sum + (known + ones + 1) / rank)
    }
    best = next
  }
  const values = best.map((sum, ones) => (known + ones === 0 ? 0 : sum / (known + ones)))
  return Math.min(1, Math.max(...values))
}

/** One unknown item after another takes the place where the value is lowest, until none moves: N is convex, so that is the end. */
function lowest(useful: readonly Known[]): number {
  if (useful.every((p) => p === undefined || p === 0)) return 0
  const values = useful.map((p) => p ?? 0)
  for (let sweep = 0; sweep < MOST_SWEEPS; sweep++) {
    let moved = 0
    for (const [index, p] of useful.entries()) {
      if (p !== undefined) continue
      const next = lowestAt(values, index)
      moved = Math.max(moved, Math.abs(next - (values[index] ?? 0)))
      values[index] = next
    }
    if (moved < 1e-12) break
  }
  return averagePrecision(values)
}

/** Where (a + b x + x²/j) / (s + x) is lowest on 0 .. 1: the value as a function of the item at place j alone. */
function lowestAt(values: readonly number[], index: number): number {
  const place = index + 1
  const others = values.map((value, at) => (at === index ? 0 : value))
  let s = 0
  let a = 0
  let b = 0
  for (const [at, value] of others.entries()) {
    s += value
    a += (s / (at + 1)) * value
    if (at < index) b += value / place
    else if (at > index) b += value / (at + 1)
  }
  if (a <= b * s) return 0
  return Math.min(1, Math.sqrt(s * s + place * (a - b * s)) - s)
}
