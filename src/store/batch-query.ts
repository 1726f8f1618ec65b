import type { CompiledQuery } from 'kysely'
import type { Database } from './schema.ts'

/** The most rows of one statement. */
const LARGEST = 64

/** What the statements of a batch gave together. */
export interface BatchResult<Returned> {
  rows: Returned[]
  /** Rows that were inserted, changed or removed. */
  affected: number
}

/**
 * Runs a query over many rows or keys with as few statements as possible: for each power of two up to 64 it is compiled
 * once, and then used again with other parameters. `compile` gets the number of placeholders; `cells` adds the parameters
 * of a row in the order of the placeholder's.
 */
export function batchQuery<Row, Returned = never>(
  compile: (db: Database, rows: number) => CompiledQuery<Returned>,
  cells: (row: Row, into: unknown[]) => void,
): (db: Database, rows: readonly Row[]) => Promise<BatchResult<Returned>> {
  const compiled = new Map<number, CompiledQuery<Returned>>()
  return async (db, rows) => {
    const together: BatchResult<Returned> = { rows: [], affected: 0 }
    for (let start = 0; start < rows.length; ) {
      const size = Math.min(LARGEST, 2 ** Math.floor(Math.log2(rows.length - start)))
      const query = compiled.get(size) ?? compile(db, size)
      compiled.set(size, query)
      const parameters: unknown[] = []
      for (const row of rows.slice(start, start + size)) cells(row, parameters)
      if (parameters.length !== query.parameters.length) throw new Error('the cells do not fit the placeholders')
      const result = await db.executeQuery<Returned>({ ...query, parameters })
      for (const row of result.rows) together.rows.push(row)
      together.affected += Number(result.numAffectedRows ?? 0n)
      start += size
    }
    return together
  }
}
