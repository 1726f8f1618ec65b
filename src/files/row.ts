import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'

/** Where a row stands. `line` is 1-based and absent where a format has no lines (parquet); `row` counts rows from 1. */
export interface Place {
  file: string
  line?: number
  row: number
}

/** One row of a file, with the names that the file uses. */
export interface Row {
  value: Record<string, unknown>
  place: Place
  /** Bytes of the row in a jsonl file, for {@link readRowAt}. */
  span?: Span
  /** How many texts held lone surrogates, which were replaced by U+FFFD; absent = none. */
  replaced?: number
}

/** A part of a file in bytes. */
export interface Span {
  offset: number
  length: number
}

/** Deepest nesting of lists and objects that a row may have. */
export const MAX_DEPTH = 100

/** Largest single row of a file that is read as a stream, in bytes. */
export const MAX_ROW_BYTES = 128 * 1024 * 1024

/** `cases.csv:3`, or `cases.parquet, row 2` where there are no lines; the file as {@link shownPath} gives it. */
export function placeText(place: Place): string {
  const file = shownPath(place.file)
  return place.line === undefined ? `${file}, row ${place.row}` : `${file}:${place.line}`
}

/** What a value is, in a user's words: `a list`, `a number`, ... */
export function kindOf(value: unknown): string {
  if (value === null || value === undefined) return 'nothing'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return 'a text'
  if (typeof value === 'boolean') return 'true or false'
  return 'a number'
}

/** Whether a value is an object with keys, not a list. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Makes a row of a parsed value: refuses what is not an object and what is nested deeper than {@link MAX_DEPTH}.
 * With `checkTexts`, lone surrogates are replaced and counted.
 */
export function toRow(value: unknown, place: Place, checkTexts: boolean): Row {
  if (!isRecord(value)) {
    throw new RagstoneError(
      'not_a_row',
      `${placeText(place)}: expected an object with named fields, found ${kindOf(value)}`,
      {
        hint: 'each row is written like {"id": "q1", "user_input": "..."}',
      },
    )
  }
  const count = { replaced: 0 }
  mend(value, 1, place, checkTexts ? count : undefined)
  const row: Row = { value, place }
  if (count.replaced > 0) row.replaced = count.replaced
  return row
}

function mend(container: object, depth: number, place: Place, count: { replaced: number } | undefined): void {
  if (depth > MAX_DEPTH) {
    throw new RagstoneError('too_deep', `${placeText(place)}: lists and objects are nested more than ${MAX_DEPTH} deep`)
  }
  const entries = container as Record<string, unknown>
  for (const key of Object.keys(entries)) {
    const value = entries[key]
    if (typeof value === 'object' && value !== null) {
      mend(value, depth + 1, place, count)
    } else if (count !== undefined && typeof value === 'string' && !value.isWellFormed()) {
      entries[key] = value.toWellFormed()
      count.replaced += 1
    }
    if (count !== undefined && !key.isWellFormed()) {
      entries[key.toWellFormed()] = entries[key]
      delete entries[key]
      count.replaced += 1
    }
  }
}
