import { chiSquareSf } from './chi-square.ts'

/** Cochran's Q; `value` is Q, `p` its chi-square p value, `df` one less than the number of configurations. */
export type CochranQ =
  | { value: number; df: number; p: number; informative: number }
  | { value: null; df: null; p: null; informative: number; reason: string }

/**
 * Do k configurations answer the same questions right equally often? One row a question, one column a configuration, 1 right and
 * 0 wrong; the generalisation of McNemar's chi-square (k = 2 gives (b-c)²/(b+c)).
 *
 * Q = (k-1) (k sum_j C_j² - T²) / (k T - sum_i R_i²), C_j column sums, R_i row sums, T the total; chi-square with k-1 degrees
 * of freedom. `informative` counts the rows that are not all equal; below about 4 of them, or 24 / k, the p is rough.
 * Undefined for fewer than two columns, and when every row is all right or all wrong. Assumes independent rows.
 * Source: Cochran 1950; reference row 26 (NIST Dataplot).
 */
export function cochranQ(rows: readonly ArrayLike<number>[]): CochranQ {
  const k = rows[0]?.length ?? 0
  const columns = new Float64Array(k)
  let total = 0
  let rowSquares = 0
  let informative = 0
  for (const row of rows) {
    if (row.length !== k) throw new RangeError(`every row needs ${k} marks, one has ${row.length}`)
    let right = 0
    for (let j = 0; j < k; j++) {
      const mark = row[j] as number
      if (mark !== 0 && mark !== 1) throw new RangeError(`a mark is 0 or 1, got ${mark}`)
      columns[j] = (columns[j] as number) + mark
      right += mark
    }
    total += right
    rowSquares += right * right
    if (right > 0 && right < k) informative += 1
  }
  const undefinedFor = (reason: string) => ({ value: null, df: null, p: null, informative, reason })
  if (rows.length === 0) return undefinedFor('no rows')
  if (k < 2) return undefinedFor('fewer than two configurations')
  if (informative === 0) return undefinedFor('every row is all right or all wrong')
  const columnSquares = columns.reduce((sum, count) => sum + count * count, 0)
  const value = ((k - 1) * (k * columnSquares - total * total)) / (k * total - rowSquares)
  return { value, df: k - 1, p: chiSquareSf(value, k - 1), informative }
}
