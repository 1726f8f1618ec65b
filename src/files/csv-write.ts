import { stringify } from 'csv-stringify/sync'
import { guardCell } from '../core/cell-guard.ts'

/** Rows are turned into text in groups of this many. */
const GROUP = 500

/**
 * Rows as CSV, in pieces that together are the file: a first line with the columns, lines ended by `\n`. Lists and
 * objects are written as JSON, nothing as an empty cell. A text that a spreadsheet would run as a formula gets an
 * apostrophe in front (reading takes it away again); so does a column's name. Numbers stay numbers.
 */
export function* csvRows(
  columns: readonly string[],
  rows: Iterable<Readonly<Record<string, unknown>>>,
): Generator<string> {
  let group: string[][] = [columns.map(guardCell)]
  for (const row of rows) {
    group.push(columns.map((column) => cellText(Object.hasOwn(row, column) ? row[column] : undefined)))
    if (group.length >= GROUP) {
      yield stringify(group)
      group = []
    }
  }
  if (group.length > 0) yield stringify(group)
}

/** A value as the text of a cell, made inert. */
export function cellText(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return guardCell(value)
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return JSON.stringify(value)
}
