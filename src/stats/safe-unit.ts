/** Sizes between which fourth powers of numbers, and sums of many of them, neither overflow nor vanish. */
const LEAST = 1e-60
const MOST = 1e60

/**
 * A power of two by which numbers can be multiplied, without any rounding, so that their squares stay within reach of a double:
 * 1 for numbers of ordinary size, so that nothing changes for them, and for zeros.
 */
export function safeUnit(...lists: readonly ArrayLike<number>[]): number {
  let largest = 0
  for (const list of lists) {
    for (let i = 0; i < list.length; i++) {
      const size = Math.abs(list[i] as number)
      if (size > largest) largest = size
    }
  }
  if (largest === 0 || (largest >= LEAST && largest <= MOST)) return 1
  // 2 ** 1000 is enough for the smallest double; higher powers come near the end of the range.
  return 2 ** Math.min(1000, -Math.ceil(Math.log2(largest)))
}

export function timesUnit(values: ArrayLike<number>, unit: number): Float64Array {
  const scaled = new Float64Array(values.length)
  for (let i = 0; i < scaled.length; i++) scaled[i] = (values[i] as number) * unit
  return scaled
}

/** A result that was computed from numbers times `unit`, with the named fields turned back; beyond the largest double, that. */
export function fromUnit<T extends object>(result: T, unit: number, fields: readonly string[]): T {
  const turned = Object.entries(result).map(([name, value]: [string, unknown]) => {
    return [name, typeof value === 'number' && fields.includes(name) ? withinRange(value / unit) : value]
  })
  return Object.fromEntries(turned) as T
}

/** The largest double in place of anything beyond it. */
export function withinRange(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value))
}
