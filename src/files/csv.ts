import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { unguardCell } from '../core/cell-guard.ts'
import { counted } from '../core/counted.ts'
import { RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { rowTooLarge } from './jsonl.ts'
import { readPieces } from './open.ts'
import { MAX_ROW_BYTES, type Place, placeText, type Row } from './row.ts'

/**
 * The rows of a CSV file as a stream; every cell is a text. A comma separates cells; a tab in `.tsv`, and a semicolon or
 * tab where the first line has no comma. Lines without any text in them are passed over.
 */
export async function* readCsv(file: string, separator?: string): AsyncGenerator<Row> {
  let columns: string[] | undefined
  let headerLine = 1
  let row = 1
  for await (const { cells, line } of records(file, separator)) {
    if (cells.every((cell) => cell.trim() === '')) continue
    if (columns === undefined) {
      columns = columnNames(cells, file, line, { index: true })
      headerLine = line
      continue
    }
    const place = { file, line, row }
    // pandas writes the numbers of its rows into a first column without a name.
    const hasIndex = columns[0] === ''
    if (hasIndex && !/^\d+$/.test(cells[0] ?? '')) throw noName(file, headerLine, 1)
    yield { value: toValue(columns, cells, place, hasIndex ? 1 : 0), place }
    row += 1
  }
}

interface CsvRecord {
  cells: string[]
  /** The line on which it begins. */
  line: number
}

/** All records of a file, empty ones too, or the first `to`. */
async function* records(file: string, separator: string | undefined, to = -1): AsyncGenerator<CsvRecord> {
  const pieces = readPieces(file)
  const first = await pieces.next()
  if (first.done === true) return
  const delimiter = separator ?? separatorOf(first.value.bytes.toString('utf8', 0, 64 * 1024))
  async function* bytes(): AsyncGenerator<Buffer> {
    yield first.value.bytes
    for await (const piece of pieces) yield piece.bytes
  }
  // Empty lines are not skipped by the parser, so that counting line breaks gives the true line of every record.
  const parser = parse({ delimiter, relax_column_count: true, max_record_size: MAX_ROW_BYTES, to })
  pipeline(Readable.from(bytes(), { objectMode: false }), parser, () => undefined)
  let line = 1
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      yield { cells, line }
      line += 1 + lineBreaksIn(cells)
    }
  } catch (error) {
    throw error instanceof CsvError ? await csvError(error, file, separator) : error
  }
}

/** The separator of a CSV file by its first line: a comma, else a semicolon or tab where only those occur. */
export function separatorOf(start: string): string {
  const bare = start.replace(/"[^"]*"?/g, '')
  const line = bare.split(/[\r\n]+/).find((one) => one.trim() !== '') ?? ''
  if (line.includes(',')) return ','
  if (line.includes('\t')) return '\t'
  return line.includes(';') ? ';' : ','
}

function lineBreaksIn(cells: readonly string[]): number {
  let count = 0
  for (const cell of cells) {
    for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) count += 1
  }
  return count
}

/** The names in a CSV file's first line, trimmed; empty and doubled ones are refused. With `index` the first may be empty. */
export function columnNames(
  cells: readonly string[],
  file: string,
  line: number,
  { index: mayBeIndex = false }: { index?: boolean } = {},
): string[] {
  const names = cells.map((cell) => unguardCell(cell).trim())
  const seen = new Set<string>()
  for (const [index, name] of names.entries()) {
    const where = `${shownPath(file)}:${line}: column ${index + 1}`
    if (name === '' && !(mayBeIndex && index === 0 && cells.length > 1)) throw noName(file, line, index + 1)
    if (name === '__proto__') throw new RagstoneError('bad_column_name', `${where} cannot be called "${name}"`)
    if (seen.has(name)) {
      throw new RagstoneError('duplicate_column', `${where}: there is another column "${name}"`, { hint: 'rename one' })
    }
    seen.add(name)
  }
  return names
}

function noName(file: string, line: number, column: number): RagstoneError {
  return new RagstoneError('empty_column_name', `${shownPath(file)}:${line}: column ${column} has no name`, {
    hint: 'name it or remove it (from pandas: to_csv(index=False))',
  })
}

/** The cells from column `from` under their names. */
function toValue(
  columns: readonly string[],
  cells: readonly string[],
  place: Place,
  from: number,
): Record<string, unknown> {
  if (cells.length !== columns.length) {
    throw new RagstoneError(
      'ragged_row',
      `${placeText(place)}: ${counted(cells.length, 'cell')} for ${counted(columns.length, 'column')}`,
      {
        hint: 'a text that holds a comma, quote or line break must stand in double quotes',
      },
    )
  }
  const value: Record<string, unknown> = {}
  for (let index = from; index < columns.length; index += 1) {
    value[columns[index] ?? ''] = unguardCell(cells[index] ?? '')
  }
  return value
}

const REASONS: Readonly<Record<string, string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a double quote is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'text follows a closing double quote',
  INVALID_OPENING_QUOTE: 'a double quote stands inside a cell that is not quoted',
}

async function csvError(error: CsvError, file: string, separator: string | undefined): Promise<RagstoneError> {
  const large = error.code === 'CSV_MAX_RECORD_SIZE'
  const begins = large || error.code === 'CSV_QUOTE_NOT_CLOSED'
  const line = begins ? await lineAfter(file, separator, Number(error.records)) : Number(error.lines)
  if (large) return rowTooLarge({ file, line, row: line })
  return new RagstoneError('invalid_csv', `${shownPath(file)}:${line}: ${REASONS[error.code] ?? error.message}`, {
    hint: 'inside a quoted cell a double quote is written twice ("")',
  })
}

/** The line on which the record after the first `count` begins. */
async function lineAfter(file: string, separator: string | undefined, count: number): Promise<number> {
  let line = 1
  if (count < 1) return line
  for await (const record of records(file, separator, count)) line = record.line + 1 + lineBreaksIn(record.cells)
  return line
}
