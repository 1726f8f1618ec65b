/** A small dense matrix: rows of equal length. */
export type Matrix = readonly (readonly number[])[]

/** Entries below this share of the largest one are taken for 0; the matrices here hold small whole numbers. */
const ZERO = 1e-10

/** The number of linearly independent rows, by elimination with full pivoting. */
export function rank(matrix: Matrix): number {
  const rows = matrix.map((row) => [...row])
  requireRectangle(rows)
  const tiny = ZERO * largestOf(rows)
  const columns = rows[0]?.length ?? 0
  let found = 0
  while (found < rows.length && found < columns) {
    const pivot = largestFrom(rows, found)
    if (pivot.size <= tiny) break
    swap(rows, found, pivot.row)
    for (const row of rows) swap(row, found, pivot.column)
    const top = rows[found] as number[]
    for (const row of rows.slice(found + 1)) subtract(row, top, (row[found] as number) / (top[found] as number))
    found += 1
  }
  return found
}

/**
 * The X with A X = B for a square A, by elimination with row pivoting; null when A is singular. Entries that are 0 but for
 * rounding come out as exactly 0.
 */
export function solve(a: Matrix, b: Matrix): number[][] | null {
  const size = a.length
  const rows = a.map((row, i) => [...row, ...(b[i] ?? [])])
  requireRectangle(rows)
  if (b.length !== size || a.some((row) => row.length !== size)) throw new RangeError('a square system is needed')
  const tiny = ZERO * largestOf(a)
  for (let step = 0; step < size; step++) {
    let best = step
    for (let row = step + 1; row < size; row++) if (entry(rows, row, step) > entry(rows, best, step)) best = row
    if (entry(rows, best, step) <= tiny) return null
    swap(rows, step, best)
    const top = rows[step] as number[]
    const pivot = top[step] as number
    for (let column = 0; column < top.length; column++) top[column] = (top[column] as number) / pivot
    for (const row of rows) if (row !== top) subtract(row, top, row[step] as number)
  }
  return rows.map((row) => row.slice(size).map((value) => (Math.abs(value) <= ZERO ? 0 : value)))
}

/** A' B: the products of the columns of A with those of B. */
export function crossProduct(a: Matrix, b: Matrix): number[][] {
  if (a.length !== b.length) throw new RangeError('matrices of equally many rows are needed')
  const columns = (matrix: Matrix) => (matrix[0] ?? []).map((_, column) => matrix.map((row) => row[column] as number))
  return columns(a).map((left) =>
    columns(b).map((right) => left.reduce((sum, x, i) => sum + x * (right[i] as number), 0)),
  )
}

function entry(rows: Matrix, row: number, column: number): number {
  return Math.abs(rows[row]?.[column] ?? 0)
}

function subtract(row: number[], other: readonly number[], times: number): void {
  for (let column = 0; column < row.length; column++) {
    row[column] = (row[column] as number) - times * (other[column] as number)
  }
}

function swap<T>(list: T[], a: number, b: number): void {
  const held = list[a] as T
  list[a] = list[b] as T
  list[b] = held
}

function largestFrom(rows: Matrix, from: number): { size: number; row: number; column: number } {
  const best = { size: 0, row: from, column: from }
  for (let row = from; row < rows.length; row++) {
    for (let column = from; column < (rows[row]?.length ?? 0); column++) {
      const size = entry(rows, row, column)
      if (size > best.size) Object.assign(best, { size, row, column })
    }
  }
  return best
}

function largestOf(rows: Matrix): number {
  let size = 0
  for (const row of rows) for (const value of row) size = Math.max(size, Math.abs(value))
  return size
}

function requireRectangle(rows: Matrix): void {
  for (const row of rows) {
    if (row.length !== rows[0]?.length) throw new RangeError('the rows of a matrix have equal length')
    for (const value of row) if (!Number.isFinite(value)) throw new RangeError(`a matrix holds numbers, got ${value}`)
  }
}
