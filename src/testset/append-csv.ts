import { constants, copyFile, open, readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import type { TestCase } from '../core/test-case.ts'
import { readListText } from '../files/cell-list.ts'
import { columnNames, separatorOf } from '../files/csv.ts'
import { cellText } from '../files/csv-write.ts'
import { meaningOf } from '../files/field-names.ts'
import { generatedId } from './case-id.ts'
import type { Spelling } from './spelling.ts'

/** Appends a row to a CSV file; every field of the case needs a column. */
export async function appendCsv(file: string, draft: string, testCase: TestCase, spelling: Spelling): Promise<void> {
  const text = await readFile(file, 'utf8')
  const delimiter =
    extname(file).toLowerCase() === '.tsv' ? '\t' : separatorOf(text.replace(/^\ufeff/, '').slice(0, 65_536))
  const header: string[][] = parse(text, {
    bom: true,
    delimiter,
    to: 1,
    skip_empty_lines: true,
    relax_column_count: true,
  })
  const columns = columnNames(header[0] ?? [], file, 1)
  const cells = cellsFor(columns, testCase, spelling, file)
  const newLine = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n'
  const line = stringify([cells], { delimiter, record_delimiter: newLine })
  await copyFile(file, draft, constants.COPYFILE_EXCL)
  const handle = await open(draft, 'a')
  try {
    await handle.write((/[\r\n]$/.test(text) ? '' : newLine) + line)
  } finally {
    await handle.close()
  }
}

function cellsFor(columns: readonly string[], testCase: TestCase, spelling: Spelling, file: string): string[] {
  const open = new Map<string, unknown>(Object.entries(testCase).filter(([name]) => name !== 'tags'))
  const tags = new Map(Object.entries(testCase.tags))
  const mapped = new Map(Object.entries(spelling.fields).map(([field, column]) => [column, field]))
  const cells = columns.map((column) => {
    const name = mapped.get(column) ?? column
    const meaning = meaningOf(name)
    if (meaning.kind === 'tag') return cellText(taken(tags, meaning.tag))
    if (meaning.kind === 'special' && meaning.special === 'unanswerable')
      return String(taken(open, 'answerable') === false)
    if (meaning.kind !== 'field') return ''
    if (meaning.field !== 'tags') return listCell(taken(open, meaning.field))
    const rest = Object.fromEntries(tags)
    tags.clear()
    return Object.keys(rest).length === 0 ? '' : cellText(rest)
  })
  if (open.get('id') === generatedId(testCase.user_input)) open.delete('id')
  const sourceColumn = columns.some((column) => isSourceColumn(mapped.get(column) ?? column))
  const hasSource = testCase.expected_sources !== undefined
  if (testCase.answerable ? !sourceColumn || hasSource : sourceColumn && !hasSource) open.delete('answerable')
  const missing = [...open.keys(), ...[...tags.keys()].map((tag) => `tags.${tag}`)]
  if (missing.length > 0) throw missingColumn(file, missing)
  return cells
}

function isSourceColumn(name: string): boolean {
  const meaning = meaningOf(name)
  return meaning.kind === 'field' && meaning.field === 'expected_sources'
}

function taken<V>(values: Map<string, V>, name: string): V | undefined {
  const value = values.get(name)
  values.delete(name)
  return value
}

/** A list with one plain item is written as that item. */
function listCell(value: unknown): string {
  const only: unknown = Array.isArray(value) && value.length === 1 ? value[0] : undefined
  return cellText(typeof only === 'string' && only !== '' && readListText(only) === 'plain' ? only : value)
}

function missingColumn(file: string, missing: readonly string[]): RagstoneError {
  return new RagstoneError('missing_column', `${shownPath(file)}: there is no column for ${missing.join(', ')}`, {
    hint: `add ${missing.length === 1 ? 'it' : 'them'} to the first line, or leave ${missing.length === 1 ? 'it' : 'them'} out`,
  })
}
