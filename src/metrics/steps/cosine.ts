/**
 * The cosine of two vectors, from -1 to 1; exactly 1 for equal vectors, never -0. Undefined when one has no direction (all
 * zeros) or the lengths differ. Vectors are scaled first, so that very long and very short ones do not overflow.
 */
export function cosine(a: readonly number[], b: readonly number[]): number | undefined {
  if (a.length !== b.length) return undefined
  const left = scaled(a)
  const right = scaled(b)
  if (left === undefined || right === undefined) return undefined
  const value = dot(left, right) / Math.sqrt(dot(left, left) * dot(right, right))
  return Math.max(-1, Math.min(1, value)) + 0
}

function scaled(vector: readonly number[]): number[] | undefined {
  const most = vector.reduce((largest, value) => Math.max(largest, Math.abs(value)), 0)
  return most > 0 && Number.isFinite(most) ? vector.map((value) => value / most) : undefined
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0)
}
