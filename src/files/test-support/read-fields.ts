import type { Chunk } from '../../core/chunk.ts'
import type { RagstoneError } from '../../core/errors.ts'
import { type CanonicalRow, canonicalRow, type Expects, type FieldOptions } from '../fields.ts'
import { refusal } from './temp-file.ts'

/** A row of `cases.csv:7` under our names. */
export function read(
  value: Record<string, unknown>,
  expects: Expects = 'both',
  fields?: Record<string, string>,
): CanonicalRow {
  const options: FieldOptions = fields === undefined ? { expects } : { expects, fields }
  return canonicalRow({ value, place: { file: 'cases.csv', line: 7, row: 6 } }, options)
}

/** The fields of a row alone. */
export function known(
  value: Record<string, unknown>,
  expects?: Expects,
  fields?: Record<string, string>,
): Omit<CanonicalRow, 'place' | 'unknown'> {
  const { place: _place, unknown: _unknown, ...rest } = read(value, expects, fields)
  return rest
}

/** The error that a row is refused with. */
export function fault(
  value: Record<string, unknown>,
  expects?: Expects,
  fields?: Record<string, string>,
): Promise<RagstoneError> {
  return refusal(() => read(value, expects, fields))
}

/** Contexts as read from plain texts. */
export function contexts(...texts: string[]): { chunks: Chunk[]; problems: [] } {
  return { chunks: texts.map((text) => ({ text })), problems: [] }
}
