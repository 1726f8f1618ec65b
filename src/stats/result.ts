/** A figure that can be undefined on some inputs; then it is null with the reason in words, never NaN. */
export type Figure = { value: number } | { value: null; reason: string }

/** A point with its interval. */
export interface Interval {
  value: number
  low: number
  high: number
}

/** No interval can be given: `reason` says why. `value` is the point where that exists without an interval. */
export interface NoInterval {
  value: number | null
  low: null
  high: null
  reason: string
}

/** An input that no caller may pass (a negative count, a NaN) is a bug and throws. */
export function requireFinite(values: ArrayLike<number>, what: string): void {
  for (let i = 0; i < values.length; i++) {
    if (!Number.isFinite(values[i])) throw new RangeError(`${what} must be finite numbers, got ${values[i]}`)
  }
}

/** A confidence level must lie strictly between 0 and 1. */
export function requireLevel(level: number): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`a confidence level lies between 0 and 1, got ${level}`)
}
