import { RagstoneError } from '../core/errors.ts'
import type { Expects, Field } from './field-names.ts'
import { kindOf, type Place, placeText } from './row.ts'

/** Where a value stands, for messages. */
export interface Cell {
  place: Place
  column: string
  /** The field that it is read for, and in what kind of file; absent where nobody chooses among columns. */
  meant?: { field: Field; expects: Expects }
}

/** How the user says that one item of a list in a cell counts; undefined where that cannot be said. */
export function firstItem({ column, meant }: Cell): string | undefined {
  if (meant === undefined || meant.expects === 'grade') return undefined
  const name = /^[A-Za-z_]\w*$/.test(column)
  const path = name ? `${column}[0]` : /[.[|]/.test(column) ? `${column} | [0]` : `"${column}"[0]`
  const quoted = path.includes('"') ? `'${path}'` : `"${path}"`
  if (meant.expects === 'test_case') return `test_set_fields: {${meant.field}: ${quoted}}`
  if (meant.expects === 'response') return `fields: {${meant.field}: ${quoted}}`
  return path.includes('"') ? `--field '${meant.field}=${path}'` : `--field "${meant.field}=${path}"`
}

/** A value that is not understood, refused by file, line and column with what would be. */
export function badValue(cell: Cell, value: unknown, accepted: string): RagstoneError {
  return new RagstoneError('bad_value', `${placeText(cell.place)}: "${cell.column}" is ${shown(value)}`, {
    hint: `accepted: ${accepted}`,
  })
}

/** A value in a message: short texts as they are, others by their kind. */
export function shown(value: unknown): string {
  if (value === null || value === undefined || Array.isArray(value) || typeof value === 'object') return kindOf(value)
  const text = JSON.stringify(value)
  return text.length > 60 ? `${text.slice(0, 57)}...` : text
}

/** Whether nothing was written: null, absent, or an empty text. */
export function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === ''
}
