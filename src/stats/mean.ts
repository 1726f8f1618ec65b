import { type Figure, requireFinite } from './result.ts'
import { safeUnit, timesUnit, withinRange } from './safe-unit.ts'

/**
 * The sum of numbers with Neumaier's compensation (1974): the error does not grow with their count. A sum beyond the largest
 * double is given as that.
 */
export function compensatedSum(values: ArrayLike<number>): number {
  const sum = neumaier(values)
  if (Number.isFinite(sum)) return sum
  // An intermediate sum left the range of doubles, though the whole may not.
  return withinRange(neumaier(timesUnit(values, 2 ** -100)) * 2 ** 100)
}

function neumaier(values: ArrayLike<number>): number {
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
  const unit = safeUnit(values)
  const middle = compensatedSum(unit === 1 ? values : timesUnit(values, unit)) / values.length / unit
  return { value: Math.min(highest, Math.max(lowest, middle)) }
}
