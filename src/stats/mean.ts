import { type Figure, requireFinite } from './result.ts'

/**
 * The sum of numbers with Neumaier's compensation (1974): the error does not grow with their count.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  let sum = 0
  let lost = 0
  for (let i = 0; i < values.length; i++) {
    const value = values[i] as number
    const next = sum + value
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum
    sum = next
  }
  return sum + lost
}

/**
 * Arithmetic mean, sum x / n. Never outside the lowest and highest value, so that equal values have exactly that mean.
 * Undefined (null with a reason) for no values.
 */
export function mean(values: ArrayLike<number>): Figure {
  requireFinite(values, 'the values of a mean')
  if (values.length === 0) return { value: null, reason: 'no values' }
  let lowest = Number.POSITIVE_INFINITY
  let highest = Number.NEGATIVE_INFINITY
  for (let i = 0; i < values.length; i++) {
    lowest = Math.min(lowest, values[i] as number)
    highest = Math.max(highest, values[i] as number)
  }
  return { value: Math.min(highest, Math.max(lowest, compensatedSum(values) / values.length)) }
}
