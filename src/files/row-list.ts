import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { kindOf } from './row.ts'

/** The keys under which a document may hold its list of rows. */
const LIST_KEYS = [
  'rows',
  'data',
  'test_cases',
  'testCases',
  'test_results',
  'cases',
  'samples',
  'examples',
  'tests',
  'goldens',
  'results',
] as const

/** The list of rows of a JSON or YAML document, with the key under which it stood. */
export interface RowList {
  list: readonly unknown[]
  key?: string
}

/**
 * Finds the rows of a document: a list, an object with one list under one of {@link LIST_KEYS}, or an object of
 * columns (`{"question": [...], "answer": [...]}`, all of one length).
 */
export function findRowList(document: unknown, file: string): RowList {
  if (Array.isArray(document)) return { list: document }
  if (typeof document !== 'object' || document === null) throw notAList(file, `the file holds ${kindOf(document)}`)
  const record = document as Record<string, unknown>
  const keys = LIST_KEYS.filter((key) => Object.hasOwn(record, key) && Array.isArray(record[key]))
  const [key, second] = keys
  if (second !== undefined) throw notAList(file, `both "${key}" and "${second}" hold a list`)
  if (key !== undefined) return { list: record[key] as unknown[], key }
  const columns = rowsOfColumns(record)
  if (columns !== undefined) return { list: columns }
  throw notAList(file, `the file holds one object with ${Object.keys(record).slice(0, 8).join(', ') || 'no keys'}`)
}

function rowsOfColumns(record: Record<string, unknown>): unknown[] | undefined {
  const names = Object.keys(record)
  const columns = Object.values(record)
  const [first] = columns
  if (names.length < 2 || !Array.isArray(first)) return undefined
  if (!columns.every((column) => Array.isArray(column) && column.length === first.length)) return undefined
  return first.map((_, index) => Object.fromEntries(names.map((name) => [name, (record[name] as unknown[])[index]])))
}

function notAList(file: string, found: string): RagstoneError {
  return new RagstoneError('not_a_list', `${shownPath(file)}: ${found}, where a list of rows is needed`, {
    hint: `write the rows as a list, or as a list under one of: ${LIST_KEYS.join(', ')}`,
  })
}
