import type { FileHandle } from 'node:fs/promises'
import { messageOf, RagstoneError } from '../core/errors.ts'
import { readPieces } from './open.ts'
import { MAX_ROW_BYTES, type Place, placeText, type Row, type Span, toRow } from './row.ts'

/** The rows of a file with one JSON object a line, as a stream; blank lines are passed over. */
export async function* readJsonl(file: string): AsyncGenerator<Row> {
  let line = 1
  let row = 1
  for await (const { bytes, offset, ended } of readLines(file)) {
    const text = bytes.toString('utf8')
    if (text.trim() !== '') {
      const parsed = parseLine(text, { file, line, row }, ended)
      parsed.span = { offset, length: bytes.length }
      yield parsed
      row += 1
    }
    line += 1
  }
}

/** Reads a row again, by the `span` that came with it. */
export async function readRowAt(handle: FileHandle, span: Span): Promise<Record<string, unknown>> {
  const buffer = Buffer.allocUnsafe(span.length)
  let done = 0
  while (done < span.length) {
    const { bytesRead } = await handle.read(buffer, done, span.length - done, span.offset + done)
    if (bytesRead === 0) break
    done += bytesRead
  }
  const place = { file: `byte ${span.offset}`, row: 1 }
  return parseLine(buffer.subarray(0, done).toString('utf8'), place, true).value
}

function parseLine(text: string, place: Place, ended: boolean): Row {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw lineError(text, place, ended, messageOf(error))
  }
  return toRow(value, place, hasSurrogateEscape(text))
}

/** Whether JSON text could hold a lone surrogate: as UTF-8 it can only come from an escape. */
export function hasSurrogateEscape(json: string): boolean {
  return json.includes('\\u') && /\\u[dD][89a-fA-F]/.test(json)
}

function lineError(text: string, place: Place, ended: boolean, reason: string): RagstoneError {
  const message = `${placeText(place)}: not valid JSON (${reason})`
  if (!ended) {
    return new RagstoneError('invalid_json', message, {
      hint: 'the file ends in the middle of this line; write it again or remove the line',
    })
  }
  const isList = place.row === 1 && /^\s*[[{]\s*$/.test(text)
  return new RagstoneError('invalid_json', message, {
    hint: isList
      ? 'a .jsonl file has one object a line; if this is one JSON document, name it .json'
      : 'a .jsonl file has one whole JSON object a line',
  })
}

interface Line {
  bytes: Buffer
  offset: number
  /** Whether a line break follows; false only for the last line. */
  ended: boolean
}

async function* readLines(file: string): AsyncGenerator<Line> {
  let begun: Buffer[] = []
  let length = 0
  let lineOffset = -1
  let line = 1
  for await (const { bytes, offset } of readPieces(file)) {
    let start = 0
    for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, start)) {
      const last = bytes.subarray(start, end)
      const whole = begun.length === 0 ? last : Buffer.concat([...begun, last])
      yield { bytes: whole, offset: begun.length === 0 ? offset + start : lineOffset, ended: true }
      begun = []
      length = 0
      start = end + 1
      line += 1
    }
    if (start < bytes.length) {
      if (begun.length === 0) lineOffset = offset + start
      begun.push(bytes.subarray(start))
      length += bytes.length - start
      if (length > MAX_ROW_BYTES) throw rowTooLarge({ file, line, row: line })
    }
  }
  if (begun.length > 0) yield { bytes: Buffer.concat(begun), offset: lineOffset, ended: false }
}

/** A single row above {@link MAX_ROW_BYTES}. */
export function rowTooLarge(place: Place): RagstoneError {
  return new RagstoneError(
    'row_too_large',
    `${placeText(place)}: one row of more than ${MAX_ROW_BYTES / 1024 / 1024} MB`,
    {
      hint: 'shorten its texts, or check that line breaks and quotes are as they should be',
    },
  )
}
