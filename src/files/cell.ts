import { RagstoneError } from '../core/errors.ts'
import { kindOf, type Place, placeText } from './row.ts'

/** Where a value stands, for messages. */
export interface Cell {
  place: Place
  column: string
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
