import { messageOf, RagstoneError } from '../core/errors.ts'
import { shownPath } from '../core/shown-path.ts'
import { errorLine, findList, linesOf } from './json-places.ts'
import { hasSurrogateEscape } from './jsonl.ts'
import { readText } from './open.ts'
import { type Row, toRow } from './row.ts'
import { findRowList, type RowList } from './row-list.ts'

const MAX_BYTES = 256 * 1024 * 1024

/** The rows of one JSON document; it is held in memory whole. */
export async function* readJson(file: string): AsyncGenerator<Row> {
  const text = await readText(file, MAX_BYTES, 'save it as .jsonl, one row a line, which is read as a stream')
  const { list, key } = parseJsonRows(text, file)
  const places = findList(text, key)
  const lines = places?.starts.length === list.length ? linesOf(text, places.starts) : []
  const checkTexts = hasSurrogateEscape(text)
  for (const [index, value] of list.entries()) {
    const line = lines[index]
    const place = line === undefined ? { file, row: index + 1 } : { file, line, row: index + 1 }
    yield toRow(value, place, checkTexts)
  }
}

/** Parses a JSON document that holds rows; what is wrong is named by line. */
export function parseJsonRows(text: string, file: string): RowList {
  if (text.trim() === '') return { list: [] }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    throw jsonError(text, file, messageOf(error), error instanceof Error ? error.message : '')
  }
  return findRowList(document, file)
}

function jsonError(text: string, file: string, reason: string, message: string): RagstoneError {
  const line = errorLine(text, message)
  const shown = shownPath(file)
  const where = line === undefined ? shown : `${shown}:${line}`
  return new RagstoneError('invalid_json', `${where}: not valid JSON (${reason})`, {
    hint: isOneObjectALine(text) ? 'it has one object a line: name it .jsonl' : hintFor(message),
  })
}

function hintFor(message: string): string {
  return message.includes('end of JSON input') || message.includes('Unterminated')
    ? 'the file ends too early; write it again'
    : 'check commas, quotes and brackets there'
}

function isOneObjectALine(text: string): boolean {
  const [first, second] = text.split('\n', 2)
  try {
    return second !== undefined && typeof JSON.parse(first ?? '') === 'object'
  } catch {
    return false
  }
}
